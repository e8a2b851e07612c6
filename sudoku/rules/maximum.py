"""Cells whose digits are greater than those of their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import gt

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.places import Place, cells_of, freeze, pairs_at_edge
from sudoku.rules.relation import Relation, related

__all__ = ["Maximum"]


@dataclass(frozen=True)
class Maximum(Rule):
    """A marked cell holds a greater digit than the unmarked cells that share an edge with it.

    Parameters
    ----------
    marked
        The cells.

    Examples
    --------
    >>> next(Maximum([(0, 0)]).relations(Shape(2, 2))).pairs
    ((0, 1), (0, 4))
    """

    marked: Sequence[Place]

    name = "maximum"
    summary = "Marked cells hold greater digits than their neighbours."

    def __post_init__(self) -> None:
        freeze(self, marked=self.marked)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the marked cells."""
        if self.marked:
            cells = cells_of(self, shape, self.marked)
            yield marks.Shade(cells)
            yield marks.Corner(cells, "max")

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of marked cells and their unmarked neighbours."""
        yield related(shape, pairs_at_edge(self, shape, self.marked), gt)
