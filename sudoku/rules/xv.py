"""XV: neighbours that add up to ten or five."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, check_touching, excluded_pairs, freeze, touching
from sudoku.shape import Shape

__all__ = ["XV"]

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
    >>> 81 - len(list(XV(v=[((0, 0), (0, 1))]).exclusions(Shape(3, 3))))
    4
    """

    x: Sequence[Pair] = ()
    v: Sequence[Pair] = ()
    negative: bool = False

    name = "xv"
    summary = "Digits with an X between them add up to 10, those with a V to 5."

    def __post_init__(self) -> None:
        freeze(self, x=self.x, v=self.v)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the signs."""
        for sign, pairs in (("X", self.x), ("V", self.v)):
            for pair in pairs:
                yield marks.Dot(cells_of(self, shape, pair), sign, stroke="none", size=36)

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what the signs exclude, and what their absence does."""
        signed = set()
        for pairs, total in ((self.x, 10), (self.v, 5)):
            for pair in pairs:
                check_touching(self, pair)
                first, second = cells_of(self, shape, pair)
                signed.add(frozenset((first, second)))
                yield from excluded_pairs(
                    shape,
                    first,
                    second,
                    lambda a, b, total=total: a + b == total,  # type: ignore[misc]
                )
        for first, second in touching(shape) if self.negative else ():
            if frozenset((first, second)) not in signed:
                yield from excluded_pairs(shape, first, second, lambda a, b: a + b not in (5, 10))
