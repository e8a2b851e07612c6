"""From a blank grid, add random clues."""

import numpy as np

from sudoku.fill import random_cells
from sudoku.judge import Digits, Judge
from sudoku.strategies.removal import remove_clues, turns_of
from sudoku.strategies.strategy import Strategy, Wish
from sudoku.symmetry import orbits


class BottomUp(Strategy):
    """Add random digits to random cells until there is one solution; then take what can go.

    A digit that leaves no solution is taken back. The paper may try it again, and seldom but
    endlessly does; here a digit that was refuted stays out of its cell.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), algorithm 3.2.
    """

    name = "bottom_up"
    summary = "Add random clues to a blank grid until the solution is the only one."

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Digits:
        """Try to make so many puzzles, side by side."""
        puzzles = np.zeros((size, judge.n_cells), dtype=np.uint8)
        may_be = np.ones((size, judge.n_cells, judge.n), dtype=np.bool_)
        rows = np.arange(size)
        while len(rows):
            may_add = (puzzles[rows] == 0) & may_be[rows].any(axis=2)
            rows, may_add = rows[may_add.any(axis=1)], may_add[may_add.any(axis=1)]
            cells = random_cells(may_add, rng)
            digits = random_cells(may_be[rows, cells], rng)
            puzzles[rows, cells] = digits + 1
            counts = judge.count(puzzles[rows])
            may_be[rows, cells, digits] = False
            refuted = counts == 0
            puzzles[rows[refuted], cells[refuted]] = 0
            kept = ~refuted
            may_be[rows[kept], :, digits[kept]] &= ~judge.peers[cells[kept]]
            rows = rows[counts != 1]
        puzzles = puzzles[judge.are_unique(puzzles)]
        return remove_clues(judge, puzzles, turns_of(orbits(judge.n), len(puzzles), rng))
