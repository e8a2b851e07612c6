"""The engine for true candidates of puzzles that bit masks do not know: one search after another.

These are puzzles with constraints on the whole board, and boards with more than 64 digits. Of the
former all true candidates are found first, then solutions are counted for one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.search.protocol import Out, Status
from sudoku.errors import ClashError
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.statement import statement
from sudoku.statement.whole_board import whole_board
from sudoku.verbs.solve import solutions

FIRST = 16
"""The solutions that are listed before candidates are searched one by one."""


class SearchCandidates(BaseEngine):
    """The engine; its parameters are those of the verb.

    Examples
    --------
    >>> from exactcover.runtime.search.driver import Search
    >>> engine = SearchCandidates(Puzzle.from_text("12.............."), 1)
    >>> Search(engine).count() > 0, engine.counts[2].tolist()
    (True, [0, 0, 1, 1])
    """

    name = "searches"
    depth = 0

    def __init__(self, puzzle: Puzzle, cap: int | None, seed: int | None = None) -> None:
        shape = puzzle.shape
        self._puzzle, self._cap, self._seed = puzzle, cap, seed
        self._is_model = whole_board(shape, puzzle.rules) is not None
        self.counts = np.zeros((shape.n_cells, shape.n), dtype=np.int64)
        self.settled = np.ones(self.counts.shape, dtype=np.bool_)
        for cell, (domain, clue) in enumerate(
            zip(statement(shape, puzzle.rules).domains(shape), puzzle.grid.cells, strict=True)
        ):
            for digit in (clue,) if clue else range(1, shape.n + 1):
                self.settled[cell, digit - 1] = not domain >> digit - 1 & 1
        self.listed: dict[bytes, NDArray[Any]] = {}
        self.nodes = self.updates = self.solutions = 0
        self.is_finished = False
        self._steps = self._search()

    def part_done(self) -> float:
        """Return the part of all candidates whose numbers of solutions are final."""
        return float(self.settled.mean())

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search until one more solution is found, or a search has ended."""
        if next(self._steps, None) is not None:
            return Status.BUDGET_SPENT
        self.is_finished = bool(self.settled.all())
        return Status.EXHAUSTED if self.is_finished else Status.BUDGET_SPENT

    def _search(self) -> Iterator[bool]:
        """Yield after each solution and each search."""
        if (yield from self._list(self._puzzle, None if self._cap is None else FIRST)):
            self.settled[:] = True
        elif self._is_model:
            with suppress(HaltedError):  # while a model was built; the driver is about to stop
                yield from self._find_all()
        for cell, digit in np.argwhere(~self.settled).tolist():
            while not self.settled[cell, digit]:
                yield from self._settle(cell, digit)

    def _find_all(self) -> Iterator[bool]:
        """Find all true candidates; yield after each solution.

        Each search asks for a solution with any candidate that no solution had yet, so the last one
        refutes the others together.
        """
        # Most puzzles are no models, and csp is imported only where one is.
        from csp import at_least
        from sudoku.encodings.csp_model import model

        made = model(self._puzzle)
        digits = made.unknowns[: len(self.settled)]
        while wanted := np.argwhere((self.counts == 0) & ~self.settled).tolist():
            some = at_least(1, [digits[cell] == digit + 1 for cell, digit in wanted])
            found = made.with_constraints(some).solve(seed=self._seed)
            self.nodes += max(1, found.statistics.nodes)
            if found.solution is None:
                if found.complete:
                    self.settled |= self.counts == 0
                return
            self._note(np.array([found.solution[own] for own in digits], dtype=np.int64) - 1)
            yield True

    def _settle(self, cell: int, digit: int) -> Iterator[bool]:
        """Search the solutions with a candidate."""
        puzzle, cap = self._puzzle, self._cap
        try:
            if not puzzle.grid.cells[cell]:
                puzzle = puzzle.with_clue(*puzzle.shape.position(cell), digit + 1)
        except ClashError:
            self.settled[cell, digit] = True
            return
        is_complete = yield from self._list(puzzle, cap)
        self.settled[cell, digit] |= is_complete
        yield True

    def _list(self, puzzle: Puzzle, limit: int | None) -> Any:
        """Count some solutions; return whether there are no others."""
        found = solutions(puzzle, limit=limit, seed=self._seed)
        before = self.nodes
        for grid in found:
            self.nodes = before + found.statistics.nodes
            self._note(np.array(grid.cells, dtype=np.int64) - 1)
            yield True
        self.nodes = before + max(1, found.statistics.nodes)
        return found.complete

    def _note(self, digits: NDArray[np.int64]) -> None:
        """Count a solution, unless it was counted before."""
        cap = self._cap
        if cap is not None:
            cells = (digits + 1).astype(np.uint8 if digits.max() < 255 else np.uint16)
            if self.listed.setdefault(cells.tobytes(), cells) is not cells:
                return
        at = np.arange(len(digits)), digits
        self.counts[at] += 1
        if cap is not None:
            np.minimum(self.counts, cap, out=self.counts)
            self.settled |= self.counts == cap
        self.solutions += 1
