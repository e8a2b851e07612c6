"""How many solutions puzzles have, by the thousand: what all strategies of generation ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sudoku.batch import UNKNOWN, count_batch, solve_batch
from sudoku.bitmask.tables import MOST_DIGITS
from sudoku.errors import ClashError
from sudoku.masks import bits
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule
from sudoku.shape import Shape
from sudoku.statement import statement

__all__ = ["CoverJudge", "Digits", "Flags", "Judge", "judge_of"]

Digits = npt.NDArray[np.uint8]
"""Puzzles or grids, one a row, all cells of it row by row, 0 for a blank."""

Flags = npt.NDArray[np.bool_]

MAX_NODES = 20_000
"""So many nodes of a search are had before a puzzle counts as too hard to judge.

No puzzle of 9x9 needs nearly as many; of large boards some need more than anyone would wait for.
"""


def judge_of(
    shape: Shape, rules: tuple[Rule, ...], check: Callable[[], None] = lambda: None
) -> Judge:
    """Return the fastest judge for puzzles of a shape and rules.

    Examples
    --------
    >>> from sudoku import Classic, rule
    >>> judge_of(Shape(2, 2), (Classic(),)).renames
    True
    >>> judge_of(Shape(2, 2), (Classic(), rule("anti_king"))).renames
    False
    """
    return (Judge if shape.n <= MOST_DIGITS else CoverJudge)(shape, rules, check)


class Judge:
    """Judges puzzles by the batch, in one thread.

    Parameters
    ----------
    shape, rules
        What the puzzles are.
    check
        Called before each batch; it may raise, to end whatever is going on.

    Attributes
    ----------
    peers : array (n_cells, n_cells), bool
        Which two cells cannot hold the same digit.
    renames
        Whether a grid stays one if its digits are renamed.
    """

    renames: bool

    def __init__(
        self,
        shape: Shape,
        rules: tuple[Rule, ...],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._check = check
        self._controls: Any = {"shape": shape, "rules": rules, "max_nodes": MAX_NODES}
        self.shape, self.rules = shape, rules
        self.renames = statement(shape, rules).has_only_houses
        self.n, self.n_cells = shape.n, shape.n_cells
        self.peers = np.zeros((self.n_cells, self.n_cells), dtype=np.bool_)
        for cell, others in enumerate(statement(shape, rules).peers(self.n_cells)):
            self.peers[cell, list(bits(others))] = True

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


class CoverJudge(Judge):
    """Judges puzzles of any rules and as many digits, each by a search of its own."""

    def solve(self, puzzles: Digits) -> tuple[Digits, npt.NDArray[np.int64]]:
        """Return the first solution of each puzzle, and how many it has: as `count`, up to 2."""
        solutions = np.zeros_like(puzzles)
        counts = np.zeros(len(puzzles), dtype=np.int64)
        for k, cells in enumerate(puzzles.tolist()):
            found, counts[k] = self._search(cells, 2)
            if found:
                solutions[k] = found[0]
        return solutions, counts

    def count(
        self, puzzles: Digits, limit: int = 2, barred: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.int64]:
        """Return how many solutions each puzzle has, at most `limit`; -1 if it took too long."""
        rows = puzzles.tolist()
        if barred is None:
            return np.array([self._search(cells, limit)[1] for cells in rows], dtype=np.int64)
        # Only asked with a limit of 1: whether any other digit will do.
        wanted = np.asarray(barred).tolist()
        others = (self._has_other(row, *bar) for row, bar in zip(rows, wanted, strict=True))
        return np.fromiter(others, dtype=np.int64, count=len(rows))

    def _has_other(self, cells: list[int], cell: int, digit: int) -> bool:
        others = (other for other in range(1, self.n + 1) if other != digit)
        return any(self._search([*cells[:cell], d, *cells[cell + 1 :]], 1)[1] for d in others)

    def _search(self, cells: list[int], limit: int) -> tuple[list[tuple[int, ...]], int]:
        """Return up to `limit` solutions, and how many they are; -1 if it took too long."""
        from sudoku.solve import solutions

        self._check()
        try:
            puzzle = Puzzle(self.shape, self.rules, cells)
        except ClashError:
            return [], 0
        search = solutions(puzzle, limit=limit, max_nodes=MAX_NODES)
        found = [grid.cells for grid in search]
        return found, len(found) if search.complete or len(found) == limit else UNKNOWN
