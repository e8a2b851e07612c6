"""Sums of any cells, less those of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.rules.base import Rule
from sudoku.rules.constraint import Sum
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.shape import Shape

__all__ = ["Sums"]


@dataclass(frozen=True)
class Sums(Rule):
    """The digits of some cells, less those of others, come to a total; they may repeat.

    Parameters
    ----------
    sums
        Of each the total, the cells that are added and those that are taken away.

    Examples
    --------
    >>> (sum,) = Sums([(1, [(0, 0), (0, 1)], [(1, 1)])]).constraints(Shape(3, 3))
    >>> sum.cells, sum.allows((7, 3, 5))
    ((10, 0, 1), True)
    """

    sums: Sequence[tuple[int, Sequence[Place], Sequence[Place]]]

    name = "sums"
    summary = "The digits of some cells, less those of others, come to a total."

    def __post_init__(self) -> None:
        freeze(self, sums=self.sums)

    def constraints(self, shape: Shape) -> Iterator[Sum]:
        """Yield the sums."""
        for total, plus, minus in self.sums:
            cells = cells_of(self, shape, (*plus, *minus))
            title = title_of("sum", (*plus, *minus)[0])
            yield Sum(f"{title}, of {total}", cells[: len(plus)], total, cells[len(plus) :])
