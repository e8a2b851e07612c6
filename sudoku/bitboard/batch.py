"""A batch of puzzles, one after the other, for any kernel that can start and search one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.jit import helper

OPEN, FAILED, SOLVED = range(3)
"""How a grid may stand after all deductions."""

PUZZLE, DEPTH, FOUND, NODES = range(4)
"""Where a position keeps the puzzle searched, the grids on the stack, the solutions and nodes."""
N_POSITIONS = 4

N_LEVELS = 82
"""Grids on a stack: each but the first has one cell more filled than the one below it."""
NO_LIMIT = np.uint64(1 << 62)


@helper
def solve_each(
    start: Any,
    search: Any,
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    stack: NDArray[Any],
    position: NDArray[np.uint64],
    limit: int,
    budget: int,
) -> bool:
    """Search on in a batch; tell whether it is done, or the nodes are spent.

    Parameters
    ----------
    start, search
        What makes a puzzle's grid the only one on the stack, and what searches on.
    puzzles
        (n, 81), uint8: digits from 0, a blank, to 9.
    solutions
        (n, 81), or (0, 81) if none are wanted: the first found, in rows that are 0 before.
    counts
        (n,): how many solutions a puzzle has, no further than `limit`.
    stack, position
        Where the search stands; zeros before the first call. Both are the kernel's own.
    limit
        At least 1.
    budget
        Come back after this many nodes.
    """
    position[NODES] = 0
    for k in range(position[PUZZLE], np.uint64(len(puzzles))):
        if position[DEPTH] == 0:
            start(puzzles[k], stack, position)
        solution = solutions[k] if len(solutions) else puzzles[k, :0]
        search(stack, position, solution, np.uint64(limit), np.uint64(budget))
        if position[DEPTH]:
            position[PUZZLE] = k
            return False
        counts[k] = position[FOUND]
    position[PUZZLE] = len(puzzles)
    return True
