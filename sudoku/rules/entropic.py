"""Entropic lines: any three cells in turn are low, middle and high."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of

__all__ = ["Entropic", "in_turn", "third_of"]


@dataclass(frozen=True)
class Entropic(Lines):
    """Of any three cells in turn on a line one is low, one middle and one high.

    Parameters
    ----------
    lines
        The cells of each.

    Examples
    --------
    >>> (line,) = Entropic([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((1, 5, 9, 2)), line.allows((1, 5, 9, 6))
    (True, False)
    """

    name = "entropic"
    summary = "Any three cells in turn on a line are of the low, middle and high digits."
    colour = "#f2b48a"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            yield in_turn(title_of("entropic line", start), cells, 3, partial(third_of, shape.n))


def third_of(n: int, digit: int) -> int:
    """Return 0 for the lowest third of the digits, 1 for the middle and 2 for the highest.

    Examples
    --------
    >>> [third_of(9, digit) for digit in (3, 4, 7)]
    [0, 1, 2]
    """
    return 3 * (digit - 1) // n


def in_turn(
    title: str, cells: tuple[int, ...], size: int, kind_of: Callable[[int], int]
) -> Constraint:
    """Return the condition that any so many cells in turn are all of different kinds."""
    return Constraint(title, cells, partial(_next, size, kind_of), ())


def _next(
    size: int, kind_of: Callable[[int], int], last: tuple[int, ...], digit: int
) -> tuple[int, ...] | None:
    kind = kind_of(digit)
    return None if kind in last else (*last, kind)[-size + 1 :]
