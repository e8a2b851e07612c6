"""The diagonal rule, which makes of a classic sudoku an X-sudoku."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku.rules.rule import House, Rule
from sudoku.shape import Shape

__all__ = ["Diagonal"]


@dataclass(frozen=True)
class Diagonal(Rule):
    """Both main diagonals hold every digit once.

    Examples
    --------
    >>> Diagonal().houses(Shape(2, 2))[1]
    House(name='d2', cells=(3, 6, 9, 12))
    """

    in_each_grid = True
    name = "diagonal"
    summary = "Both main diagonals hold every digit once."

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the diagonal from the top left, then the one from the top right."""
        n = shape.n
        return (
            House("d1", tuple(shape.cell(i, i) for i in range(n))),
            House("d2", tuple(shape.cell(i, n - 1 - i) for i in range(n))),
        )
