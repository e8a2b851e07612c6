"""Consecutive sudoku: bars between all neighbours that are consecutive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, check_touching, excluded_pairs, freeze, touching
from sudoku.shape import Shape

__all__ = ["Consecutive"]


@dataclass(frozen=True)
class Consecutive(Rule):
    """Neighbours with a bar between them are consecutive, all others are not.

    Parameters
    ----------
    bars
        The two cells of each.
    negative
        Whether all bars are given.

    Examples
    --------
    >>> len(list(Consecutive([((0, 0), (0, 1))], negative=False).exclusions(Shape(2, 2))))
    10
    """

    bars: Sequence[tuple[Place, Place]]
    negative: bool = True

    name = "consecutive"
    summary = "Neighbours with a bar between them are consecutive, all others are not."

    def __post_init__(self) -> None:
        freeze(self, bars=self.bars)

    def drawing(self, shape: Shape) -> Iterator[marks.Bar]:
        """Yield the bars."""
        for pair in self.bars:
            yield marks.Bar(cells_of(self, shape, pair))

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what the bars exclude, and what their absence does."""
        barred = set()
        for pair in self.bars:
            check_touching(self, pair)
            first, second = cells_of(self, shape, pair)
            barred.add(frozenset((first, second)))
            yield from excluded_pairs(shape, first, second, lambda a, b: abs(a - b) == 1)
        for first, second in touching(shape) if self.negative else ():
            if frozenset((first, second)) not in barred:
                yield from excluded_pairs(shape, first, second, lambda a, b: abs(a - b) != 1)
