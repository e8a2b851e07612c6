"""Consecutive sudoku: bars between all neighbours that are consecutive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation, span
from sudoku.rules.places import Place, cells_of, check_touching, freeze, pairs_of, touching, without


@dataclass(frozen=True)
class Consecutive(Rule):
    """Neighbours with a bar between them are consecutive, all others are not.

    Parameters
    ----------
    bars
        The two cells of each bar.
    negative
        Whether all bars are given, so that neighbours without a bar are not consecutive.

    Examples
    --------
    >>> next(Consecutive([((0, 0), (0, 1))]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(2, 5, 10, 4))
    """

    bars: Sequence[tuple[Place, Place]]
    negative: bool = True

    name = "consecutive"
    summary = "Neighbours with a bar between them are consecutive, all others are not."
    technique = "dot"
    marks_in = MappingProxyType({"bars": "bar"})

    def __post_init__(self) -> None:
        freeze(self, bars=self.bars)

    def drawing(self, shape: Shape) -> Iterator[marks.Bar]:
        """Yield the bars."""
        for pair in self.bars:
            yield marks.Bar(cells_of(self, shape, pair))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the bars."""
        for cells in pairs_of(self, shape, self.bars):
            title = f"bar {span(shape, cells)}"
            said = f"The bar says that {cell_names(shape, cells)} are consecutive"
            relation = related(shape, [cells], lambda a, b: abs(a - b) == 1)
            yield of_relation(self.technique, title, said, cells, [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relations of pairs with a bar and of pairs without one."""
        for pair in self.bars:
            check_touching(self, pair)
        barred = pairs_of(self, shape, self.bars)
        yield related(shape, barred, lambda a, b: abs(a - b) == 1)
        if self.negative:
            others = without(touching(shape), barred)
            yield related(shape, others, lambda a, b: abs(a - b) != 1)
