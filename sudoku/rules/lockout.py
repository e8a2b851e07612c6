"""Lockout lines: digits that do not lie between those at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Lockout(Lines):
    """No digit on a line is one of those at its ends or lies between them; the ends lie apart.

    Parameters
    ----------
    lines
        The cells of each line, in order.
    least
        The least difference between the two ends of a line.

    Examples
    --------
    >>> (line,) = Lockout([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> line.cells, line.allows((2, 6, 9)), line.allows((2, 6, 4)), line.allows((2, 5, 9))
    ((0, 2, 1), True, False, False)
    """

    least: int = 4

    name = "lockout"
    summary = "The ends of a line differ by 4 or more; no digit on it is one of them or between."
    technique = "lockout_line"
    marks_in = MappingProxyType({"lines": "lockout line"})

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines, with a square at either end."""
        yield from self.with_ends(shape, marks.Square, "#5577cc")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            first, last, *_ = constraint.cells
            title = f"lockout line {span(shape, (first, last))}"
            ends = f"{cell_name(shape, first)} and {cell_name(shape, last)}"
            means = f"{ends} differ by {self.least} or more, and no digit on the line is from one "
            yield of_constraint(self.technique, constraint, title, f"{means}to the other")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            first, *inner, last = cells
            title = title_of("lockout line", start)
            yield Constraint(title, (first, last, *inner), OutsideEnds(self.least))


@dataclass(frozen=True)
class OutsideEnds(Reader[tuple[int, ...]]):
    """The first two digits differ by `least` or more, and all others lie outside of their range.

    The state contains the first two digits, sorted.
    """

    least: int

    start = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Read one of the ends, or a digit outside of them."""
        if not state:
            return (digit,)
        if len(state) == 1:
            low, high = sorted((*state, digit))
            return (low, high) if high - low >= self.least else None
        return None if state[0] <= digit <= state[1] else state
