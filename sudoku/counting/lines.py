"""A symmetry of the cells as permutations of the rows and the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sudoku.geometry.shape import Shape


@dataclass(frozen=True)
class Lines:
    """Permutations of the rows and the columns of a grid.

    Attributes
    ----------
    shape
        The shape of the grid: it has `p` bands of `q` rows, and `q` stacks of `p` columns.
    rows, columns
        The image of each row and of each column.
    """

    shape: Shape
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @classmethod
    def of(cls, shape: Shape, images: Sequence[int]) -> Lines | None:
        """Return the permutations, by the image of each cell; None if rows become columns.

        >>> shape = Shape(2, 2)
        >>> Lines.of(shape, [*range(4, 8), *range(4), *range(8, 16)]).rows
        (1, 0, 2, 3)
        >>> Lines.of(shape, [row + 4 * column for row in range(4) for column in range(4)])
        """
        n = shape.n
        if images[0] // n != images[1] // n:
            return None
        rows = tuple(image // n for image in images[::n])
        return cls(shape, rows, tuple(image % n for image in images[:n]))

    @property
    def p(self) -> int:
        """The number of bands, and of columns in a stack."""
        return self.shape.p

    @property
    def q(self) -> int:
        """The number of stacks, and of rows in a band."""
        return self.shape.q

    @cached_property
    def bands(self) -> list[int]:
        """The image of each band."""
        return [row // self.q for row in self.rows[:: self.q]]

    @cached_property
    def stacks(self) -> list[int]:
        """The image of each stack."""
        return [column // self.p for column in self.columns[:: self.p]]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The image of each cell."""
        n = self.shape.n
        return tuple(row * n + column for row in self.rows for column in self.columns)

    def keeps_all_cells_of(self, band: int) -> bool:
        """Return whether no cell of a band is moved."""
        own = range(band * self.q, band * self.q + self.q)
        is_kept = all(self.rows[row] == row for row in own)
        return is_kept and self.columns == tuple(range(self.shape.n))

    def power(self, exponent: int) -> Lines:
        """Return the symmetry that is this one so many times, at least once."""
        rows, columns = self.rows, self.columns
        for _ in range(exponent - 1):
            rows = tuple(self.rows[row] for row in rows)
            columns = tuple(self.columns[column] for column in columns)
        return Lines(self.shape, rows, columns)
