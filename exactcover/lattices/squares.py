"""Squares: a cell is (row, column), rows from the top, columns from the left."""

from collections.abc import Iterator

from exactcover.lattices.base import Cell, Corner, Lattice, Point, Turn


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

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the four neighbours."""
        row, column = cell
        yield from ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))

    def rotations(self) -> Iterator[Turn]:
        """Yield the rotations by quarter turns."""
        yield lambda cell: cell
        yield lambda cell: (cell[1], -cell[0])
        yield lambda cell: (-cell[0], -cell[1])
        yield lambda cell: (-cell[1], cell[0])

    def reflection(self, cell: Cell) -> Cell:
        """Return the cell with row and column exchanged."""
        row, column = cell
        return column, row
