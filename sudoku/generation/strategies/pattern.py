"""Puzzles with clues in given cells."""

import numpy as np
import numpy.typing as npt

from sudoku.generation.fill import filled_grids, random_cells
from sudoku.generation.judge import Digits, Judge
from sudoku.generation.strategies.strategy import Made, Strategy, Wish

ROUNDS = 400
"""Changes that are tried on a puzzle before it is given up."""
MOST_SOLUTIONS = 256
"""A puzzle is as bad as another if both have as many solutions as this, or more."""


class Pattern(Strategy):
    """Climb: change one clue at a time as long as there are not more solutions than before.

    It starts from the clues that a filled grid has in the cells of the pattern.
    """

    name = "pattern"
    summary = "Find digits for given cells that leave one solution."
    takes = needs = frozenset({"pattern"})

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Made:
        """Try to make so many puzzles, side by side."""
        assert wish.pattern is not None
        puzzles = filled_grids(judge, rng, size) * wish.pattern
        counts = judge.count(puzzles, MOST_SOLUTIONS)
        for _ in range(ROUNDS):
            rows = np.flatnonzero(counts > 1)
            if not len(rows):
                break
            trial = _change_one(judge, puzzles[rows], wish.pattern, rng)
            found = judge.count(trial, MOST_SOLUTIONS)
            better = (found > 0) & (found <= counts[rows])
            puzzles[rows[better]], counts[rows[better]] = trial[better], found[better]
        return Made.decided(puzzles[counts == 1])


def _change_one(
    judge: Judge, puzzles: Digits, pattern: npt.NDArray[np.bool_], rng: np.random.Generator
) -> Digits:
    """Return puzzles with another digit in one of the cells, one that clashes with no peer."""
    rows = np.arange(len(puzzles))
    cells = random_cells(np.broadcast_to(pattern, puzzles.shape), rng)
    digits = np.arange(1, judge.n + 1)
    taken = (puzzles[:, :, None] == digits) & judge.peers[cells][:, :, None]
    fits = ~taken.any(axis=1) & (digits != puzzles[rows, cells][:, None])
    changed = puzzles.copy()
    some = fits.any(axis=1)
    changed[rows[some], cells[some]] = random_cells(fits[some], rng) + 1
    return changed
