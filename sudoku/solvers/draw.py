"""A fair draw among the solutions of a puzzle, as far as they are soon found."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.protocol import Out, Status

MOST_DRAWN = 64
"""The solutions among which one is drawn."""
MORE_NODES = 256
"""The nodes that are visited after the first solution, to find others: less than 1 ms for most."""


class Draw(Wrapper):
    """An engine that returns solutions of another one in a random order.

    Before the first solution is returned, others are searched for a short while. If there are at
    most MOST_DRAWN, and MORE_NODES suffice to find them all, each of them comes first with the same
    probability. Otherwise the first ones that a search in a random order has found are drawn from.

    Parameters
    ----------
    engine
        The engine, which should search in a random order.
    rng
        Draws the order.

    Examples
    --------
    >>> from exactcover.runtime.search.driver import Search
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> from sudoku.solvers.bitmask.solver import BitmaskSolver
    >>> puzzle = Puzzle.from_text("12..............")
    >>> engine = Draw(BitmaskSolver(puzzle, seed=1), np.random.default_rng(1))
    >>> engine.choose([0, 5])
    True
    >>> search = Search(engine)
    >>> search.count()
    24
    """

    def __init__(self, engine: CoverEngine, rng: np.random.Generator) -> None:
        super().__init__(engine)
        self._cover, self._rng = engine, rng
        self._rows: list[U32] = []
        self._last_node: int | None = None
        self._is_drawn = self._is_exhausted = False
        self._n_returned = 0

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self._engine.name

    @property
    def depth(self) -> int:
        """The most numbers that a solution can have."""
        return self._engine.depth

    @property
    def solutions(self) -> int:
        """The number of solutions returned so far."""
        return self._n_returned

    def choose(self, options: list[int]) -> bool:
        """Choose options before the search; return whether they agree."""
        return self._cover.choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Collect solutions; then return them, and the others that the engine finds."""
        if not self._is_drawn:
            self._collect(node_budget)
            if not self._is_drawn:
                return Status.BUDGET_SPENT
        if self._rows:
            return self._return(out)
        if self._is_exhausted:
            return Status.EXHAUSTED
        before = self._engine.solutions
        status = self._engine.advance(node_budget, out)
        self._n_returned += self._engine.solutions - before
        return status

    def _collect(self, node_budget: int) -> None:
        """Let the engine search on; draw the order when enough is found."""
        room = MOST_DRAWN - len(self._rows)
        rows = np.empty((room, self.depth), dtype=np.uint32)
        lengths, before = np.empty(room, dtype=np.uint32), self._engine.solutions
        left = node_budget
        if self._last_node is None:
            room = 1
        else:
            left = min(left, self._last_node - self.nodes)
        status = self._engine.advance(left, Out(rows, lengths, room))
        found = self._engine.solutions - before
        self._rows += [rows[k, : lengths[k]] for k in range(found)]
        self._is_exhausted = status is Status.EXHAUSTED
        if self._rows and self._last_node is None:
            self._last_node = self.nodes + MORE_NODES
        is_over = self._last_node is not None and self.nodes >= self._last_node
        if self._is_exhausted or is_over or len(self._rows) == MOST_DRAWN:
            self._is_drawn = True
            self._rows = [self._rows[k] for k in self._rng.permutation(len(self._rows))]

    def _return(self, out: Out) -> Status:
        """Write the next solutions that were collected."""
        n = min(out.room, len(self._rows))
        for k, row in enumerate(self._rows[:n]):
            if len(out.rows):
                out.rows[k, : len(row)], out.lengths[k] = row, len(row)
        del self._rows[:n]
        self._n_returned += n
        if n == out.room:
            return Status.OUT_FULL
        return Status.EXHAUSTED if self._is_exhausted else Status.BUDGET_SPENT

    def snapshot(self) -> dict[str, Any]:
        """Return copies of all that the search changes."""
        kept = (self._rows, self._last_node, self._is_drawn, self._is_exhausted, self._n_returned)
        return {**self._engine.snapshot(), "draw": np.array([list(kept)], dtype=object)}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore a snapshot."""
        inner = {name: array for name, array in snapshot.items() if name != "draw"}
        self._engine.restore(inner)
        rows, *others = snapshot["draw"][0]
        self._rows = list(rows)
        self._last_node, self._is_drawn, self._is_exhausted, self._n_returned = others
