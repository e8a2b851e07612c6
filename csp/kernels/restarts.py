"""Restarts: when they are due, and the refuted decisions that are recorded for nogoods.

References
----------
M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993. T. Walsh,
Search in a small world, IJCAI 1999 (geometric).
"""

import numpy as np

from csp.kernels.domains import ONE, ZERO
from csp.kernels.state import DEPTH, FAILURES, N_REFUTED, NEXT_RESTART, RUN, SOLUTIONS, State
from csp.kernels.tree import (
    BASE_OF_RUNS,
    BASE_UNIT,
    BELOW,
    CHOSEN,
    CONSTANT,
    KEEPS_REFUTED,
    KIND,
    LINEAR,
    LUBY,
    OBJECTIVE,
    REFUTED,
    REFUTED_KIND,
    REFUTED_VALUE,
    RESTART,
    SEQUENCE,
    VALUE,
    Tree,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.powers import power
from exactcover.runtime.kernels.types import Unsigned

LONGEST = np.uint64(1 << 40)
"""Runs do not grow further beyond this many failures."""


@helper
def is_refuted_full(state: State, tree: Tree) -> bool:
    """Return whether there may be no space to record a decision that must be kept."""
    is_full = state.position[N_REFUTED] >= np.uint64(len(tree.refuted))
    return bool(tree.settings[KEEPS_REFUTED] != 0 and is_full)


@helper
def record_refuted(state: State, tree: Tree) -> None:
    """Record that the last decision is refuted; delete the records of levels below it."""
    refuted, n, depth = tree.refuted, state.position[N_REFUTED], state.position[DEPTH]
    while n > ZERO and np.uint64(refuted[n - ONE, BELOW]) >= depth:
        n -= ONE
    if n < np.uint64(len(refuted)):
        refuted[n, BELOW] = depth - ONE
        refuted[n, REFUTED] = tree.levels[depth - ONE, CHOSEN]
        refuted[n, REFUTED_KIND] = tree.levels[depth - ONE, KIND]
        refuted[n, REFUTED_VALUE] = tree.levels[depth - ONE, VALUE]
        n += ONE
    state.position[N_REFUTED] = n


@helper
def is_restart_due(state: State, tree: Tree, found: Unsigned) -> bool:
    """Return whether a restart is due.

    It never is once solutions were listed: they would be found again.
    """
    position = state.position
    unit = np.uint64(tree.settings[RESTART])
    if unit == ZERO or position[FAILURES] < position[NEXT_RESTART]:
        return False
    if position[SOLUTIONS] + found > ZERO and tree.settings[OBJECTIVE] < 0:
        return False
    is_first = position[RUN] == ZERO
    position[RUN] += ONE
    position[NEXT_RESTART] = position[FAILURES] + run_length(tree, unit, position[RUN])
    return not is_first


@helper
def run_length(tree: Tree, unit: Unsigned, k: Unsigned) -> Unsigned:
    """Return the length of run k, from 1."""
    sequence, base = tree.settings[SEQUENCE], float(tree.settings[BASE_OF_RUNS]) / BASE_UNIT
    if sequence == LUBY:
        return unit * luby(k)
    if sequence == LINEAR:
        return unit * k
    if sequence == CONSTANT:
        return unit
    if base == 0.0:
        return geometric(unit, k)
    return np.uint64(min(np.float64(LONGEST), np.float64(unit) * power(base, k - ONE)))


@helper
def geometric(length: Unsigned, k: Unsigned) -> Unsigned:
    """Return the length of run k, from 1, where each run is longer by half than the last."""
    while k > ONE and length < LONGEST:
        length += (length + ONE) >> ONE
        k -= ONE
    return length


@helper
def luby(k: Unsigned) -> Unsigned:
    """Return number k, from 1, of Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..."""
    length = ONE
    while length < k:
        length = length + length + ONE
    while length != k:
        length >>= ONE
        if k > length:
            k -= length
            # The rest of the index lies in a copy of the first half.
            while length >> ONE >= k:
                length >>= ONE
    return (length >> ONE) + ONE
