"""Pairs of cells with a given ratio."""

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
from sudoku.rules.places import Place, cells_of, freeze, pairs_of


@dataclass(frozen=True)
class Ratio(Rule):
    """The digits of two cells have a given ratio: one is a multiple of the other.

    Parameters
    ----------
    pairs
        For each pair the ratio and the two cells, which need not touch.

    Examples
    --------
    >>> next(Ratio([(3, ((0, 0), (0, 1)))]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(4, 0, 1, 0))
    """

    pairs: Sequence[tuple[int, tuple[Place, Place]]]

    name = "ratio"
    summary = "The digits of some pairs of cells have a ratio that is given."
    technique = "dot"
    marks_in = MappingProxyType({"pairs": "ratio"})

    def __post_init__(self) -> None:
        freeze(self, pairs=self.pairs)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield black dots with the ratios."""
        for ratio, pair in self.pairs:
            yield marks.Dot(cells_of(self, shape, pair), str(ratio), fill="black")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the dots."""
        for (ratio, _), relation in zip(self.pairs, self.relations(shape), strict=True):
            [cells] = relation.pairs
            title = f"black dot {ratio} at {span(shape, cells)}"
            said = f"Of {cell_names(shape, cells)}, one is {ratio} times the other"
            yield of_relation(self.technique, title, said, cells, [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the pairs."""
        for ratio, pair in self.pairs:
            pairs = pairs_of(self, shape, [pair])
            yield related(shape, pairs, lambda a, b, k=ratio: a == k * b or b == k * a)  # type: ignore[misc]
