"""The classic rule: rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sudoku.geometry.shape import Shape
from sudoku.rules.base import House, Rule

if TYPE_CHECKING:
    from sudoku.pictures.marks import Mark


@dataclass(frozen=True)
class Classic(Rule):
    """Every row, column and box holds every digit once.

    Examples
    --------
    >>> [house.name for house in Classic().houses(Shape(2, 1))]
    ['r1', 'r2', 'c1', 'c2', 'b1', 'b2']
    """

    in_each_grid = True
    name = "classic"
    summary = "Every row, column and box holds every digit once."
    makes_board = True

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the rows, then the columns, then the boxes."""
        return _houses(shape)

    def drawing(self, shape: Shape) -> Iterator[Mark]:
        """Yield a heavy line around each box."""
        from sudoku.pictures.marks import Region

        yield from map(Region, shape.boxes())


@lru_cache
def _houses(shape: Shape) -> tuple[House, ...]:
    kinds = (("r", shape.rows()), ("c", shape.columns()), ("b", shape.boxes()))
    return tuple(
        House(f"{letter}{number}", cells)
        for letter, houses in kinds
        for number, cells in enumerate(houses, 1)
    )
