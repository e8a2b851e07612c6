"""Puzzles with a given number of clues."""

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Judge
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, Strategy, Wish


class ToClues(Strategy):
    """Take clues away until no more are left than wanted; a puzzle that keeps more is dropped.

    Few grids come down to fewer than 22 clues that way; see `FewClues` for those.
    """

    name = "to_clues"
    summary = "Take clues away from a filled grid until so many are left."
    takes = frozenset({"clues", "symmetry"})
    needs = frozenset({"clues"})

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Made:
        """Try to make so many puzzles, side by side."""
        assert wish.clues is not None
        grids = filled_grids(judge, rng, size)
        made = remove_at_random(judge, grids, rng, wish.symmetry, wish.clues)
        found = np.count_nonzero(made.puzzles, axis=1) == wish.clues
        return Made.decided(made.puzzles[found])
