"""Signs between neighbours that tell which is greater."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, excluded_pairs, freeze
from sudoku.shape import Shape

__all__ = ["GreaterThan"]


@dataclass(frozen=True)
class GreaterThan(Rule):
    """Of two cells, the first holds the greater digit.

    Parameters
    ----------
    pairs
        The greater cell of each, then the less; they need not touch.

    Examples
    --------
    >>> len(list(GreaterThan([((0, 0), (0, 1))]).exclusions(Shape(3, 3))))
    45
    """

    pairs: Sequence[tuple[Place, Place]]

    name = "greater_than"
    summary = "Of two cells, the first holds the greater digit."

    def __post_init__(self) -> None:
        freeze(self, pairs=self.pairs)

    def drawing(self, shape: Shape) -> Iterator[marks.Greater]:
        """Yield the signs."""
        for pair in self.pairs:
            yield marks.Greater(cells_of(self, shape, pair))

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield all digits that are not greater."""
        for pair in self.pairs:
            first, second = cells_of(self, shape, pair)
            yield from excluded_pairs(shape, first, second, lambda a, b: a > b)
