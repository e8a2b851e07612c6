"""Puzzles as grids of digits: a block of them at once, and helpers for kernels that ask about one.

A kernel that makes puzzles gets a `State` from Python, and asks with `count_solutions` or
`may_differ` as often as it likes. Digits are 1 to n, in arrays of uint8 with 0 for a blank.
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.bits import trailing_zeros64
from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.bitmask.search import FOUND, begin, search_on
from sudoku.bitmask.state import WAITING, State

Digits = NDArray[np.uint8]

ZERO = np.uint64(0)
ONE = np.uint64(1)
NO_END = np.uint64(1 << 62)


@kernel
def solve_each(
    state: State, puzzles: Digits, solutions: Digits, counts: NDArray[np.int64], limit: int
) -> None:
    """Count the solutions of each puzzle up to `limit`, and write the first one of each."""
    for k in range(np.uint64(len(puzzles))):
        set_clues(state, puzzles[k])
        found = find_next(state, solutions[k]) if limit > 0 else False
        if not found:
            solutions[k, :] = 0
        counts[k] = ONE + count_on(state, np.uint64(limit) - ONE) if found else ZERO


@kernel
def differ_each(
    state: State, puzzles: Digits, cells: NDArray[np.uint32], result: NDArray[np.bool_]
) -> None:
    """Tell of each puzzle whether it has a solution with another digit in the clue of a cell."""
    for k in range(np.uint64(len(puzzles))):
        result[k] = may_differ(state, puzzles[k], cells[k])


def find_needed(state: State, puzzle: Digits, needed: NDArray[np.bool_]) -> None:
    """Tell of each cell whether it holds a clue without which the puzzle has more solutions."""
    for cell in range(np.uint64(len(puzzle))):
        needed[cell] = puzzle[cell] != 0 and may_differ(state, puzzle, cell)


@helper
def count_solutions(state: State, puzzle: Digits, limit: Unsigned) -> Unsigned:
    """Count the solutions of a puzzle, at most `limit`."""
    set_clues(state, puzzle)
    return count_on(state, limit)


@helper
def may_differ(state: State, puzzle: Digits, cell: Unsigned) -> bool:
    """Tell whether the puzzle without the clue of a cell has a solution with another digit there.

    If the puzzle has one solution, it needs that clue just then.
    """
    set_clues(state, puzzle)
    state.grids[0, cell] ^= state.tables.full
    return search_on(state, NO_END) == FOUND


@helper
def set_clues(state: State, puzzle: Digits) -> None:
    """Let the first grid be that of a puzzle's clues, and begin a search."""
    grid = state.grids[0]
    for cell in range(np.uint64(len(grid))):
        grid[cell] = state.tables.full
        if puzzle[cell] != 0:
            grid[cell] = ONE << (np.uint64(puzzle[cell]) - ONE)
    begin(state)


@helper
def find_next(state: State, solution: Digits) -> bool:
    """Write the next solution to `solution`, or tell that there is none."""
    if search_on(state, NO_END) != FOUND:
        return False
    grid = state.grids[state.position[WAITING]]
    for cell in range(np.uint64(len(grid))):
        solution[cell] = trailing_zeros64(grid[cell]) + ONE
    return True


@helper
def count_on(state: State, limit: Unsigned) -> Unsigned:
    """Count the solutions that are left, at most `limit`."""
    found = ZERO
    while found < limit and search_on(state, NO_END) == FOUND:
        found += ONE
    return found
