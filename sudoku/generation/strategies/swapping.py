"""Varying puzzles: some clues are replaced by others."""

import numpy as np

from sudoku.generation.fill import random_cells
from sudoku.generation.judge import Digits, Judge

__all__ = ["swap_clues"]

MOST_REMOVED = 4
"""The most clues that are replaced by others at once."""


def swap_clues(judge: Judge, puzzles: Digits, rng: np.random.Generator) -> Digits:
    """Return puzzles with one solution, in which some clues are replaced by others.

    The new clues come from any of the remaining solutions, so that the filled grid varies, too.
    """
    varied = puzzles.copy()
    rows = np.arange(len(varied))
    n_removed = rng.integers(1, MOST_REMOVED + 1, size=len(varied))
    for k in range(MOST_REMOVED):
        some = rows[n_removed > k]
        varied[some, random_cells(varied[some] != 0, rng)] = 0
    while len(rows):
        solutions, counts = judge.solve(varied[rows])
        rows, solutions = rows[counts > 1], solutions[counts > 1]
        cells = random_cells(varied[rows] == 0, rng)
        varied[rows, cells] = solutions[np.arange(len(rows)), cells]
    return varied
