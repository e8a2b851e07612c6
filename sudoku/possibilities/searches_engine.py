"""The engine for true candidates of puzzles that bit masks do not know: one search after another.

These are puzzles with constraints on the whole board, and boards with more than 64 digits. Of the
former each search finds a solution with any of the candidates that are still wanted, so the last
one refutes all that are left together. On the latter candidates are searched one by one.
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
from sudoku.verbs.solve import solutions

__all__ = ["SearchCandidates"]

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
        stated = statement(shape, puzzle.rules)
        self._is_model = any(each.reader.is_global for each in stated.constraints)
        self.counts = np.zeros((shape.n_cells, shape.n), dtype=np.int64)
        self.settled = np.ones(self.counts.shape, dtype=np.bool_)
        for cell, (domain, clue) in enumerate(
            zip(stated.domains(shape), puzzle.grid.cells, strict=True)
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
        is_complete = yield from self._list(self._puzzle, None if self._cap is None else FIRST)
        if not is_complete and self._is_model:
            with suppress(HaltedError):  # while a model was built; the driver is about to stop
                is_complete = yield from self._list_wanted()
        if is_complete:
            self.settled[:] = True
        for cell, digit in np.argwhere(~self.settled).tolist():
            while not self.settled[cell, digit]:
                yield from self._settle(cell, digit)

    def _list_wanted(self) -> Any:
        """Count new solutions with wanted candidates; return whether there are no others."""
        # Most puzzles are no models, and csp is imported only where one is.
        from csp import at_least
        from sudoku.encodings.csp_model import model

        made, new = model(self._puzzle), list(self.listed.values())
        digits = made.unknowns[: len(self.settled)]
        while not self.settled.all():
            if self._cap != 1:  # else a wanted candidate is in no solution that was listed
                pairs = [zip(digits, cells.tolist(), strict=True) for cells in new]
                others = [at_least(1, [own != digit for own, digit in each]) for each in pairs]
                made = made.with_constraints(others)
            wanted = np.argwhere(~self.settled).tolist()
            some = at_least(1, [digits[cell] == digit + 1 for cell, digit in wanted])
            found = made.with_constraints(some).solve(seed=self._seed)
            self.nodes += max(1, found.statistics.nodes)
            if found.solution is None:
                return found.complete
            new = [np.array([found.solution[own] for own in digits], dtype=np.int64)]
            self._note(new[0] - 1)
            yield True
        return True

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
