"""The kernels of `sudoku.batches.batch` on bit masks: many puzzles, one after the other."""

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import EXHAUSTED
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import DEPTH, NODES, solve_each
from sudoku.batches.kernel import FOUND as N_FOUND
from sudoku.solvers.bitmask import state as places
from sudoku.solvers.bitmask.branching import Choose, choose_by_conflicts, choose_pair
from sudoku.solvers.bitmask.constraint_propagation import propagate_constraint
from sudoku.solvers.bitmask.propagation import Propagator, propagate_nothing
from sudoku.solvers.bitmask.search import FOUND, begin, search_on
from sudoku.solvers.bitmask.state import WAITING, State

Digits = NDArray[np.uint8]
Position = NDArray[np.uint64]

ONE = np.uint64(1)
ALL_NODES = places.NODES


@kernel
def solve_some(arrays: Arrays, state: State, position: Position, limits: Limits) -> bool:
    """Continue a batch without constraints; see `sudoku.batches.kernel.solve_each`."""
    return solve_each(start, exclude, search, arrays, state, position, limits)


@kernel
def solve_some_with_constraints(
    arrays: Arrays, state: State, position: Position, limits: Limits
) -> bool:
    """Continue a batch with constraints; see `sudoku.batches.kernel.solve_each`."""
    return solve_each(start, exclude, search_with_constraints, arrays, state, position, limits)


@helper
def start(puzzle: Digits, state: State, position: Position) -> None:
    """Write the clues of a puzzle into the first grid, and begin a search."""
    position[DEPTH], position[N_FOUND] = 1, 0
    grid = state.grids[0]
    for cell in range(np.uint64(len(grid))):
        grid[cell] = state.tables.domains[cell]
        if puzzle[cell] != 0:
            grid[cell] &= ONE << (np.uint64(puzzle[cell]) - ONE)
    begin(state)


@helper
def exclude(state: State, cell: Unsigned, digit: Unsigned) -> None:
    """Remove a candidate from the first grid."""
    state.grids[0, cell] &= ~(ONE << digit - ONE)


@helper
def search(
    state: State, position: Position, solution: Digits, limit: Unsigned, budget: Unsigned
) -> None:
    """Continue a search without constraints; see `search_and_count`."""
    search_and_count(state, position, solution, limit, budget, propagate_nothing, choose_pair)


@helper
def search_with_constraints(
    state: State, position: Position, solution: Digits, limit: Unsigned, budget: Unsigned
) -> None:
    """Continue a search with constraints; see `search_and_count`."""
    search_and_count(
        state, position, solution, limit, budget, propagate_constraint, choose_by_conflicts
    )


@helper
def search_and_count(
    state: State,
    position: Position,
    solution: Digits,
    limit: Unsigned,
    budget: Unsigned,
    propagator: Propagator,
    choose: Choose,
) -> None:
    """Continue until no grid is left, or there are `limit` solutions or `budget` nodes in all."""
    before = state.position[ALL_NODES]
    last_node = before + budget - position[NODES]
    status = FOUND
    while status == FOUND:
        status = search_on(state, last_node, propagator, choose)
        if status == FOUND:
            if position[N_FOUND] == 0 and len(solution):
                write_cells(state, solution)
            position[N_FOUND] += ONE
            if position[N_FOUND] >= limit:
                status = EXHAUSTED
    if status == EXHAUSTED:
        position[DEPTH] = 0
    position[NODES] += state.position[ALL_NODES] - before


@helper
def write_cells(state: State, solution: Digits) -> None:
    """Write the solution that was found last, which is just above the stack."""
    grid = state.grids[state.position[WAITING]]
    for cell in range(np.uint64(len(grid))):
        solution[cell] = trailing_zeros64(grid[cell]) + ONE
