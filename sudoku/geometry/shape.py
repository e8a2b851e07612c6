"""The shape of a puzzle: its number of digits, and its rows, columns and boxes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from operator import index

from exactcover.runtime.formatting import format_whole, shown
from exactcover.runtime.methods import Method
from sudoku.errors import PlaceError, ShapeError

Cells = tuple[int, ...]

MOST_DIGITS = 256
"""The digits of the largest board that can be read, written and drawn."""
MOST_CELLS = MOST_DIGITS**2
"""The cells of the largest board."""
MOST_CANDIDATES = 1_000_000
"""The cells times the digits of the largest board that can be searched."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A square of ``n = p * q`` rows and columns, with boxes ``p`` cells wide and ``q`` high.

    Cells are numbered from 0, row by row; so are rows, columns and boxes.

    Raises
    ------
    ShapeError
        If a side of the box is not a positive integer, or there are more than 256 digits.

    Examples
    --------
    >>> shape = Shape(3, 2)
    >>> shape.n, shape.n_cells, str(shape)
    (6, 36, '3x2')
    >>> shape.boxes()[1]
    (3, 4, 5, 9, 10, 11)
    """

    p: int
    q: int

    _repr_svg_ = Method("sudoku.notebook", "shape_svg")

    def __post_init__(self) -> None:
        for side, size in (("wide", self.p), ("high", self.q)):
            if not _is_integer(size) or size < 1:
                raise ShapeError(
                    f"boxes cannot be {shown(size)} cells {side}, only 1, 2, 3 and so on"
                )
        if self.n > MOST_DIGITS:
            n = format_whole(self.n)
            raise ShapeError(
                f"boxes of {self} cells make a board of {n}x{n}: at most "
                f"{MOST_DIGITS}x{MOST_DIGITS} cells are possible{box_hint(self)}"
            )

    @classmethod
    def of_size(cls, n: int) -> Shape:
        """Return the usual shape for ``n`` digits: boxes nearly square, not higher than wide.

        Raises
        ------
        ShapeError
            If ``n`` is prime, so that there is no usual box, or not a positive integer.

        Examples
        --------
        >>> [str(Shape.of_size(n)) for n in (4, 6, 8, 9, 12, 16)]
        ['2x2', '3x2', '4x2', '3x3', '4x3', '4x4']
        """
        if not _is_integer(n) or n < 1:
            raise ShapeError(f"a puzzle cannot have {n!r} digits, only 1, 2, 3 and so on")
        q = next(q for q in range(isqrt(n), 0, -1) if n % q == 0)
        if q == 1 < n:
            raise ShapeError(
                f"{n} is prime, so {n}x{n} cells have no usual boxes: give the shape, as in {n}x1"
            )
        return cls(n // q, q)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Return the shape written as width ``x`` height of a box; the inverse of ``str``.

        Raises
        ------
        ShapeError
            If the text is not two positive numbers with an ``x`` between them.

        Examples
        --------
        >>> Shape.parse("4x3")
        Shape(p=4, q=3)
        """
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*[xX]\s*([0-9]{1,4})\s*", text)
        if match is None:
            raise ShapeError(f"{text!r} is not a shape: write a box's width x height, as in 3x2")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{format_whole(self.p)}x{format_whole(self.q)}"

    @property
    def n(self) -> int:
        """The number of digits, which is the number of cells in a row, a column or a box."""
        return self.p * self.q

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return self.n * self.n

    @property
    def height(self) -> int:
        """The number of rows of the board."""
        return self.n

    @property
    def width(self) -> int:
        """The number of columns of the board."""
        return self.n

    @property
    def n_boxes(self) -> int:
        """The number of boxes."""
        return self.n

    def cell(self, row: int, column: int) -> int:
        """Return the number of the cell at a row and column, both from 0.

        Raises
        ------
        PlaceError
            If there is no such row or column.

        Examples
        --------
        >>> Shape(3, 3).cell(1, 0)
        9
        """
        n = self.n
        if not 0 <= row < n or not 0 <= column < n:
            raise PlaceError(
                f"({shown(row)}, {shown(column)}) is outside (0, 0) to ({n - 1}, {n - 1})"
            )
        return row * n + column

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell; the inverse of `cell`.

        Examples
        --------
        >>> Shape(3, 3).position(9)
        (1, 0)
        """
        if not 0 <= cell < self.n_cells:
            raise PlaceError(f"cell {cell} is outside 0 to {self.n_cells - 1}")
        return divmod(cell, self.n)

    def cell_at(self, place: tuple[int, int] | int) -> int:
        """Return the number of the cell at a place (row, column), from 0.

        The place may also be the number of a cell, because results have cells as numbers.

        Raises
        ------
        PlaceError
            If the argument is neither, or not on the board.

        Examples
        --------
        >>> Shape(3, 3).cell_at((1, 0)), Shape(3, 3).cell_at(9)
        (9, 9)
        """
        try:
            if isinstance(place, tuple | list):
                row, column = place
                return self.cell(index(row), index(column))
            return self.cell(*self.position(index(place)))
        except (TypeError, ValueError) as error:
            if isinstance(error, PlaceError):
                raise
            raise PlaceError(f"{place!r} is not a row and a column, from 0") from None

    def in_words(self, cell: int) -> str:
        """Return the place of a cell in words, counted from 1.

        Examples
        --------
        >>> Shape(3, 3).in_words(9)
        'row 2, column 1'
        """
        return place_in_words(*self.position(cell))

    def box_of(self, cell: int) -> int:
        """Return the number of the box that holds a cell.

        Examples
        --------
        >>> Shape(3, 2).box_of(9)
        1
        """
        row, column = self.position(cell)
        return row // self.q * self.q + column // self.p

    def squares(self) -> tuple[tuple[Shape, Cells], ...]:
        """Return the shape of each grid that lies on the board, and its cells in order.

        Examples
        --------
        >>> Shape(2, 1).squares()
        ((Shape(p=2, q=1), (0, 1, 2, 3)),)
        """
        return ((self, tuple(range(self.n_cells))),)

    def rows(self) -> tuple[Cells, ...]:
        """Return the cells of each row, from the top.

        Examples
        --------
        >>> Shape(2, 2).rows()[0]
        (0, 1, 2, 3)
        """
        return _rows(self.n)

    def columns(self) -> tuple[Cells, ...]:
        """Return the cells of each column, from the left.

        Examples
        --------
        >>> Shape(2, 2).columns()[0]
        (0, 4, 8, 12)
        """
        return _columns(self.n)

    def boxes(self) -> tuple[Cells, ...]:
        """Return the cells of each box, row by row of boxes.

        Examples
        --------
        >>> Shape(2, 2).boxes()[0]
        (0, 1, 4, 5)
        """
        return _boxes(self)


def check_shape(shape: object) -> Shape | None:
    """Return an argument that must be a Shape or None.

    Raises
    ------
    ShapeError
        If it is something else.

    Examples
    --------
    >>> check_shape("3x3")
    Traceback (most recent call last):
    sudoku.errors.ShapeError: the shape of a puzzle is a Shape, not '3x3'
    """
    if shape is None or isinstance(shape, Shape):
        return shape
    raise ShapeError(f"the shape of a puzzle is a Shape, not {shape!r}")


def box_hint(shape: Shape) -> str:
    """Return a hint for a user who gave the size of a grid instead of the size of a box.

    The hint is empty if there is no grid of that size.

    Examples
    --------
    >>> box_hint(Shape(9, 9))
    '; 9x9 is the size of a box here: for a 9x9 grid write 3x3'
    >>> box_hint(Shape(3, 3))
    ''
    """
    if type(shape) is not Shape or shape.p != shape.q or shape.p > MOST_DIGITS:
        return ""
    try:
        meant = Shape.of_size(shape.p)
    except ShapeError:
        return ""
    return f"; {shape} is the size of a box here: for a {shape} grid write {meant}"


def check_searchable(shape: Shape) -> None:
    """Raise a ShapeError if a board is so large that a search would not fit into memory.

    Raises
    ------
    ShapeError
        If there are more than a million candidates, which 100x100 cells have.

    Examples
    --------
    >>> check_searchable(Shape(16, 16))
    Traceback (most recent call last):
    sudoku.errors.ShapeError: a board of 65,536 cells for 256 digits is too large to search: at \
most 1,000,000 candidates are possible, as 100x100 cells have; 16x16 is the size of a box here: \
for a 16x16 grid write 4x4
    """
    if shape.n_cells * shape.n > MOST_CANDIDATES:
        raise ShapeError(
            f"a board of {shape.n_cells:,} cells for {shape.n} digits is too large to search: at "
            f"most {MOST_CANDIDATES:,} candidates are possible, as 100x100 cells have"
            f"{box_hint(shape)}"
        )


def place_in_words(row: int, column: int) -> str:
    """Return the place of a row and a column, both from 0, in words, counted from 1.

    Examples
    --------
    >>> place_in_words(1, 0)
    'row 2, column 1'
    """
    return f"row {format_whole(row + 1)}, column {format_whole(column + 1)}"


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@lru_cache
def _rows(n: int) -> tuple[Cells, ...]:
    return tuple(tuple(range(start, start + n)) for start in range(0, n * n, n))


@lru_cache
def _columns(n: int) -> tuple[Cells, ...]:
    return tuple(zip(*_rows(n), strict=True))


@lru_cache
def _boxes(shape: Shape) -> tuple[Cells, ...]:
    members: list[list[int]] = [[] for _ in range(shape.n_boxes)]
    for cell in range(shape.n_cells):
        members[shape.box_of(cell)].append(cell)
    return tuple(map(tuple, members))
