"""Many puzzles at once: a block of them in, solutions and counts out."""

import numpy as np
from numpy.typing import NDArray

from exactcover.bits import trailing_zeros64
from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.bitmask.search import FOUND, begin, search_on
from sudoku.bitmask.state import WAITING, State
from sudoku.bitmask.tables import U64

Grids = NDArray[np.uint8]

ZERO = np.uint64(0)
ONE = np.uint64(1)
NO_END = np.uint64(1 << 62)


@kernel
def solve_block(
    state: State, puzzles: Grids, solutions: Grids, counts: NDArray[np.int64], limit: int
) -> None:
    """Count the solutions of each puzzle up to `limit`, and write the first one of each."""
    for k in range(np.uint64(len(puzzles))):
        set_clues(state, puzzles[k])
        counts[k] = count_on(state, np.uint64(limit), solutions[k])


@helper
def set_clues(state: State, puzzle: Grids) -> None:
    """Let the first grid be that of a puzzle's clues, and begin a search."""
    grid = state.grids[0]
    for cell in range(np.uint64(len(grid))):
        grid[cell] = state.tables.full
        if puzzle[cell] != 0:
            grid[cell] = ONE << (np.uint64(puzzle[cell]) - ONE)
    begin(state)


@helper
def count_on(state: State, limit: Unsigned, first: Grids) -> Unsigned:
    """Count on, at most to `limit`, and write the first solution to `first`, or blanks."""
    found = ZERO
    for cell in range(np.uint64(len(first))):
        first[cell] = 0
    while found < limit and search_on(state, NO_END) == FOUND:
        if found == 0:
            write(state.grids[state.position[WAITING]], first)
        found += ONE
    return found


@helper
def write(grid: U64, digits: Grids) -> None:
    """Write the digits of a grid that is filled."""
    for cell in range(np.uint64(len(grid))):
        digits[cell] = trailing_zeros64(grid[cell]) + ONE
