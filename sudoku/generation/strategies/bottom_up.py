"""From a blank grid, add random clues."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import random_cells
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy

Indices = npt.NDArray[np.intp]

UNJUDGED_SHARE = 5
"""One of this many cells is filled before a search can refute a puzzle."""


class BottomUp(Strategy):
    """Add random digits to random cells until there is one solution; then remove clues.

    A digit that leaves no solution is removed. Mychaskiw (2014) may try it again; here a refuted
    digit stays excluded from its cell. The first clues are tested together, and all are drawn again
    if they leave no solution, because nearly empty grids take longest to solve.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), algorithm 3.2.
    """

    name = "bottom_up"
    summary = "Add random clues to a blank grid until the solution is the only one."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        drafts = Drafts(judge, size, rng)
        rows = np.arange(size)
        for _ in range(judge.n_cells // UNJUDGED_SHARE):
            drafts.keep(*drafts.add_one(rows))
        drafts.clear(rows[judge.count(drafts.puzzles, limit=1) == 0])
        while len(rows):
            rows, cells, digits = drafts.add_one(rows)
            counts = judge.count(drafts.puzzles[rows])
            refuted = counts == 0
            drafts.puzzles[rows[refuted], cells[refuted]] = 0
            drafts.keep(rows[~refuted], cells[~refuted], digits[~refuted])
            rows = rows[counts != 1]
        puzzles = drafts.puzzles[judge.are_unique(drafts.puzzles)]
        return remove_at_random(judge, puzzles, rng)


class Drafts:
    """Unfinished puzzles, and the digits that may still be added to them.

    Attributes
    ----------
    puzzles : array (size, n_cells), uint8
        The clues so far.
    may_be : array (size, n_cells, n), bool
        The digits of a cell that no peer holds and that were not added to it before.
    """

    def __init__(self, judge: Judge, size: int, rng: np.random.Generator) -> None:
        self.puzzles = np.zeros((size, judge.n_cells), dtype=np.uint8)
        self.may_be = np.ones((size, judge.n_cells, judge.n), dtype=np.bool_)
        self._judge, self._rng = judge, rng

    def add_one(self, rows: Indices) -> tuple[Indices, Indices, Indices]:
        """Add a random digit to a random blank of each of these puzzles, where there is one.

        Returns
        -------
        The puzzles, the cells, and the digits, from 0.
        """
        may_add = (self.puzzles[rows] == 0) & self.may_be[rows].any(axis=2)
        some = may_add.any(axis=1)
        rows, cells = rows[some], random_cells(may_add[some], self._rng)
        digits = random_cells(self.may_be[rows, cells], self._rng)
        self.puzzles[rows, cells] = digits + 1
        self.may_be[rows, cells, digits] = False
        return rows, cells, digits

    def keep(self, rows: Indices, cells: Indices, digits: Indices) -> None:
        """Exclude the digits that were added from the peers of their cells."""
        self.may_be[rows, :, digits] &= ~self._judge.peers[cells]

    def clear(self, rows: Indices) -> None:
        """Remove all clues of these puzzles, to begin again."""
        self.puzzles[rows], self.may_be[rows] = 0, True
