"""From a filled grid, remove clues in random order."""

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class TopDown(Strategy):
    """Remove the clues of a filled grid in random order, except those that the puzzle needs.

    All orders are equally likely. So the probability of a puzzle is proportional to the number of
    orders that lead to it, which favours puzzles with many clues: the mean is 24.4 in classic 9x9.
    On boards of more than 20 digits, clues are removed more or less digit by digit: other orders
    take far longer.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), algorithm 3.1.
    """

    name = "top_down"
    summary = "Remove clues from a filled grid, in random order."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        return remove_at_random(judge, filled_grids(judge, rng, size), rng)
