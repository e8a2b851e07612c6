"""The rule that keeps equal digits a king's move apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import leaps
from sudoku.shape import Shape

__all__ = ["AntiKing"]


@dataclass(frozen=True)
class AntiKing(Rule):
    """Cells that touch at a corner do not hold the same digit.

    Examples
    --------
    >>> len(list(AntiKing().exclusions(Shape(3, 3))))
    1152
    """

    in_each_grid = of_any_board = True
    name = "anti_king"
    summary = "Cells that touch at a corner do not hold the same digit."

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield every digit of all such pairs of cells."""
        for first, second in leaps(shape, (1, 1), (1, -1)):
            for digit in range(1, shape.n + 1):
                yield (first, digit), (second, digit)
