"""Sum lines: lines that can be cut into parts of equal sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of
from sudoku.rules.reader import Reader

__all__ = ["SumLine"]


@dataclass(frozen=True)
class SumLine(Lines):
    """A line can be cut into parts, each of which has digits that add up to the total.

    Parameters
    ----------
    lines
        The cells of each line, in order.
    total
        The sum of the digits of each part.

    Examples
    --------
    >>> (line,) = SumLine([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((4, 6, 8, 2)), line.allows((4, 7, 8, 1))
    (True, False)
    """

    total: int = 10

    name = "sum_line"
    summary = "A line can be cut into parts whose digits each add up to 10, or to another sum."
    colour = "#b9b3e6"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            title = title_of("sum line", start)
            yield Constraint(title, cells, PartsOfSum(self.total))


@dataclass(frozen=True)
class PartsOfSum(Reader[int]):
    """The digits can be cut into parts of equal sums; the state is the sum of the last part."""

    total: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit, and begin a new part where this one has the sum."""
        state += digit
        return state % self.total if state <= self.total else None

    def accepts(self, state: int) -> bool:
        """Return whether the last part has the sum."""
        return state == 0
