"""Triangles: a cell is (row, column); it points up if row + column is even, else down.

A row is a strip of triangles that point up and down by turns, and a column counts the triangles of
a strip from the left. The neighbours of a triangle are those beside it in its strip, and the one
below (if it points up) or above it (if it points down) in the same column.
"""

from math import sqrt

from exactcover.pictures.lattices.base import Cell, Corner, Lattice
from exactcover.pictures.svg import Point


class Triangles(Lattice):
    """The lattice of triangles."""

    coordinates = ("row", "column")

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Return the corners as (half sides to the right, strips down)."""
        row, column = cell
        if (row + column) % 2 == 0:
            return (column + 1, row), (column + 2, row + 1), (column, row + 1)
        return (column, row), (column + 2, row), (column + 1, row + 1)

    def point(self, corner: Corner) -> Point:
        """Return the corner in a picture of triangles with a side of 1.4."""
        x, y = corner
        return x * 0.7, y * 0.7 * sqrt(3)
