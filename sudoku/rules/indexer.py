"""Indexers: cells that tell where in their row, or column, a digit stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, freeze
from sudoku.shape import Cells, Shape

__all__ = ["Indexer"]


@dataclass(frozen=True)
class Indexer(Rule):
    """A marked cell in column c tells the column of c in its row; likewise for rows and boxes.

    Parameters
    ----------
    columns
        Cells that hold the column in which the number of their own column stands in their row.
    rows
        Cells that hold the row in which the number of their own row stands in their column.
    boxes
        Cells that hold the place, counted row by row, at which the number of their own place
        stands in their box.

    Examples
    --------
    >>> len(list(Indexer(columns=[(0, 0)]).exclusions(Shape(2, 2))))
    24
    """

    columns: Sequence[Place] = ()
    rows: Sequence[Place] = ()
    boxes: Sequence[Place] = ()

    name = "indexer"
    summary = "A marked cell tells where the number of its column, row or place in the box stands."

    def __post_init__(self) -> None:
        freeze(self, columns=self.columns, rows=self.rows, boxes=self.boxes)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the marked cells, those for columns, for rows and for boxes in a colour each."""
        colours = "#f9dcdc", "#dce6f9", "#dcf3dc"
        for places, colour in zip((self.columns, self.rows, self.boxes), colours, strict=True):
            if places:
                yield marks.Shade(cells_of(self, shape, places), colour)

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what a cell and the cell it points to exclude of each other."""
        for places, lines, axis in (
            (self.columns, shape.rows(), 0),
            (self.rows, shape.columns(), 1),
        ):
            for cell, place in zip(self._cells(shape, places), places, strict=True):
                yield from _points(shape.n, cell, lines[place[axis]])
        for cell in self._cells(shape, self.boxes):
            yield from _points(shape.n, cell, shape.boxes()[shape.box_of(cell)])

    def _cells(self, shape: Shape, places: Sequence[Place]) -> Cells:
        return cells_of(self, shape, places) if places else ()


def _points(n: int, cell: int, line: Cells) -> Iterator[Exclusion]:
    """Yield that a cell tells where in a line of `n` cells, its own, the number of its place is."""
    own = line.index(cell) + 1
    for k, other in enumerate(line, 1):
        yield from _equivalent(n, (cell, k), (other, own))


def _equivalent(n: int, one: tuple[int, int], other: tuple[int, int]) -> Iterator[Exclusion]:
    """Yield that two candidates are both true or neither is."""
    for (cell, digit), held in ((one, other), (other, one)):
        for rival in range(1, n + 1):
            if rival != digit:
                yield ((cell, rival), held) if (cell, rival) != held else (held,)
