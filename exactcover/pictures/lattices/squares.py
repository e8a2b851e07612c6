"""Squares: a cell is (row, column), rows from the top, columns from the left."""

from exactcover.pictures.lattices.base import Cell, Corner, Lattice
from exactcover.pictures.svg import Point


class Squares(Lattice):
    """The lattice of squares."""

    coordinates = ("row", "column")

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Return the corners as (x, y)."""
        row, column = cell
        return (
            (column, row),
            (column + 1, row),
            (column + 1, row + 1),
            (column, row + 1),
        )

    def point(self, corner: Corner) -> Point:
        """Return the corner itself."""
        x, y = corner
        return x, y
