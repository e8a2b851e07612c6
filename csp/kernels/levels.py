"""Branching that another part of the library chooses: one literal at a time, each a new level."""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    ONE,
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    remove,
)
from csp.kernels.propagate import clear_queue, propagate
from csp.kernels.search import restore_level, restrict_objective
from csp.kernels.state import (
    DEPTH,
    FAILURES,
    FIRST,
    HIGH,
    LAST_STAMP,
    LOW,
    N_TRAIL,
    ORIGIN,
    STAMP,
    WIDTH,
    State,
    state_of,
)
from csp.kernels.tree import AT_LEAST, IS, IS_NOT, LEVEL_STAMP, MARK, Tree
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.pointers import handle as handle_to
from exactcover.runtime.kernels.types import F64, I64


@kernel
def open_level(handle: Any, tree: Tree) -> None:
    """Open a level, which `close_level` undoes."""
    position = state_of(handle).position
    depth = position[DEPTH]
    tree.levels[depth, MARK] = position[N_TRAIL]
    tree.levels[depth, LEVEL_STAMP] = position[STAMP]
    position[DEPTH] = depth + ONE
    position[LAST_STAMP] += ONE
    position[STAMP] = position[LAST_STAMP]


@kernel
def close_level(handle: Any, tree: Tree) -> None:
    """Undo all changes since the last level was opened."""
    state = state_of(handle)
    restore_level(state, tree, state.position[DEPTH] - ONE)


@kernel
def require(handle: Any, tree: Tree, literals: I64) -> bool:
    """Make literals true, and propagate; return whether no domain became empty.

    Parameters
    ----------
    handle, tree
        The state, and the tree with the objective.
    literals
        Rows of a variable, a kind and a value.
    """
    state = state_of(handle)
    is_possible = restrict_objective(state, tree)
    for k in range(len(literals)):
        v, kind, value = np.uint64(literals[k, 0]), literals[k, 1], literals[k, 2]
        if kind == IS:
            is_possible &= contains(state, v, value)
            if is_possible and not is_fixed(state, v):
                assign(state, v, value)
        elif kind == IS_NOT:
            is_possible &= remove(state, v, value)
        elif kind == AT_LEAST:
            is_possible &= at_least(state, v, value)
        else:
            is_possible &= at_most(state, v, value)
        if not is_possible:
            break
    if is_possible and propagate(state):
        return True
    clear_queue(state)
    state.position[FAILURES] += ONE
    return False


@kernel
def read_bounds(handle: Any, columns: I64, lower: F64, upper: F64) -> None:
    """Write the bounds of columns: of variables less an origin, or of literals "variable = value".

    Parameters
    ----------
    handle
        The state.
    columns
        Rows of a variable, 1 for a literal or 0, and the value of the literal or the origin.
    lower, upper
        Receive the bounds.
    """
    state = state_of(handle)
    for k in range(len(columns)):
        v, value = np.uint64(columns[k, 0]), columns[k, 2]
        if columns[k, 1] == 0:
            lower[k] = np.float64(low(state, v) - value)
            upper[k] = np.float64(high(state, v) - value)
        else:
            upper[k] = 1.0 if contains(state, v, value) else 0.0
            lower[k] = upper[k] if is_fixed(state, v) else 0.0


@kernel
def first_open(handle: Any, n: int) -> int:
    """Return the first of n variables that is not fixed, or -1."""
    state = state_of(handle)
    for v in range(n):
        if not is_fixed(state, np.uint64(v)):
            return v
    return -1


def bounds_of(state: State, places: I64) -> tuple[I64, I64]:
    """Return the least and the greatest values of variables, exactly.

    The kernel writes numbers in floating point. They count from the origins of the variables, and
    so they are exact but for wide domains, whose bounds are cells.
    """
    first, width, origins = state.variables[places][:, [FIRST, WIDTH, ORIGIN]].T
    lower, upper = np.empty(len(places)), np.empty(len(places))
    columns = np.stack([places, np.zeros_like(places), origins], axis=1)
    read_bounds(handle_to(state), columns, lower, upper)
    is_wide = width == 0
    steps = [lower.astype(np.int64), upper.astype(np.int64)]
    for own, cell in zip(steps, (LOW, HIGH), strict=True):
        own[is_wide] = state.cells[first[is_wide] + np.int64(cell)].astype(np.int64)
    return origins + steps[0], origins + steps[1]
