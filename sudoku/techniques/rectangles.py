"""Rectangles of four cells in which two digits could be exchanged: deadly in a proper puzzle.

If the four cells of a rectangle held two digits crosswise, and none of them were a clue, another
solution would have these digits exchanged. All techniques on unique rectangles use this.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sudoku.statement.bitsets import mask_of
from sudoku.techniques.geometry import Geometry


class Rectangle(NamedTuple):
    """The cells around the rectangle: a and c are opposite, and so are b and d."""

    a: int
    b: int
    c: int
    d: int

    @property
    def mask(self) -> int:
        """The cell mask of the four."""
        return mask_of(self)


@lru_cache(maxsize=32)
def rectangles(geometry: Geometry) -> tuple[Rectangle, ...]:
    """Return the rectangles in which two digits can be exchanged without a clash in any house.

    That is so where every house has as many cells of the one diagonal as of the other: on a classic
    grid, where the rectangle lies in two boxes.
    """
    found: list[Rectangle] = []
    if not geometry.has_only_houses:
        return ()  # the other rules may not allow the exchange
    crossing = {
        (row, column): (geometry.houses[row] & geometry.houses[column]).bit_length() - 1
        for row in geometry.rows
        for column in geometry.columns
    }
    for top, bottom in combinations(geometry.rows, 2):
        for left, right in combinations(geometry.columns, 2):
            corners = ((top, left), (top, right), (bottom, right), (bottom, left))
            cells = [crossing[corner] for corner in corners]
            if min(cells) < 0:  # a row and a column do not cross, on a board with holes
                continue
            rectangle = Rectangle(*cells)
            if _is_swappable(geometry, rectangle):
                found.append(rectangle)
    return tuple(found)


def _is_swappable(geometry: Geometry, rectangle: Rectangle) -> bool:
    one, other = mask_of((rectangle.a, rectangle.c)), mask_of((rectangle.b, rectangle.d))
    return all((mask & one).bit_count() == (mask & other).bit_count() for mask in geometry.houses)
