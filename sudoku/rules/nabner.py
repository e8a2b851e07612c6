"""Nabner lines: no two digits on them are equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sudoku.rules.base import Exclusion
from sudoku.rules.lines import Lines
from sudoku.rules.places import excluded_pairs
from sudoku.shape import Shape

__all__ = ["Nabner"]


@dataclass(frozen=True)
class Nabner(Lines):
    """No two digits on a line, wherever on it, are equal or consecutive.

    Parameters
    ----------
    lines
        The cells of each.

    Examples
    --------
    >>> 81 - len(list(Nabner([[(0, 0), (0, 1)]]).exclusions(Shape(3, 3))))
    56
    """

    name = "nabner"
    summary = "No two digits on a line are equal or consecutive."
    colour = "#e8d27a"

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Yield what is equal or consecutive, for all pairs of cells on a line."""
        for _, cells in self.checked(shape):
            for first, second in combinations(cells, 2):
                yield from excluded_pairs(shape, first, second, lambda a, b: abs(a - b) > 1)
