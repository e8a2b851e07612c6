"""How many solutions puzzles have, by the thousand: what all strategies of generation ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sudoku.batch import count_batch, solve_batch
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule
from sudoku.shape import Shape

__all__ = ["Digits", "Flags", "Judge"]

Digits = npt.NDArray[np.uint8]
"""Puzzles or grids, one a row, all cells of it row by row, 0 for a blank."""

Flags = npt.NDArray[np.bool_]

MAX_NODES = 20_000
"""So many nodes of a search are had before a puzzle counts as too hard to judge.

No puzzle of 9x9 needs nearly as many; of large boards some need more than anyone would wait for.
"""


class Judge:
    """Judges puzzles of one shape and rules, in one thread.

    Parameters
    ----------
    shape, rules
        What the puzzles are; every rule must say all it asks for by its houses.
    check
        Called before each batch; it may raise, to end whatever is going on.

    Attributes
    ----------
    peers : array (n_cells, n_cells), bool
        Which two cells share a house.
    """

    def __init__(
        self,
        shape: Shape,
        rules: tuple[Rule, ...],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._check = check
        self._controls: Any = {"shape": shape, "rules": rules, "max_nodes": MAX_NODES}
        self.shape, self.rules = shape, rules
        self.n, self.n_cells = shape.n, shape.n_cells
        self.houses = [list(house.cells) for house in Puzzle(shape, rules).houses]
        self.peers = np.zeros((self.n_cells, self.n_cells), dtype=np.bool_)
        for house in self.houses:
            self.peers[np.ix_(house, house)] = True
        np.fill_diagonal(self.peers, False)

    def solve(self, puzzles: Digits) -> tuple[Digits, npt.NDArray[np.int64]]:
        """Return the first solution of each puzzle, and how many it has: as `count`, up to 2."""
        self._check()
        return solve_batch(puzzles, workers=1, **self._controls)

    def count(
        self, puzzles: Digits, limit: int = 2, barred: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.int64]:
        """Return how many solutions each puzzle has, at most `limit`; -1 if it took too long."""
        self._check()
        return count_batch(puzzles, limit, workers=1, barred=barred, **self._controls)

    def are_unique(self, puzzles: Digits) -> Flags:
        """Tell of each puzzle whether it has exactly one solution."""
        return np.asarray(self.count(puzzles) == 1)

    def has_other(
        self, puzzles: Digits, cells: npt.NDArray[np.intp], digits: npt.NDArray[np.integer[Any]]
    ) -> Flags:
        """Tell of each puzzle whether it has a solution with another digit in a blank cell.

        Parameters
        ----------
        puzzles
            Puzzles, one a row.
        cells, digits : arrays (n_puzzles,)
            For each, the cell, and the digit that is not to be in it.
        """
        barred = np.stack([cells, digits], axis=1)
        return np.asarray(self.count(puzzles, limit=1, barred=barred) != 0)

    def held(self, puzzles: Digits) -> npt.NDArray[np.int16]:
        """Return how many peers of each cell hold each digit: (n_puzzles, n_cells, n)."""
        held = np.zeros((*puzzles.shape, self.n), dtype=np.int16)
        rows = np.arange(len(puzzles))
        for cell, peers in enumerate(self.peers):
            filled = puzzles[:, cell] != 0
            held[rows[filled], :, puzzles[filled, cell] - 1] += peers
        return held
