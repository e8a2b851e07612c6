"""Anti-taxicab: no two equal digits as far apart as they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import leaps
from sudoku.shape import Shape

__all__ = ["AntiTaxicab"]


@dataclass(frozen=True)
class AntiTaxicab(Rule):
    """No two cells that are k steps apart hold the digit k; steps go along rows and columns.

    Examples
    --------
    >>> ((0, 2), (5, 2)) in list(AntiTaxicab().exclusions(Shape(2, 2)))
    True
    """

    in_each_grid = of_any_board = True
    name = "anti_taxicab"
    summary = "No two cells k steps apart, along rows and columns, both hold k."

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield every digit of all pairs of cells as far apart."""
        for digit in range(1, shape.n + 1):
            moves = [(down, digit - down) for down in range(digit + 1)]
            moves += [(down, down - digit) for down in range(1, digit)]
            for first, second in leaps(shape, *moves):
                yield (first, digit), (second, digit)
