"""XV: neighbours that add up to ten or five."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation
from sudoku.rules.places import Place, cells_of, check_touching, freeze, pairs_of, touching, without

Pair = tuple[Place, Place]


@dataclass(frozen=True)
class XV(Rule):
    """Digits with an X between them add up to 10, those with a V to 5.

    Parameters
    ----------
    x, v
        The two cells of each sign.
    negative
        Whether all signs are given, so that neighbours without one add up to neither.

    Examples
    --------
    >>> _, fives = XV(v=[((0, 0), (0, 1))]).relations(Shape(3, 3))
    >>> fives
    Relation(pairs=((0, 1),), supports=(8, 4, 2, 1, 0, 0, 0, 0, 0))
    """

    x: Sequence[Pair] = ()
    v: Sequence[Pair] = ()
    negative: bool = False

    name = "xv"
    summary = "Digits with an X between them add up to 10, those with a V to 5."
    technique = "xv"
    marks_in = MappingProxyType({"x": "X", "v": "V"})

    def __post_init__(self) -> None:
        freeze(self, x=self.x, v=self.v)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the signs."""
        for sign, pairs in (("X", self.x), ("V", self.v)):
            for pair in pairs:
                yield marks.Dot(cells_of(self, shape, pair), sign, stroke="none", size=36)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the signs."""
        for sign, total, pairs in (("X", 10, self.x), ("V", 5, self.v)):
            for cells in pairs_of(self, shape, pairs):
                title = f"{sign} between {cell_names(shape, cells)}"
                means = f"The {sign} says that {cell_names(shape, cells)} add up to {total}"
                relation = related(shape, [cells], lambda a, b, k=total: a + b == k)  # type: ignore[misc]
                yield of_relation(self.technique, title, means, cells, [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relations of pairs with a sign and of pairs without one."""
        for pair in (*self.x, *self.v):
            check_touching(self, pair)
        tens, fives = pairs_of(self, shape, self.x), pairs_of(self, shape, self.v)
        yield related(shape, tens, lambda a, b: a + b == 10)
        yield related(shape, fives, lambda a, b: a + b == 5)
        if self.negative:
            others = without(touching(shape), tens + fives)
            yield related(shape, others, lambda a, b: a + b not in (5, 10))
