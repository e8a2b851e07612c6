"""Sum lines: parts of one sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of

__all__ = ["SumLine"]


@dataclass(frozen=True)
class SumLine(Lines):
    """A line can be cut into parts whose digits each add up to the sum.

    Parameters
    ----------
    lines
        The cells of each.
    total
        The sum of each part.

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
            yield Constraint(title, cells, partial(_step, self.total), 0, _is_whole)


def _step(total: int, so_far: int, digit: int) -> int | None:
    so_far += digit
    return so_far % total if so_far <= total else None


def _is_whole(so_far: int) -> bool:
    return so_far == 0
