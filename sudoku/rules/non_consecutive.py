"""The rule that keeps consecutive digits apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import touching
from sudoku.shape import Shape

__all__ = ["NonConsecutive"]


@dataclass(frozen=True)
class NonConsecutive(Rule):
    """Cells that share an edge do not hold consecutive digits.

    Examples
    --------
    >>> len(list(NonConsecutive().exclusions(Shape(3, 3))))
    2304
    """

    in_each_grid = of_any_board = True
    name = "non_consecutive"
    summary = "Cells that share an edge do not hold consecutive digits."

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield both orders of all consecutive digits."""
        for first, second in touching(shape):
            for digit in range(1, shape.n):
                yield (first, digit), (second, digit + 1)
                yield (first, digit + 1), (second, digit)
