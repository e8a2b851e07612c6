"""Varying puzzles: some clues are replaced by others."""

import numpy as np

from sudoku.batches.batch import UNKNOWN
from sudoku.generation.batch_counts import Digits, Flags, Judge
from sudoku.generation.fill import random_cells

MOST_REMOVED = 4
"""The most clues that are replaced by others at once."""


def swap_clues(
    judge: Judge,
    puzzles: Digits,
    rng: np.random.Generator,
    same: Flags | None = None,
    most: int = MOST_REMOVED,
) -> Digits:
    """Return puzzles with one solution, in which some clues are replaced by others.

    The new clues come from any of the remaining solutions, so that the filled grid varies, too. If
    the judge gives up, so that the solutions may be several, the puzzle stays as it was.
    With `same`, which says for two cells whether they are in the same orbit of a symmetry, whole
    orbits of clues are replaced; at most `most` of them.
    """
    if same is None:
        same = np.eye(judge.n_cells, dtype=np.bool_)
    varied = puzzles.copy()
    rows = np.arange(len(varied))
    n_removed = rng.integers(1, most + 1, size=len(varied))
    for k in range(most):
        some = rows[n_removed > k]
        varied[some] *= ~same[random_cells(varied[some] != 0, rng)]
    while len(rows):
        solutions, counts = judge.solve(varied[rows])
        gave_up = rows[counts == UNKNOWN]
        varied[gave_up] = puzzles[gave_up]
        rows, solutions = rows[counts > 1], solutions[counts > 1]
        added = same[random_cells(varied[rows] == 0, rng)]
        varied[rows] = np.where(added, solutions, varied[rows])
    return varied
