"""`Best`: the best solutions of all tasks."""

from __future__ import annotations

import json

import numpy as np

from exactcover.runtime.kernels.types import U32


class Best:
    """The k solutions of least cost that were found so far.

    Examples
    --------
    >>> best = Best(2)
    >>> rows = np.array([[1, 2], [3, 0], [4, 5]], np.uint32)
    >>> best.add([30, 10, 20], rows, np.array([2, 1, 2], np.uint32))
    >>> best.bound, best.rows()[0].tolist()
    (20, [[3, 0], [4, 5]])
    """

    def __init__(self, k: int, text: str = "[]") -> None:
        self._k = k
        self._known: list[tuple[int, list[int]]] = [(cost, row) for cost, row in json.loads(text)]

    def add(self, costs: list[int], rows: U32, lengths: U32) -> None:
        """Add solutions, of which only the best are kept."""
        new = [(cost, row[:n].tolist()) for cost, row, n in zip(costs, rows, lengths, strict=True)]
        self._known = sorted([*self._known, *new])[: self._k]

    @property
    def bound(self) -> int | None:
        """The cost that further solutions must be below; None for any cost."""
        return self._known[-1][0] if len(self._known) == self._k else None

    def rows(self) -> tuple[U32, U32]:
        """Return the solutions, the best first, and their lengths."""
        lengths = np.array([len(row) for _, row in self._known], np.uint32)
        rows = np.zeros((len(self._known), lengths.max(initial=0)), np.uint32)
        for own, (_, row) in zip(rows, self._known, strict=True):
            own[: len(row)] = row
        return rows, lengths

    def text(self) -> str:
        """Return the solutions as text for a checkpoint."""
        return json.dumps(self._known)
