"""Lockout lines: digits that do not lie between those at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of

__all__ = ["Lockout"]


@dataclass(frozen=True)
class Lockout(Lines):
    """No digit on a line is one of those at its ends or lies between them; the ends lie apart.

    Parameters
    ----------
    lines
        The cells of each.
    least
        How much the ends of a line differ at least.

    Examples
    --------
    >>> (line,) = Lockout([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> line.cells, line.allows((2, 6, 9)), line.allows((2, 6, 4)), line.allows((2, 5, 9))
    ((0, 2, 1), True, False, False)
    """

    least: int = 4

    name = "lockout"
    summary = "The ends of a line differ by 4 or more; no digit on it is one of them or between."

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines, with a square at either end."""
        yield from self.with_ends(shape, marks.Square, "#5577cc")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            first, *inner, last = cells
            step = partial(_step, self.least)
            yield Constraint(title_of("lockout line", start), (first, last, *inner), step, ())


def _step(least: int, ends: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
    if not ends:
        return (digit,)
    if len(ends) == 1:
        low, high = sorted((*ends, digit))
        return (low, high) if high - low >= least else None
    return None if ends[0] <= digit <= ends[1] else ends
