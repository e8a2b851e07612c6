"""Our search in the place of the class of algorithm-x."""

from collections.abc import Iterable, Iterator
from typing import Any

import algorithm_x  # type: ignore[import-not-found]

from exactcover import Problem


class AlgorithmX:
    """The interface of algorithm-x: rows of column numbers, each with a tag."""

    def __init__(self, n_columns: int) -> None:
        self._n_columns = n_columns
        self._rows: list[set[int]] = []
        self._tags: list[Any] = []

    def appendRow(self, columns: Iterable[int], tag: Any = None) -> None:  # noqa: N802 - its name
        """Add a row."""
        self._tags.append(len(self._rows) if tag is None else tag)
        self._rows.append(set(columns))

    def solve(self) -> Iterator[list[Any]]:
        """Yield the tags of each solution."""
        problem = Problem(self._rows, range(self._n_columns), on_useless="ignore")
        for solution in problem.solutions():
            yield [self._tags[row] for row in solution.labels]


algorithm_x.AlgorithmX = AlgorithmX
