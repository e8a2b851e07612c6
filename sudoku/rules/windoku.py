"""Windoku, which is also called hyper sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule


@dataclass(frozen=True)
class Windoku(Rule):
    """Further boxes, one cell away from the edge and from each other, hold every digit once.

    Examples
    --------
    >>> [house.cells[0] for house in Windoku().houses(Shape(3, 3))]
    [10, 14, 46, 50]
    """

    in_each_grid = True
    name = "windoku"
    summary = "Boxes that lie one cell in from the edge, and one apart, hold every digit once."

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the windows."""
        for house in self.houses(shape):
            yield marks.Shade(house.cells)

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the windows, row by row."""
        p, q, n = shape.p, shape.q, shape.n
        corners = product(range(1, n - q, q + 1), range(1, n - p, p + 1))
        return tuple(
            House(
                f"window {number}",
                tuple(shape.cell(row + i, column + j) for i in range(q) for j in range(p)),
            )
            for number, (row, column) in enumerate(corners, 1)
        )
