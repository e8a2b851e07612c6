"""Inequality signs between cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import gt
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation
from sudoku.rules.places import Place, cells_of, freeze, pairs_of


@dataclass(frozen=True)
class GreaterThan(Rule):
    """Of two cells, the first holds the greater digit.

    Parameters
    ----------
    pairs
        For each pair the cell with the greater digit, then the other one; they need not touch.

    Examples
    --------
    >>> next(GreaterThan([((0, 0), (0, 1))]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(0, 1, 3, 7))
    """

    pairs: Sequence[tuple[Place, Place]]

    name = "greater_than"
    summary = "Of two cells, the first holds the greater digit."
    technique = "inequality"
    marks_in = MappingProxyType({"pairs": "inequality"})

    def __post_init__(self) -> None:
        freeze(self, pairs=self.pairs)

    def drawing(self, shape: Shape) -> Iterator[marks.Greater]:
        """Yield the signs."""
        for pair in self.pairs:
            yield marks.Greater(cells_of(self, shape, pair))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the signs."""
        [relation] = self.relations(shape)
        for one, other in relation.pairs:
            title = f"sign {cell_name(shape, one)} > {cell_name(shape, other)}"
            means = f"{cell_name(shape, one)} is greater than {cell_name(shape, other)}"
            pair = relation._replace(pairs=((one, other),))
            yield of_relation(self.technique, title, means, (one, other), [pair])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the pairs."""
        yield related(shape, pairs_of(self, shape, self.pairs), gt)
