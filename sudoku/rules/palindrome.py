"""Palindromes: lines that read the same either way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.lines import Lines

__all__ = ["Palindrome"]


@dataclass(frozen=True)
class Palindrome(Lines):
    """The digits on a line read the same from either end.

    Parameters
    ----------
    lines
        The cells of each line, in order.

    Examples
    --------
    >>> list(Palindrome([[(0, 0), (0, 1), (1, 2)]]).links(Shape(2, 2)))
    [(0, 6)]
    """

    name = "palindrome"
    summary = "The digits on a line read the same from either end."

    def links(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """Yield each pair of cells that mirror each other."""
        for _, cells in self.checked(shape):
            half = len(cells) // 2
            yield from zip(cells[:half], cells[: -half - 1 : -1], strict=True)
