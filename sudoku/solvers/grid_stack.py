"""The base of engines that search a stack of grids of candidates, on bit masks or a bitboard."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.search.base import ArrayEngine

# The first indices of the `position` of a state.
WAITING, NODES, SOLUTIONS = range(3)

WHOLE = np.uint64(1 << 62)
"""The weight of the whole tree; weights are integers, so that their sums are exact."""


class GridStack(ArrayEngine):
    """The part of an engine that only reads its position; see `exactcover.runtime.search.protocol`.

    Its state has `grids` that wait, the last one first, their `weights`, of WHOLE, and a
    `position`.
    """

    def part_done(self) -> float:
        """Return the part of the tree that was searched."""
        waiting = self._state.weights[: self._state.position[WAITING]]
        return 1.0 - int(waiting.sum()) / int(WHOLE)
