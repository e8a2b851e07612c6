"""Kropki: dots between consecutive digits, and between digits of which one is double."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, check_touching, excluded_pairs, freeze, touching
from sudoku.shape import Shape

__all__ = ["Kropki"]

Pair = tuple[Place, Place]


@dataclass(frozen=True)
class Kropki(Rule):
    """White dots join consecutive digits; of two that a black dot joins, one is double the other.

    Parameters
    ----------
    white, black
        The two cells of each dot.
    negative
        Whether all dots are given, so that neighbours without one keep neither condition; or the
        kinds of dots of which that is so, ``("black",)`` say.

    Examples
    --------
    >>> len(list(Kropki(white=[((0, 0), (0, 1))]).exclusions(Shape(2, 2))))
    10
    """

    white: Sequence[Pair] = ()
    black: Sequence[Pair] = ()
    negative: bool | Sequence[str] = ()

    name = "kropki"
    summary = "White dots join consecutive digits, black dots digits of which one is double."

    def __post_init__(self) -> None:
        kinds = self.negative
        if isinstance(kinds, bool):
            kinds = tuple(_TESTS) if kinds else ()
        freeze(self, white=self.white, black=self.black)
        freeze(self, has_text=True, negative=kinds)
        for kind in kinds:
            if kind not in _TESTS:
                raise RuleError(f"rule 'kropki': dots are white or black, not {kind!r}")

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the dots."""
        for fill, pairs in (("white", self.white), ("black", self.black)):
            for pair in pairs:
                yield marks.Dot(cells_of(self, shape, pair), fill=fill)

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what the dots exclude, and what their absence does."""
        dotted = set()
        for kind, pairs in (("white", self.white), ("black", self.black)):
            for pair in pairs:
                check_touching(self, pair)
                first, second = cells_of(self, shape, pair)
                dotted.add(frozenset((first, second)))
                yield from excluded_pairs(shape, first, second, _TESTS[kind])
        assert not isinstance(self.negative, bool)
        absent = [_TESTS[kind] for kind in self.negative]
        for first, second in touching(shape) if absent else ():
            if frozenset((first, second)) not in dotted:
                yield from excluded_pairs(
                    shape,
                    first,
                    second,
                    lambda a, b: not any(is_dotted(a, b) for is_dotted in absent),
                )


def _is_consecutive(a: int, b: int) -> bool:
    return abs(a - b) == 1


def _is_double(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


_TESTS = {"white": _is_consecutive, "black": _is_double}
