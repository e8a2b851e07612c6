"""Triangles: a cell is (row, column); it points up if row + column is even, else down.

A row is a strip of triangles that point up and down by turns, and a column counts the triangles of
a strip from the left. The neighbours of a triangle are those beside it in its strip, and the one
below (if it points up) or above it (if it points down) in the same column.
"""

from collections.abc import Iterator
from functools import partial
from math import sqrt

from exactcover.lattices.base import Cell, Corner, Lattice, Point, Turn


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

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the three neighbours."""
        row, column = cell
        yield row, column + 1
        yield row, column - 1
        yield (row + 1 if (row + column) % 2 == 0 else row - 1), column

    def rotations(self) -> Iterator[Turn]:
        """Yield the rotations by sixths of a turn around a corner."""
        for n_sixths in range(6):
            yield partial(_rotated, n_sixths=n_sixths)

    def reflection(self, cell: Cell) -> Cell:
        """Return the image in the axis between the two directions of sides."""
        a, b = _centre(cell)
        return _cell(b, a)

    def is_shift(self, vector: Cell) -> bool:
        """Return whether triangles that point up are moved to such ones."""
        row, column = vector
        return (row + column) % 2 == 0


def _rotated(cell: Cell, n_sixths: int) -> Cell:
    """Return a triangle rotated by sixths of a turn around the top of the triangle (0, 0)."""
    a, b = _centre(cell)
    for _ in range(n_sixths):
        a, b = -b, a + b
    return _cell(a, b)


def _centre(cell: Cell) -> tuple[int, int]:
    """Return the centre of a triangle in thirds of two sides that enclose a sixth of a turn.

    The first one goes to the right, the second one down to the right.
    """
    row, column = cell
    down = 3 * row + (2 if (row + column) % 2 == 0 else 1)
    return (3 * column - down) // 2, down


def _cell(a: int, b: int) -> Cell:
    """Return the triangle with a centre."""
    return b // 3, (2 * a + b) // 3
