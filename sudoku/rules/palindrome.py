"""Palindromes: lines that read the same either way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.places import Place, cells_of, check_line, freeze
from sudoku.shape import Shape

__all__ = ["Palindrome"]


@dataclass(frozen=True)
class Palindrome(Rule):
    """The digits on a line read the same from either end.

    Parameters
    ----------
    lines
        The cells of each.

    Examples
    --------
    >>> list(Palindrome([[(0, 0), (0, 1), (1, 2)]]).links(Shape(2, 2)))
    [(0, 6)]
    """

    lines: Sequence[Sequence[Place]]

    name = "palindrome"
    summary = "The digits on a line read the same from either end."

    def __post_init__(self) -> None:
        freeze(self, lines=self.lines)

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line))

    def links(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """Yield each cell with the one it mirrors."""
        for line in self.lines:
            check_line(self, line)
            cells = cells_of(self, shape, line)
            half = len(cells) // 2
            yield from zip(cells[:half], cells[: -half - 1 : -1], strict=True)
