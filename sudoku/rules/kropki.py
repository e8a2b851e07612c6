"""Kropki: dots between consecutive digits, and between digits of which one is double."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element, of_relation, span
from sudoku.rules.places import Place, cells_of, check_touching, freeze, pairs_of, touching, without

Pair = tuple[Place, Place]


@dataclass(frozen=True)
class Kropki(Rule):
    """White dots join consecutive digits, black dots digits of which one is double the other.

    Parameters
    ----------
    white, black
        The two cells of each dot.
    negative
        Whether all dots are given, so that neighbours without a dot are in neither relation; or the
        kinds of dots that are all given, such as ``("black",)``.

    Examples
    --------
    >>> next(Kropki(white=[((0, 0), (0, 1))]).relations(Shape(2, 2)))
    Relation(pairs=((0, 1),), supports=(2, 5, 10, 4))
    """

    white: Sequence[Pair] = ()
    black: Sequence[Pair] = ()
    negative: bool | Sequence[str] = ()

    name = "kropki"
    summary = "White dots join consecutive digits, black dots digits of which one is double."
    technique = "dot"
    marks_in = MappingProxyType({"white": "white dot", "black": "black dot"})

    def __post_init__(self) -> None:
        kinds = self.negative
        if isinstance(kinds, bool):
            kinds = tuple(_TESTS) if kinds else ()
        freeze(self, white=self.white, black=self.black)
        freeze(self, has_text=True, negative=kinds)
        if not isinstance(self.negative, tuple):
            raise RuleError(f"rule 'kropki': negative is {kinds!r}: give True, False or a list")
        for kind in self.negative:
            if kind not in _TESTS:
                raise RuleError(f"rule 'kropki': dots are white or black, not {kind!r}")
        one_each = tuple(kind for kind in _TESTS if kind in self.negative)
        object.__setattr__(self, "negative", one_each)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the dots."""
        for fill, pairs in (("white", self.white), ("black", self.black)):
            for pair in pairs:
                yield marks.Dot(cells_of(self, shape, pair), fill=fill)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the dots."""
        for kind, pairs, means in (
            ("white", self.white, "are consecutive"),
            ("black", self.black, "are a digit and its double"),
        ):
            for cells in pairs_of(self, shape, pairs):
                title = f"{kind} dot {span(shape, cells)}"
                said = f"The {kind} dot says that {cell_names(shape, cells)} {means}"
                relation = related(shape, [cells], _TESTS[kind])
                yield of_relation(self.technique, title, said, cells, [relation])

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relations of pairs with a dot and of pairs without one."""
        for pair in (*self.white, *self.black):
            check_touching(self, pair)
        dotted = []
        for kind, pairs in (("white", self.white), ("black", self.black)):
            dotted += pairs_of(self, shape, pairs)
            yield related(shape, pairs_of(self, shape, pairs), _TESTS[kind])
        assert not isinstance(self.negative, bool)
        absent = [_TESTS[kind] for kind in self.negative]
        if absent:
            others = without(touching(shape), dotted)
            yield related(shape, others, lambda a, b: not any(test(a, b) for test in absent))


def _is_consecutive(a: int, b: int) -> bool:
    return abs(a - b) == 1


def _is_double(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


_TESTS = {"white": _is_consecutive, "black": _is_double}
