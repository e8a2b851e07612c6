"""Engines that search a smaller problem in place of the one that was given."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.protocol import Engine, Out, Status


class Subproblem(Wrapper):
    """The base of these engines; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    depth
        The most options that a solution of the problem that was given has. What is left of it may
        allow for more: its options may have lost primary items, by which solutions are bounded.
    forced
        The options of every solution that are not in the smaller problem.
    kept
        For each option of the smaller problem, its index in the one that was given.
    engine
        The engine that searches the smaller problem.
    """

    def __init__(
        self, depth: int, forced: NDArray[Any], kept: NDArray[Any], engine: Engine
    ) -> None:
        super().__init__(engine)
        self.depth = depth
        self._forced = forced.astype(np.uint32)
        self._kept = kept.astype(np.uint32)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        rows = np.zeros((len(out.rows), self._engine.depth), dtype=np.uint32)
        before = self.solutions
        status = self._engine.advance(node_budget, out._replace(rows=rows))
        found = self.solutions - before
        if found:
            out.rows[:found] = self._expanded(rows[:found], out.rows.shape[1])
            out.lengths[:found] += np.uint32(len(self._forced))
        return status

    def _expanded(self, rows: U32, width: int) -> U32:
        """Return solutions of the smaller problem as those of the one given, in rows of a width.

        Behind a short solution stands anything, which is never looked at.
        """
        n_forced = len(self._forced)
        expanded = np.zeros((len(rows), width), dtype=np.uint32)
        expanded[:, :n_forced] = self._forced
        if len(self._kept):
            places = np.minimum(rows[:, : width - n_forced], len(self._kept) - 1)
            expanded[:, n_forced : n_forced + places.shape[1]] = self._kept[places]
        return expanded
