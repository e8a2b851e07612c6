"""Entropic lines: any three consecutive cells are low, middle and high."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Entropic(Lines):
    """Of any three consecutive cells on a line one is low, one middle and one high.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> (line,) = Entropic([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((1, 5, 9, 2)), line.allows((1, 5, 9, 6))
    (True, False)
    """

    name = "entropic"
    summary = "Any three consecutive cells on a line are of the low, middle and high digits."
    technique = "entropic_line"
    marks_in = MappingProxyType({"lines": "entropic line"})
    colour = "#f2b48a"

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            title = f"entropic line {span(shape, constraint.cells)}"
            start = cell_name(shape, constraint.cells[0])
            means = f"On the line from {start}, any three cells in a row are low, middle and high"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            yield Constraint(title_of("entropic line", start), cells, InTurn(3, thirds(shape.n)))


def thirds(n: int) -> tuple[int, ...]:
    """Return the third that each digit belongs to: 0 for the lowest, 1 the middle, 2 the highest.

    Examples
    --------
    >>> thirds(9)
    (0, 0, 0, 1, 1, 1, 2, 2, 2)
    """
    return tuple(3 * k // n for k in range(n))


@dataclass(frozen=True)
class InTurn(Reader[tuple[int, ...]]):
    """Any `size` consecutive digits are all of different kinds.

    The state has the kinds of the last ``size - 1`` digits.

    Parameters
    ----------
    size
        The number of consecutive digits.
    kinds
        The kind of each digit, from digit 1 on.

    Examples
    --------
    >>> InTurn(2, (0, 1, 0, 1)).allows((1, 4, 3)), InTurn(2, (0, 1, 0, 1)).allows((1, 3, 4))
    (True, False)
    """

    size: int
    kinds: tuple[int, ...]

    start = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Read a digit of another kind than the last ones."""
        kind = self.kinds[digit - 1]
        return None if kind in state else (*state, kind)[-self.size + 1 :]
