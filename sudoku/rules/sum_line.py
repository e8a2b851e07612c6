"""Sum lines: parts of one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, check_line, freeze, title_of
from sudoku.shape import Shape

__all__ = ["SumLine"]


@dataclass(frozen=True)
class SumLine(Rule):
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

    lines: Sequence[Sequence[Place]]
    total: int = 10

    name = "sum_line"
    summary = "A line can be cut into parts whose digits each add up to 10, or to another sum."

    def __post_init__(self) -> None:
        freeze(self, lines=self.lines)

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line), "#b9b3e6")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for line in self.lines:
            check_line(self, line)
            cells = cells_of(self, shape, line)
            title = title_of("sum line", line[0])
            yield Constraint(title, cells, partial(_step, self.total), 0, _is_whole)


def _step(total: int, so_far: int, digit: int) -> int | None:
    so_far += digit
    return so_far % total if so_far <= total else None


def _is_whole(so_far: int) -> bool:
    return so_far == 0
