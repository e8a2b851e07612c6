"""The diagonal rule, which makes a classic sudoku an X-sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule


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

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield a thin line along each diagonal."""
        for house in self.houses(shape):
            yield marks.Line(house.cells, "#9ac1e8", width=4)

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the diagonal from the top left, then the one from the top right."""
        n = shape.n
        return (
            House("d1", tuple(shape.cell(i, i) for i in range(n))),
            House("d2", tuple(shape.cell(i, n - 1 - i) for i in range(n))),
        )
