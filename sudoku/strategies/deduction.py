"""From a filled grid, copy the clues that do not follow from those copied before."""

import numpy as np

from sudoku.fill import filled_grids
from sudoku.judge import Digits, Judge
from sudoku.strategies.removal import remove_at_random, turns_of
from sudoku.strategies.strategy import Strategy, Wish
from sudoku.symmetry import orbits_of


class Deduction(Strategy):
    """Go through the cells of a filled grid in random order; copy what is not yet deduced.

    A digit is deduced when no solution of the clues has another one in its cell. (The paper asks
    only what eliminations tell, and so copies more.) Then what can go is taken away.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), algorithm 3.3.
    """

    name = "deduction"
    summary = "Copy clues from a filled grid that do not follow from those copied before."

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Digits:
        """Try to make so many puzzles, side by side."""
        grids = filled_grids(judge, rng, size)
        puzzles, rows = np.zeros_like(grids), np.arange(len(grids))
        order = turns_of(orbits_of(judge.shape), len(grids), rng)
        for cells in order.T:
            digits = grids[rows, cells]
            puzzles[rows, cells] = digits * judge.has_other(puzzles, cells, digits)
        return remove_at_random(judge, puzzles, rng)
