"""The base class of rules about marked cells that differ from all their neighbours alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation
from sudoku.rules.places import Place, cells_of, freeze, pairs_at_edge


@dataclass(frozen=True)
class Extremes(Rule):
    """The base class of `Minimum` and `Maximum`: the marked cells, their drawing and relation."""

    marked: Sequence[Place]

    technique = "inequality"
    sign: ClassVar[str]
    """The text in a corner of a marked cell."""
    compare: ClassVar[Callable[[int, int], bool]]
    """Whether a digit may be in a marked cell beside another digit."""

    def __post_init__(self) -> None:
        freeze(self, marked=self.marked)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the marked cells."""
        if self.marked:
            cells = cells_of(self, shape, self.marked)
            yield marks.Shade(cells)
            yield marks.Corner(cells, self.sign)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield each marked cell with its unmarked neighbours."""
        [relation] = self.relations(shape)
        for cell in cells_of(self, shape, self.marked) if self.marked else ():
            around = tuple(other for one, other in relation.pairs if one == cell)
            if around:
                title = f"{self.name} at {cell_name(shape, cell)}"
                how = "smaller" if self.name == "minimum" else "greater"
                means = f"{cell_name(shape, cell)} is {how} than {cell_names(shape, around)}"
                yield of_relation(self.technique, title, means, (cell, *around), [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of marked cells and their unmarked neighbours."""
        yield related(shape, pairs_at_edge(self, shape, self.marked), type(self).compare)
