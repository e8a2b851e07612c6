"""A batch of puzzles, one after the other, for any kernel that can start and search one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from sudoku.batches.arrays import Arrays, Limits

OPEN, FAILED, SOLVED = range(3)
"""The state of a grid after propagation."""

PUZZLE, DEPTH, FOUND, NODES, SPENT = range(5)
"""Where a position keeps the puzzle searched, the grids on the stack, the solutions found, and the
nodes: of this call, and of the puzzle in all."""
N_POSITIONS = 16
"""The words of a position: enough for a kernel that searches two puzzles at a time."""

N_LEVELS = 82
"""Grids on a stack: each but the first has one cell more filled than the one below it."""


@helper
def solve_each(
    start: Any,
    exclude: Any,
    search: Any,
    arrays: Arrays,
    stack: Any,
    position: NDArray[np.uint64],
    limits: Limits,
) -> bool:
    """Continue the search of a batch; return whether it is done, not stopped by the limit of nodes.

    Parameters
    ----------
    start, exclude, search
        The kernels that put a puzzle alone on the stack, remove a candidate, and
        search it.
    arrays
        The batch.
    stack, position
        The state of the search, zeros before the first call. Both belong to the kernel.
    limits
        The limits of the search.
    """
    puzzles, barred, solutions, counts = arrays
    most = np.uint64(limits.nodes)
    position[NODES] = 0
    for k in range(position[PUZZLE], np.uint64(len(puzzles))):
        if position[DEPTH] == 0:
            start(puzzles[k], stack, position)
            position[SPENT] = 0
            if len(barred):
                exclude(stack, np.uint64(barred[k, 0]), np.uint64(barred[k, 1]))
        solution = solutions[k] if len(solutions) else puzzles[k, :0]
        before = position[NODES]
        last = min(np.uint64(limits.budget), before + most - position[SPENT])
        search(stack, position, solution, np.uint64(limits.solutions), last)
        position[SPENT] += position[NODES] - before
        if position[DEPTH] == 0:
            counts[k] = position[FOUND]
        elif position[SPENT] < most:
            position[PUZZLE] = k
            return False
        position[DEPTH] = 0
    position[PUZZLE] = len(puzzles)
    return True
