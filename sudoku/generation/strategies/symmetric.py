"""Puzzles whose cells with clues are symmetric."""

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class Symmetric(Strategy):
    """Remove the orbits of a symmetry from a filled grid in random order, each as a whole.

    Each orbit that is left has at least one necessary clue, but some of its clues may be redundant.

    References
    ----------
    D. Warner, "Sudoku solver and generator report" (2007): symmetric generation.
    """

    name = "symmetric"
    summary = "Remove clues from a filled grid so that the rest is symmetric."
    takes = needs = frozenset({"symmetry"})

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        return remove_at_random(judge, filled_grids(judge, rng, size), rng, request.symmetry)
