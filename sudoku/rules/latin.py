"""The rule of Latin squares: rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import House, Rule


@dataclass(frozen=True)
class Latin(Rule):
    """Every row and column holds every digit once: classic sudoku without boxes.

    Examples
    --------
    >>> len(Latin().houses(Shape(3, 3)))
    18
    """

    in_each_grid = True
    name = "latin"
    summary = "Every row and column holds every digit once."
    makes_board = True

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the rows, then the columns."""
        rows = (House(f"r{number}", cells) for number, cells in enumerate(shape.rows(), 1))
        columns = (House(f"c{number}", cells) for number, cells in enumerate(shape.columns(), 1))
        return (*rows, *columns)
