"""When a search begins anew, and what it keeps of what it found out.

Of each decision that was refuted on the branch so far, a nogood remains: it and the decisions above
it cannot all be made.

References
----------
M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993. C. Lecoutre,
L. Sais, S. Tabary and V. Vidal, Nogood recording from restarts, IJCAI 2007.
"""

from typing import Any

import numpy as np

from csp.domains import ONE, ZERO
from csp.propagators.nogoods import learn
from csp.state import FAILURES, N_REFUTED, NEXT_RESTART, RUN, SOLUTIONS, State, opened
from csp.tree import (
    BELOW,
    CHOSEN,
    NOGOODS,
    OBJECTIVE,
    REFUTED,
    REFUTED_VALUE,
    RESTART,
    VALUE,
    Tree,
)
from exactcover.jit import helper, subroutine
from exactcover.links import Unsigned


@helper
def refute(state: State, tree: Tree, depth: Unsigned) -> None:
    """Note that the last decision was refuted, and forget what was so only below it."""
    refuted, n = tree.refuted, state.position[N_REFUTED]
    while n > ZERO and np.uint64(refuted[n - ONE, BELOW]) >= depth:
        n -= ONE
    if n < np.uint64(len(refuted)):
        refuted[n, BELOW] = depth - ONE
        refuted[n, REFUTED] = tree.levels[depth - ONE, CHOSEN]
        refuted[n, REFUTED_VALUE] = tree.levels[depth - ONE, VALUE]
        n += ONE
    state.position[N_REFUTED] = n


@subroutine
def remember(handle: Any, tree: Tree, depth: Unsigned) -> bool:
    """Make nogoods of what was refuted on the branch; False if that leaves no solution."""
    state = opened(handle)
    refute(state, tree, depth)
    n = state.position[N_REFUTED]
    state.position[N_REFUTED] = ZERO
    p = tree.settings[NOGOODS]
    for k in range(n if p >= 0 else ZERO):
        below, v = np.uint64(tree.refuted[k, BELOW]), np.uint64(tree.refuted[k, REFUTED])
        value = tree.refuted[k, REFUTED_VALUE]
        if not learn(state, np.uint64(p), tree.levels, below, v, value):
            return False
    return True


@helper
def is_restart_due(state: State, tree: Tree, found: Unsigned) -> bool:
    """Tell whether to begin anew; never once there are solutions, which would be found again."""
    position = state.position
    pace = np.uint64(tree.settings[RESTART])
    if pace == ZERO or position[FAILURES] < position[NEXT_RESTART]:
        return False
    if position[SOLUTIONS] + found > ZERO and tree.settings[OBJECTIVE] < 0:
        return False
    is_first = position[RUN] == ZERO
    position[RUN] += ONE
    position[NEXT_RESTART] = position[FAILURES] + pace * luby(position[RUN])
    return not is_first


@helper
def luby(k: Unsigned) -> Unsigned:
    """Return the k-th number, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..."""
    length = ONE
    while length < k:
        length = length + length + ONE
    while length != k:
        length >>= ONE
        if k > length:
            k -= length
            # What is left stands in a copy of the first half.
            while length >> ONE >= k:
                length >>= ONE
    return (length >> ONE) + ONE
