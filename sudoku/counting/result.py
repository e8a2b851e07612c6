"""The result of a count of grids."""

from __future__ import annotations

from typing import cast

from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.result import Count, Statistics


class GridCount(Count):
    """The number of grids; if the count was stopped, a lower bound of it.

    Attributes
    ----------
    part
        The part of the work that is done, from 0 to 1; None if it is not known.
    left
        The estimated seconds to the end of a count that was stopped; None if it is complete, or if
        too little was done for an estimate.

    Examples
    --------
    >>> from sudoku import Shape, count_grids
    >>> number = count_grids(Shape(2, 2))
    >>> number, number.complete, number.part
    (288, True, 1.0)
    """

    part: float | None
    left: Interval | None

    def __new__(
        cls,
        number: int,
        complete: bool,
        stopped: Stop | None,
        statistics: Statistics,
        part: float | None = 1.0,
        left: Interval | None = None,
    ) -> GridCount:
        """Return the number with the state of its count."""
        self = cast(GridCount, super().__new__(cls, number, complete, stopped, statistics))
        self.part, self.left = part, left
        return self

    def __reduce__(self) -> tuple[type[GridCount], tuple[object, ...]]:  # type: ignore[override]
        state = self.stopped, self.statistics, self.part, self.left
        return GridCount, (int(self), self.complete, *state)
