"""Renban: lines of consecutive digits in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import House
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, title_of

__all__ = ["Renban", "is_run", "run_of"]


@dataclass(frozen=True)
class Renban(Lines):
    """The digits on a line are consecutive, in any order, and none comes twice.

    Parameters
    ----------
    lines
        The cells of each.

    Examples
    --------
    >>> (line,) = Renban([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> line.allows((4, 6, 5)), line.allows((4, 6, 7))
    (True, False)
    """

    name = "renban"
    summary = "The digits on a line are consecutive, in any order, and none comes twice."
    colour = "#dca8e4"

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the lines, on which no digit comes twice."""
        return tuple(
            House(title_of("renban", line[0]), cells_of(self, shape, line)) for line in self.lines
        )

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield that the digits of each line are consecutive."""
        for title, cells in self.groups(shape):
            if len(cells) > shape.n:
                raise RuleError(
                    f"rule 'renban': {title} has {len(cells)} cells, more than the {shape.n} digits"
                )
            yield run_of(title, cells)


def run_of(title: str, cells: tuple[int, ...]) -> Constraint:
    """Return the condition that digits are different and consecutive, in any order."""
    step, is_last = partial(_add, len(cells)), partial(is_run, len(cells))
    return Constraint(title, cells, step, 0, is_last, is_symmetric=True)


def is_run(size: int, digits: int) -> bool:
    """Tell whether a mask is of so many consecutive digits.

    Examples
    --------
    >>> is_run(3, 0b01110), is_run(3, 0b10110)
    (True, False)
    """
    return digits.bit_count() == size == (digits // (digits & -digits)).bit_length()


def _add(size: int, digits: int, digit: int) -> int | None:
    """Add a digit to a mask, unless it is there or too far from the others."""
    bit = 1 << digit
    both = digits | bit
    is_near = (both // (both & -both)).bit_length() <= size
    return both if is_near and not digits & bit else None
