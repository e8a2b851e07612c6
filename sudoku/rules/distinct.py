"""Cells that hold the number of different digits in other cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Distinct(Rule):
    """A cell holds the number of different digits in some other cells.

    Parameters
    ----------
    counts
        For each count the cell that holds the number, and the cells whose digits are counted.

    Examples
    --------
    >>> (count,) = Distinct([((0, 0), [(0, 1), (1, 1), (1, 2)])]).constraints(Shape(3, 3))
    >>> count.allows((2, 5, 4, 5)), count.allows((3, 5, 4, 5))
    (True, False)
    """

    counts: Sequence[tuple[Place, Sequence[Place]]]

    name = "distinct"
    summary = "A cell holds the number of different digits in some other cells."
    marks_in = MappingProxyType({"counts": "count of digits"})

    def __post_init__(self) -> None:
        freeze(self, counts=self.counts)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the cells that are counted, and a circle around the number."""
        for place, places in self.counts:
            yield marks.Shade(cells_of(self, shape, places))
            yield marks.Circle(cells_of(self, shape, [place]), fill="none", stroke="#8a8a8a")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the counts."""
        for cell, others in self.counts:
            cells = cells_of(self, shape, (*others, cell))
            title = title_of("the count", cell)
            means = "{first} is the number of different digits in {others}"
            yield Constraint(title, (cells[-1], *cells[:-1]), DistinctCount(), means)


@dataclass(frozen=True)
class DistinctCount(Reader[tuple[int, int]]):
    """The first digit is the number of different digits after it.

    The state has this number, -1 at first, and the digits after it as a mask.
    """

    start = (-1, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Read the number, or one of the digits after it."""
        number, seen = state
        if number < 0:
            return digit, 0
        seen |= 1 << digit
        return (number, seen) if seen.bit_count() <= number else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether there are as many different digits as the number says."""
        return state[1].bit_count() == state[0]
