"""Hexagons: a cell is (q, r) in axial coordinates.

The row r is counted from the top, and q to the right along a row; each row begins half a hexagon
further to the right than the one above it. The neighbours of (q, r) are (q + 1, r), (q, r + 1),
(q - 1, r + 1), and those on the opposite sides.
"""

from collections.abc import Iterator
from math import sqrt

from exactcover.lattices.base import Cell, Corner, Lattice, Point, Turn

# In half widths and half sides, from the top.
_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Hexagons(Lattice):
    """The lattice of hexagons that stand on a corner."""

    coordinates = ("q", "r")

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Return the corners as (half widths to the right, half sides down)."""
        q, r = cell
        return tuple((2 * q + r + x, 3 * r + y) for x, y in _AROUND)

    def point(self, corner: Corner) -> Point:
        """Return the corner in a picture of hexagons with a side of 0.65."""
        x, y = corner
        return x * 0.65 * sqrt(3) / 2, y * 0.65 / 2

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the six neighbours."""
        q, r = cell
        for right, down in ((1, 0), (0, 1), (-1, 1)):
            yield q + right, r + down
            yield q - right, r - down

    def rotations(self) -> Iterator[Turn]:
        """Yield the rotations by sixths of a turn."""
        yield lambda cell: cell
        yield lambda cell: (-cell[1], cell[0] + cell[1])
        yield lambda cell: (-cell[0] - cell[1], cell[0])
        yield lambda cell: (-cell[0], -cell[1])
        yield lambda cell: (cell[1], -cell[0] - cell[1])
        yield lambda cell: (cell[0] + cell[1], -cell[0])

    def reflection(self, cell: Cell) -> Cell:
        """Return the cell with its coordinates exchanged."""
        q, r = cell
        return r, q
