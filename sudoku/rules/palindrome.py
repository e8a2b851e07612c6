"""Palindromes: lines that read the same either way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.element import Element, span
from sudoku.rules.lines import Lines


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
    technique = "palindrome"

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        same = tuple(1 << k for k in range(shape.n))
        for _, cells in self.checked(shape):
            title = f"palindrome {span(shape, cells)}"
            means = f"The line from {cell_name(shape, cells[0])} reads the same from both ends"
            last = len(cells) - 1
            pairs = tuple((k, last - k, same) for k in range(len(cells) // 2))
            yield Element(self.technique, title, means, cells, pairs=pairs)

    marks_in = MappingProxyType({"lines": "palindrome"})

    def links(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """Yield each pair of cells that mirror each other."""
        for _, cells in self.checked(shape):
            half = len(cells) // 2
            yield from zip(cells[:half], cells[: -half - 1 : -1], strict=True)
