"""Renban: lines of consecutive digits in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.base import House
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Renban(Lines):
    """The digits on a line are consecutive, in any order, and none comes twice.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> (line,) = Renban([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> line.allows((4, 6, 5)), line.allows((4, 6, 7))
    (True, False)
    """

    name = "renban"
    summary = "The digits on a line are consecutive, in any order, and none comes twice."
    technique = "renban"
    marks_in = MappingProxyType({"lines": "renban line"})
    colour = "#dca8e4"

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the lines, on which no digit comes twice."""
        return tuple(
            House(title_of("renban", line[0]), cells_of(self, shape, line)) for line in self.lines
        )

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            title = f"renban line {span(shape, constraint.cells)}"
            start = cell_name(shape, constraint.cells[0])
            means = f"The line from {start} holds consecutive digits in any order"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each line: its digits are consecutive."""
        for title, cells in self.groups(shape):
            if len(cells) > shape.n:
                raise RuleError(
                    f"rule 'renban': {title} has {len(cells)} cells, more than the {shape.n} digits"
                )
            yield Constraint(title, cells, Run(len(cells)))


@dataclass(frozen=True)
class Run(Reader[int]):
    """The digits are different and consecutive, in any order; the state has them as a mask.

    Examples
    --------
    >>> Run(3).allows((4, 6, 5)), Run(3).allows((4, 7, 5))
    (True, False)
    """

    size: int

    start = 0
    is_symmetric = True

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit, unless it is there or too far from the others."""
        bit = 1 << digit
        both = state | bit
        is_near = (both // (both & -both)).bit_length() <= self.size
        return both if is_near and not state & bit else None

    def accepts(self, state: int) -> bool:
        """Return whether there are `size` digits: `step` has kept them together."""
        return state.bit_count() == self.size
