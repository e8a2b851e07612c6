"""Zipper lines: pairs of cells of equal sums."""

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


@dataclass(frozen=True)
class Zipper(Lines):
    """All pairs of cells equally far from the middle of a line have the same sum.

    If the line has an odd number of cells, the one in the middle holds that sum.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> (pair,) = Zipper([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> pair.cells, pair.allows((7, 3, 4))
    ((1, 0, 2), True)
    """

    name = "zipper"
    summary = "Cells equally far from the middle of a line have the sum that its middle holds."
    technique = "zipper"
    marks_in = MappingProxyType({"lines": "zipper line"})
    colour = "#d2c3f0"

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the pairs of cells of each line."""
        for constraint in self.constraints(shape):
            n_middle = len(constraint.cells) - 2
            middle, pair = constraint.cells[:n_middle], constraint.cells[n_middle:]
            title = f"zipper {span(shape, pair)}"
            sums = [" + ".join(cell_name(shape, cell) for cell in part) for part in (pair, middle)]
            means = f"On the zipper line, {sums[0]} is as much as {sums[1]}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            title = title_of("zipper", start)
            pairs = [(cells[k], cells[-1 - k]) for k in range(len(cells) // 2)]
            middle = cells[len(cells) // 2 :][: len(cells) % 2] or pairs.pop()
            for pair in pairs:
                yield Constraint.of_sum(title, pair, 0, minus=middle)
