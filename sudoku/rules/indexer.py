"""Indexers: cells that hold the position of a digit in their row, column or box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Cells, Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation
from sudoku.rules.places import Place, cells_of, freeze


@dataclass(frozen=True)
class Indexer(Rule):
    """A marked cell in column c holds the column of c in its row; likewise for rows and boxes.

    Parameters
    ----------
    columns
        Marked cells: one in column c holds the number of the column in which its row has the
        digit c.
    rows
        Marked cells: one in row r holds the number of the row in which its column has the digit r.
    boxes
        Marked cells: one at position k of its box, counted row by row, holds the position at which
        the box has the digit k.

    Examples
    --------
    >>> next(Indexer(columns=[(0, 0)]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(14, 1, 14, 14))
    """

    columns: Sequence[Place] = ()
    rows: Sequence[Place] = ()
    boxes: Sequence[Place] = ()

    name = "indexer"
    summary = "Marked cells in column c hold the column of c in their row; rows and boxes likewise."
    marks_in = MappingProxyType(
        {"columns": "column indexer", "rows": "row indexer", "boxes": "box indexer"}
    )

    def __post_init__(self) -> None:
        freeze(self, columns=self.columns, rows=self.rows, boxes=self.boxes)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the marked cells, in one colour each for columns, rows and boxes."""
        colours = "#f9dcdc", "#dce6f9", "#dcf3dc"
        for places, colour in zip((self.columns, self.rows, self.boxes), colours, strict=True):
            if places:
                yield marks.Shade(cells_of(self, shape, places), colour)

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relations of a cell and those that it may point to."""
        for places, lines, axis in (
            (self.columns, shape.rows(), 0),
            (self.rows, shape.columns(), 1),
        ):
            for cell, place in zip(self._cells(shape, places), places, strict=True):
                yield from _points(shape.n, cell, lines[place[axis]])
        for cell in self._cells(shape, self.boxes):  # a box may hold a digit twice: see `Latin`
            yield from _points(shape.n, cell, shape.boxes()[shape.box_of(cell)], is_house=False)

    def _cells(self, shape: Shape, places: Sequence[Place]) -> Cells:
        return cells_of(self, shape, places) if places else ()


def _points(n: int, cell: int, line: Cells, *, is_house: bool = True) -> Iterator[Relation]:
    """Yield the relations of a cell that holds the position of its own number in a line.

    In a house, no other cell holds the number.
    """
    own = 1 << line.index(cell)
    others = (1 << n) - 1 ^ own if is_house else (1 << n) - 1
    for k, other in enumerate(line):
        if other != cell:
            supports = tuple([own if digit == k else others for digit in range(n)])
            yield Relation(((cell, other),), supports)
