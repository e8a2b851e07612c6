"""Double arrows: circles at both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of


@dataclass(frozen=True)
class DoubleArrow(Lines):
    """The digits between the two circles at the ends of a line add up to those in the circles.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> (arrow,) = DoubleArrow([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> arrow.cells, arrow.allows((7, 3, 4, 6))
    ((0, 3, 1, 2), True)
    """

    name = "double_arrow"
    summary = "Circles at the ends of a line hold as much as the cells between them."
    technique = "arrow"
    marks_in = MappingProxyType({"lines": "double arrow"})

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines, with a circle at either end."""
        yield from self.with_ends(shape, marks.Circle, "#8a8a8a")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            first, last, *inner = constraint.cells
            title = f"double arrow {span(shape, (first, last))}"
            verb = "is" if len(inner) == 1 else "add up to"
            ends = f"{cell_name(shape, first)} + {cell_name(shape, last)}"
            means = f"On the double arrow, {cell_names(shape, inner)} {verb} {ends}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            if len(cells) < 3:
                where = title_of("the line", start)
                raise RuleError(f"rule 'double_arrow': {where}, has no cell between its circles")
            first, *inner, last = cells
            title = title_of("double arrow", start)
            yield Constraint.of_sum(title, tuple(inner), 0, minus=(first, last))
