"""Counting circles: a digit in a circle stands in as many circles as it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze

__all__ = ["CountingCircles"]


@dataclass(frozen=True)
class CountingCircles(Rule):
    """A digit that stands in a circle stands in as many circles as it says.

    Parameters
    ----------
    circles
        The cells.
    less
        How much less than itself a digit stands for: 1 where digits count from 0.

    Examples
    --------
    >>> of_1, of_2, *_, all = CountingCircles([(0, 0), (0, 1), (5, 5)]).constraints(Shape(3, 3))
    >>> of_2.allows((2, 1, 2)), of_2.allows((2, 1, 3))
    (True, False)
    >>> all.allows((2, 1, 2)), all.allows((2, 2, 2))
    (True, False)
    """

    circles: Sequence[Place]
    less: int = 0

    name = "counting_circles"
    summary = "A digit that stands in a circle stands in as many circles as it says."

    def __post_init__(self) -> None:
        freeze(self, circles=self.circles)

    def drawing(self, shape: Shape) -> Iterator[marks.Circle]:
        """Yield the circles."""
        if self.circles:
            yield marks.Circle(cells_of(self, shape, self.circles), fill="none", stroke="#8a8a8a")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a count for each digit, and which digits can fill all circles together."""
        cells = cells_of(self, shape, self.circles)
        for digit in range(1, shape.n + 1):
            most = digit - self.less
            title = f"the circles with {digit}"
            yield Constraint(title, cells, partial(_count, digit, most), 0, partial(_is_0_or, most))
        needed = tuple(digit - self.less for digit in range(1, shape.n + 1))
        yield Constraint(
            "the circles",
            cells,
            partial(_add, needed, len(cells)),
            0,
            partial(_fills, needed, len(cells)),
        )


def _count(wanted: int, most: int, found: int, digit: int) -> int | None:
    found += digit == wanted
    return found if found <= most else None


def _is_0_or(number: int, found: int) -> bool:
    return found in (0, number)


def _add(needed: tuple[int, ...], n_circles: int, digits: int, digit: int) -> int | None:
    """Note a digit, a bit each, unless they all need more circles than there are."""
    digits |= 1 << digit - 1
    return digits if _circles_of(needed, digits) <= n_circles else None


def _fills(needed: tuple[int, ...], n_circles: int, digits: int) -> bool:
    return _circles_of(needed, digits) == n_circles


def _circles_of(needed: tuple[int, ...], digits: int) -> int:
    return sum(number for k, number in enumerate(needed) if digits >> k & 1)
