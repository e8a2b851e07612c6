"""German whispers: lines of digits far apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.binary_relation import Pair, Relation, related
from sudoku.rules.element import Element, of_relation, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import check_line, pairs_of


@dataclass(frozen=True)
class Whispers(Lines):
    """Neighbours on a line differ by five or more.

    Parameters
    ----------
    lines
        The cells of each line. A line whose last cell is also its first is closed.
    least
        The least difference between neighbours; 4 makes Dutch whispers.

    Examples
    --------
    >>> next(Whispers([[(0, 0), (0, 1)]], least=2).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(12, 8, 1, 3))
    """

    least: int = 5

    name = "whispers"
    summary = "Neighbours on a line differ by five or more."
    technique = "whispers"
    marks_in = MappingProxyType({"lines": "whispers line"})

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(tuple(shape.cell(*place) for place in line), "#9edba5")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        relations = list(self.relations(shape))
        for line in self.lines:
            cells = tuple(dict.fromkeys(shape.cell(*place) for place in line))
            title = f"whispers line {span(shape, cells)}"
            start = cell_name(shape, cells[0])
            means = f"Neighbours on the line from {start} differ by {self.least} or more"
            yield of_relation(self.technique, title, means, cells, relations)

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of neighbours on a line."""
        pairs = list[Pair]()
        for line in self.lines:
            check_line(self, line, jumps=self.jumps)
            pairs += pairs_of(self, shape, pairwise(line))
        yield related(shape, pairs, lambda a, b: abs(a - b) >= self.least)
