"""A batch of puzzles, one after the other, for any kernel that can start and search one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.jit import helper

OPEN, FAILED, SOLVED = range(3)
"""How a grid may stand after all deductions."""

PUZZLE, DEPTH, FOUND, NODES, SPENT = range(5)
"""Where a position keeps the puzzle searched, the grids on the stack, the solutions found, and the
nodes: of this call, and of the puzzle in all."""
N_POSITIONS = 5

N_LEVELS = 82
"""Grids on a stack: each but the first has one cell more filled than the one below it."""


@helper
def solve_each(
    start: Any,
    exclude: Any,
    search: Any,
    puzzles: NDArray[np.uint8],
    barred: NDArray[np.uint16],
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    stack: Any,
    position: NDArray[np.uint64],
    limit: int,
    budget: int,
    most: int,
) -> bool:
    """Search on in a batch; tell whether it is done, or the nodes are spent.

    Parameters
    ----------
    start, exclude, search
        What makes a puzzle's grid the only one on the stack, what takes a candidate from it, and
        what searches on.
    puzzles
        (n, n_cells), uint8: digits, 0 for a blank.
    barred
        (n, 2), or (0, 2) if there are none: a blank cell, and a digit that it must not hold.
    solutions
        (n, n_cells), or (0, n_cells) if none are wanted: the first found, in rows that are 0
        before.
    counts
        (n,): set to how many solutions a puzzle has, no further than `limit`, where that is known.
    stack, position
        Where the search stands; zeros before the first call. Both are the kernel's own.
    limit
        At least 1.
    budget
        Come back after this many nodes.
    most
        Give a puzzle up after so many nodes.
    """
    position[NODES] = 0
    for k in range(position[PUZZLE], np.uint64(len(puzzles))):
        if position[DEPTH] == 0:
            start(puzzles[k], stack, position)
            position[SPENT] = 0
            if len(barred):
                exclude(stack, np.uint64(barred[k, 0]), np.uint64(barred[k, 1]))
        solution = solutions[k] if len(solutions) else puzzles[k, :0]
        before = position[NODES]
        last = min(np.uint64(budget), before + np.uint64(most) - position[SPENT])
        search(stack, position, solution, np.uint64(limit), last)
        position[SPENT] += position[NODES] - before
        if position[DEPTH] == 0:
            counts[k] = position[FOUND]
        elif position[SPENT] < np.uint64(most):
            position[PUZZLE] = k
            return False
        position[DEPTH] = 0
    position[PUZZLE] = len(puzzles)
    return True
