"""Nabner lines: no two digits on them are equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation, span
from sudoku.rules.lines import Lines


@dataclass(frozen=True)
class Nabner(Lines):
    """No two digits on a line are equal or consecutive, not even if their cells are far apart.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> next(Nabner([[(0, 0), (0, 1)]]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(12, 8, 1, 3))
    """

    name = "nabner"
    summary = "No two digits on a line are equal or consecutive."
    technique = "nabner"
    marks_in = MappingProxyType({"lines": "nabner line"})
    colour = "#e8d27a"

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        relations = list(self.relations(shape))
        for _, cells in self.checked(shape):
            title = f"nabner line {span(shape, cells)}"
            means = (
                f"On the line from {cell_name(shape, cells[0])} no digits are equal or consecutive"
            )
            yield of_relation(self.technique, title, means, cells, relations)

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of all pairs of cells on a line."""
        for _, cells in self.checked(shape):
            yield related(shape, combinations(cells, 2), lambda a, b: abs(a - b) > 1)
