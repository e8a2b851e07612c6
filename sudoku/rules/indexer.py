"""Indexers: cells that tell where in their row, or column, a digit stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, freeze
from sudoku.shape import Shape

__all__ = ["Indexer"]


@dataclass(frozen=True)
class Indexer(Rule):
    """A marked cell in column c tells the column of c in its row; likewise for rows.

    Parameters
    ----------
    columns
        Cells that hold the column in which the number of their own column stands in their row.
    rows
        Cells that hold the row in which the number of their own row stands in their column.

    Examples
    --------
    >>> len(list(Indexer(columns=[(0, 0)]).exclusions(Shape(2, 2))))
    24
    """

    columns: Sequence[Place] = ()
    rows: Sequence[Place] = ()

    name = "indexer"
    summary = "A marked cell tells where the number of its column, or row, stands."

    def __post_init__(self) -> None:
        freeze(self, columns=self.columns, rows=self.rows)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the marked cells, those for columns and those for rows in a colour each."""
        for places, colour in ((self.columns, "#f9dcdc"), (self.rows, "#dce6f9")):
            if places:
                yield marks.Shade(cells_of(self, shape, places), colour)

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what a cell and the cell it points to exclude of each other."""
        for places, is_column in ((self.columns, True), (self.rows, False)):
            cells = cells_of(self, shape, places) if places else ()
            for cell, (row, column) in zip(cells, places, strict=True):
                own = (column if is_column else row) + 1
                for k in range(1, shape.n + 1):
                    other = shape.cell(row, k - 1) if is_column else shape.cell(k - 1, column)
                    yield from _equivalent(shape.n, (cell, k), (other, own))


def _equivalent(n: int, one: tuple[int, int], other: tuple[int, int]) -> Iterator[Exclusion]:
    """Yield that two candidates are both true or neither is."""
    for (cell, digit), held in ((one, other), (other, one)):
        for rival in range(1, n + 1):
            if rival != digit:
                yield ((cell, rival), held) if (cell, rival) != held else (held,)
