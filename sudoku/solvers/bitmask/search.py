"""The search on bit masks: take the grid on top of the stack, propagate, branch."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL
from sudoku.solvers.bitmask.branching import NO_CELL, Choose, bump_activity
from sudoku.solvers.bitmask.propagation import Propagator, propagate
from sudoku.solvers.bitmask.state import EVERYWHERE, NODES, WAITING, WHOLE, State

ONE = np.uint64(1)
TWO = np.uint64(2)

FOUND = OUT_FULL


@helper
def begin(state: State) -> None:
    """Begin with one grid on the stack, which is still to be propagated."""
    state.changed[0] = EVERYWHERE
    state.weights[0] = WHOLE
    state.position[WAITING] = 1


@helper
def search_on(state: State, last_node: Unsigned, propagator: Propagator, choose: Choose) -> int:
    """Search for the next solution, which is then just above the stack."""
    position = state.position
    while position[WAITING] > 0:
        if position[NODES] >= last_node:
            return BUDGET_SPENT
        position[NODES] += ONE
        top = position[WAITING] - ONE
        grid = state.grids[top]
        position[WAITING] = top
        if propagate(state, grid, state.changed[top], propagator):
            cell, digit, ways = choose(state, grid)
            if cell == NO_CELL:
                return FOUND
            branch(state, cell, digit, ways)
        else:
            bump_activity(state, grid, state.changed[top])
    return EXHAUSTED


@helper
def branch(state: State, cell: Unsigned, digit: Unsigned, ways: Unsigned) -> None:
    """Put a grid with the digit in the cell on top of the one without."""
    top = state.position[WAITING]
    grid, child = state.grids[top], state.grids[top + ONE]
    for k in range(np.uint64(len(grid))):
        child[k] = grid[k]
    child[cell] = digit
    grid[cell] ^= digit
    state.changed[top] = cell
    state.changed[top + ONE] = cell
    share = state.weights[top] // ways
    state.weights[top] -= share
    state.weights[top + ONE] = share
    state.position[WAITING] = top + TWO
