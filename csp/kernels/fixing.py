"""Fixing variables to given values at the root, as far as propagation allows it.

A search of a neighbourhood begins so: most variables have the values of the best solution.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, assign, contains, is_fixed
from csp.kernels.propagate import clear_queue, propagate
from csp.kernels.search import restore_level, restrict_objective
from csp.kernels.state import DEPTH, LAST_STAMP, N_TRAIL, STAMP, state_of
from csp.kernels.tree import LEVEL_STAMP, MARK, Tree
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import I64

FAILED = -1
"""The result of `fix_values` where the objective cannot be better than its bound."""


@kernel
def fix_values(handle: Any, tree: Tree, variables: I64, values: I64) -> int:
    """Propagate, then give variables their values one by one; skip those that cannot have them.

    Returns
    -------
    The number of variables that were fixed; or FAILED, if propagation shows that there is no
    better solution. The state is at depth 0: what was fixed cannot be undone.
    """
    state = state_of(handle)
    position, levels = state.position, tree.levels
    if not restrict_objective(state, tree) or not propagate(state):
        clear_queue(state)
        return FAILED
    n_fixed = 0
    for k in range(len(variables)):
        v = np.uint64(variables[k])
        if is_fixed(state, v) or not contains(state, v, values[k]):
            continue
        # What was saved before is not needed: this level alone may have to be undone.
        position[N_TRAIL] = ZERO
        levels[0, MARK], levels[0, LEVEL_STAMP] = 0, position[STAMP]
        position[DEPTH] = ONE
        position[LAST_STAMP] += ONE
        position[STAMP] = position[LAST_STAMP]
        assign(state, v, values[k])
        if propagate(state):
            position[DEPTH] = ZERO
            n_fixed += 1
        else:
            clear_queue(state)
            restore_level(state, tree, ZERO)
    position[N_TRAIL] = ZERO
    return n_fixed
