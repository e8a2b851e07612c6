"""What the engines share that search a stack of grids of candidates, on bit masks or a bitboard."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.problem import Problem
from exactcover.search.protocol import copied, put_back

__all__ = ["NODES", "SOLUTIONS", "WAITING", "WHOLE", "GridStack"]

# Where a state's `position` keeps what, first of all.
WAITING, NODES, SOLUTIONS = range(3)

WHOLE = np.uint64(1 << 62)
"""The weight of the whole tree; parts have whole numbers, so that their sum is exact."""


class GridStack(ABC):
    """The part of an engine that only reads its position; see `exactcover.search.protocol`.

    Its state has `grids` that wait, the last one first, their `weights`, of WHOLE, and a
    `position`.
    """

    changing: ClassVar[tuple[str, ...]]
    """The arrays of the state that a search changes, but for scratch."""

    _state: Any

    @abstractmethod
    def _rows(self, n_waiting: int) -> dict[str, int]:
        """Return how many rows of which arrays so many grids that wait take up."""

    def part_done(self) -> float:
        """Return what does not wait of the tree."""
        waiting = self._state.weights[: self._state.position[WAITING]]
        return 1.0 - int(waiting.sum()) / int(WHOLE)

    @property
    def nodes(self) -> int:
        """How many grids were looked at so far."""
        return int(self._state.position[NODES])

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        return int(self._state.position[SOLUTIONS])

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return None: what cannot be taken has no tables or domains to begin with."""
        return None

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        n_rows = self._rows(int(self._state.position[WAITING]))
        return copied(self._state, self.changing, **n_rows)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine of the same rules stood when it made the snapshot."""
        put_back(self._state, self.changing, snapshot)
