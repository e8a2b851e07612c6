"""Pairs of cells with a given difference."""

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
class Difference(Rule):
    """The digits of two cells have a given difference.

    Parameters
    ----------
    pairs
        For each pair the difference and the two cells, which need not touch.

    Examples
    --------
    >>> next(Difference([(3, ((0, 0), (0, 1)))]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(8, 0, 0, 1))
    """

    pairs: Sequence[tuple[int, tuple[Place, Place]]]

    name = "difference"
    summary = "The digits of some pairs of cells have a difference that is given."
    technique = "dot"
    marks_in = MappingProxyType({"pairs": "difference"})

    def __post_init__(self) -> None:
        freeze(self, pairs=self.pairs)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield white dots with the differences."""
        for difference, pair in self.pairs:
            yield marks.Dot(cells_of(self, shape, pair), str(difference))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the dots."""
        for (difference, _), relation in zip(self.pairs, self.relations(shape), strict=True):
            [cells] = relation.pairs
            title = f"dot {difference} at {span(shape, cells)}"
            said = f"The dot says that {cell_names(shape, cells)} differ by {difference}"
            yield of_relation(self.technique, title, said, cells, [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the pairs."""
        for difference, pair in self.pairs:
            pairs = pairs_of(self, shape, [pair])
            yield related(shape, pairs, lambda a, b, k=difference: abs(a - b) == k)  # type: ignore[misc]
