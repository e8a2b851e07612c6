"""Puzzles with a given number of clues."""

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class ToClues(Strategy):
    """Remove clues until the requested number is left; a puzzle that needs more is dropped.

    Few grids come down to fewer than 22 clues that way; see `FewClues` for those.
    """

    name = "to_clues"
    summary = "Remove clues from a filled grid until a given number is left."
    takes = frozenset({"clues", "symmetry"})
    needs = frozenset({"clues"})

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        assert request.clues is not None
        if request.clues == 0:
            blank = np.zeros((1, judge.n_cells), dtype=np.uint8)
            return Made.decided(blank[judge.are_unique(blank)])
        grids = filled_grids(judge, rng, size)
        made = remove_at_random(judge, grids, rng, request.symmetry, request.clues)
        found = np.count_nonzero(made.puzzles, axis=1) == request.clues
        return Made.decided(made.puzzles[found])
