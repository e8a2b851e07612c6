"""Pairs of cells with any relation."""

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
class Relations(Rule):
    """The digits of some pairs of cells are one of the pairs of digits that are allowed.

    Parameters
    ----------
    pairs
        The two cells of each pair, which need not touch.
    allowed
        The allowed pairs of digits; the first digit is that of the first cell.
    shown
        Whether pictures show the pairs; not where the absence of a mark says that they are pairs.

    Examples
    --------
    >>> thrice = Relations([((0, 0), (5, 5))], allowed=[(1, 3), (2, 6), (3, 9)])
    >>> next(thrice.relations(Shape(3, 3))).supports
    (4, 32, 256, 0, 0, 0, 0, 0, 0)
    """

    pairs: Sequence[tuple[Place, Place]]
    allowed: Sequence[Sequence[int]]
    shown: bool = True

    name = "relations"
    summary = "The digits of some pairs of cells are one of the pairs that are allowed."
    technique = "relation"
    marks_in = MappingProxyType({"pairs": "relation"})

    def __post_init__(self) -> None:
        freeze(self, pairs=self.pairs, allowed=self.allowed)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield a dot between the cells of each pair."""
        for pair in self.pairs if self.shown else ():
            yield marks.Dot(cells_of(self, shape, pair), fill="#9fc4ee", size=22)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the pairs that are shown."""
        [relation] = self.relations(shape)
        for cells in relation.pairs if self.shown else ():
            title = f"pair {span(shape, cells)}"
            words = " or ".join(f"{a}-{b}" for a, b in self.allowed)
            if len(self.allowed) > 8:
                words = f"one of the {len(self.allowed)} pairs of digits that are allowed"
            means = f"{cell_names(shape, cells)} hold {words}"
            pair = relation._replace(pairs=(cells,))
            yield of_relation(self.technique, title, means, cells, [pair])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the pairs."""
        allowed = set(self.allowed)
        yield related(shape, pairs_of(self, shape, self.pairs), lambda a, b: (a, b) in allowed)
