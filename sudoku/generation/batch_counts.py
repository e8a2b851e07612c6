"""Count the solutions of batches of puzzles, for all generation strategies."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from exactcover.runtime.search.limits import stop_if_due
from sudoku.batches.arrays import NOTHING_BARRED, Arrays, Kernel
from sudoku.batches.batch import UNKNOWN, kernel_of, run, unknown
from sudoku.errors import ClashError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS
from sudoku.statement.bitsets import bits
from sudoku.statement.statement import statement

if TYPE_CHECKING:
    from sudoku.generation.uniqueness import OtherSolutions

Digits = npt.NDArray[np.uint8]
"""Puzzles or grids, one in each row of the array: all cells, row by row, 0 for a blank."""

Flags = npt.NDArray[np.bool_]

MAX_NODES = 2_000
"""The most nodes of the quick search for a puzzle. Few 9x9 puzzles need that many."""
DECIDING_NODES = 1_000_000
"""The most nodes of the second search, for puzzles that the quick one leaves undecided.

A search on a 25x25 board takes some 40,000 nodes.
"""


MOST_KNOWN = 16
"""The most solutions that are kept, because more puzzles with them are likely to be judged."""
QUICK_DIGITS = 16
"""The most digits of a board on which `count` decides most puzzles without a single clue."""


def judge_of(shape: Shape, rules: tuple[Rule, ...]) -> Judge:
    """Return the fastest judge for puzzles of a shape and rules.

    Examples
    --------
    >>> from sudoku import Classic, rule
    >>> judge_of(Shape(2, 2), (Classic(),)).renames
    True
    >>> judge_of(Shape(2, 2), (Classic(), rule("anti_king"))).renames
    False
    """
    return (Judge if shape.n <= MOST_DIGITS else CoverJudge)(shape, rules)


class Judge:
    """Counts the solutions of batches of puzzles in one thread; obeys the limits of the caller.

    Parameters
    ----------
    shape, rules
        The shape and the rules of the puzzles.

    Attributes
    ----------
    peers : array (n_cells, n_cells), bool
        True for two cells that cannot hold the same digit.
    renames
        Whether a valid grid stays valid if its digits are permuted.
    grid : array (n_cells,), uint8, or None
        A grid over which the rules were laid out, so that it obeys them; None if there is none.
    deciding_nodes
        The most nodes of the search of `resolve`; None for `DECIDING_NODES`.
    """

    renames: bool
    grid: Digits | None = None
    deciding_nodes: int | None = None

    def __init__(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        self.shape, self.rules = shape, rules
        self.renames = statement(shape, rules).has_only_houses
        self.n, self.n_cells = shape.n, shape.n_cells
        self._known: deque[Digits] = deque(maxlen=MOST_KNOWN)
        self.peers = np.zeros((self.n_cells, self.n_cells), dtype=np.bool_)
        for cell, others in enumerate(statement(shape, rules).peers(self.n_cells)):
            self.peers[cell, list(bits(others))] = True

    def solve(self, puzzles: Digits) -> tuple[Digits, npt.NDArray[np.int64]]:
        """Return the first solution of each puzzle, and the numbers of solutions as in `count`."""
        solutions = np.zeros(puzzles.shape, dtype=np.uint8)
        return solutions, self._count(puzzles, 2, solutions)

    def count(self, puzzles: Digits, limit: int = 2) -> npt.NDArray[np.int64]:
        """Return the number of solutions of each puzzle, at most `limit`; -1 if unfinished."""
        return self._count(puzzles, limit, puzzles[:0])

    def _count(self, puzzles: Digits, limit: int, solutions: Digits) -> npt.NDArray[np.int64]:
        """Count as the verbs for batches do, without their checks: there are many small ones."""
        cells = np.ascontiguousarray(puzzles)
        arrays = Arrays(cells, NOTHING_BARRED, solutions, unknown(cells))
        run(self._kernel, arrays, limit, 1, MAX_NODES)
        return arrays.counts

    @cached_property
    def _kernel(self) -> Kernel:
        return kernel_of(self.shape, self.rules)

    @property
    def most_nodes(self) -> int:
        """The most nodes of the search of `resolve`."""
        return self.deciding_nodes or DECIDING_NODES

    def resolve(
        self, puzzles: Digits, before: Digits | None = None, max_nodes: int | None = None
    ) -> npt.NDArray[np.int64]:
        """Return the number of solutions of each puzzle, at most 2, by a stronger engine.

        It is for puzzles that `count` left undecided. The number is -1 if this search reaches its
        node limit, too: `max_nodes`, by default `most_nodes`. `before` has the puzzles with some
        more clues, with which each has one solution: then only another solution is searched for,
        which is faster.
        """
        most = max_nodes or self.most_nodes
        if before is None or not self.renames:
            counts = [self._search(cells, 2, most, self._stronger)[1] for cells in puzzles.tolist()]
        else:
            counts = [self._count_others(*pair, most) for pair in zip(puzzles, before, strict=True)]
        return np.array(counts, dtype=np.int64)

    def _count_others(self, puzzle: Digits, before: Digits, max_nodes: int) -> int:
        """Return 1 if the solution of the puzzle before is the only one, 2 if not, or -1."""
        stop_if_due()
        solution = self._solution_of(before)
        if solution is None:
            return UNKNOWN
        cells = np.flatnonzero(puzzle != before)
        found, is_known = self._others.find(puzzle, solution, cells, max_nodes)
        if not is_known:
            return UNKNOWN
        return 1 if found is None else 2

    @cached_property
    def _others(self) -> OtherSolutions:
        from sudoku.generation.uniqueness import OtherSolutions  # its engine imports Numba

        return OtherSolutions(self.shape, self.rules)

    def _solution_of(self, puzzle: Digits) -> Digits | None:
        """Return the only solution of a puzzle; None if the search reaches its node limit."""
        for solution in self._known:
            if ((puzzle == 0) | (puzzle == solution)).all():
                return solution
        found, _ = self._search(puzzle.tolist(), 1, self.most_nodes, self._stronger)
        if not found:
            return None
        self._known.append(np.array(found[0], dtype=np.uint8))
        return self._known[-1]

    def surely_count(self, puzzles: Digits, before: Digits | None = None) -> npt.NDArray[np.int64]:
        """Return the number of solutions of each puzzle, at most 2: by `count` or by `resolve`."""
        counts = self.count(puzzles)
        is_open = counts == UNKNOWN
        counts[is_open] = self.resolve(
            puzzles[is_open], None if before is None else before[is_open]
        )
        return counts

    def are_unique(self, puzzles: Digits) -> Flags:
        """Return whether each puzzle is proved to have exactly one solution."""
        return np.asarray(self.surely_count(puzzles) == 1)

    def held(self, puzzles: Digits) -> npt.NDArray[np.int16]:
        """Return the number of peers of each cell that hold each digit: (n_puzzles, n_cells, n)."""
        held = np.zeros((*puzzles.shape, self.n), dtype=np.int16)
        rows = np.arange(len(puzzles))
        for cell, peers in enumerate(self.peers):
            filled = puzzles[:, cell] != 0
            held[rows[filled], :, puzzles[filled, cell] - 1] += peers
        return held

    @property
    def _stronger(self) -> str:
        """The method for puzzles that the quick search leaves undecided.

        "auto" would use clause learning, too, but only after another search like the one before.
        Clause learning needs rules that can be written as options, and "auto" checks that.
        """
        return "learning" if self.renames else "auto"

    def _search(
        self, cells: list[int], limit: int, max_nodes: int, method: str = "auto"
    ) -> tuple[list[tuple[int, ...]], int]:
        """Return up to `limit` solutions, and their number; -1 if the node limit was reached."""
        from sudoku.verbs.solve import solutions

        stop_if_due()
        try:
            puzzle = Puzzle(self.shape, self.rules, cells)
        except ClashError:
            return [], 0
        search = solutions(puzzle, limit=limit, max_nodes=max_nodes, method=method)
        found = [grid.cells for grid in search]
        return found, len(found) if search.complete or len(found) == limit else UNKNOWN


class CoverJudge(Judge):
    """Counts the solutions of puzzles of any rules and size, by one search for each puzzle."""

    def solve(self, puzzles: Digits) -> tuple[Digits, npt.NDArray[np.int64]]:
        """Return the first solution of each puzzle, and the numbers of solutions as in `count`."""
        solutions = np.zeros_like(puzzles)
        counts = np.zeros(len(puzzles), dtype=np.int64)
        for k, cells in enumerate(puzzles.tolist()):
            found, counts[k] = self._search(cells, 2, MAX_NODES)
            if found:
                solutions[k] = found[0]
        return solutions, counts

    def count(self, puzzles: Digits, limit: int = 2) -> npt.NDArray[np.int64]:
        """Return the number of solutions of each puzzle, at most `limit`; -1 if unfinished."""
        counts = (self._search(cells, limit, MAX_NODES)[1] for cells in puzzles.tolist())
        return np.fromiter(counts, dtype=np.int64, count=len(puzzles))
