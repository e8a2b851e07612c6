"""Grids of digits and blanks. `sudoku.formats` reads and writes them as text."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from exactcover.runtime.formatting import shown
from exactcover.runtime.methods import Method
from sudoku.errors import ClueError, ShapeError
from sudoku.geometry.shape import Shape, place_in_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Cells: TypeAlias = Sequence[int] | Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Grid:
    """``n`` by ``n`` cells, each a digit from 1 to ``n`` or 0 for a blank.

    Parameters
    ----------
    shape
        The size of the grid and of its boxes.
    cells
        All cells row by row, in one sequence, in a sequence of rows, or in an array; None if all
        cells are blank.

    Attributes
    ----------
    cells : tuple[int, ...]
        All cells, row by row.

    Raises
    ------
    ShapeError
        If there are too many cells or too few.
    ClueError
        If a cell holds something other than an integer from 0 to ``n``; the message names the cell.

    Examples
    --------
    >>> grid = Grid(Shape(2, 2), [[1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
    >>> print(grid)
    +-----+-----+
    | 1 2 | 3 4 |
    | . . | . . |
    +-----+-----+
    | . . | . 1 |
    | . . | . . |
    +-----+-----+
    >>> grid
    Grid('1234.......1....', 2x2)
    >>> grid[2, 3], grid.n_clues
    (1, 5)
    """

    shape: Shape
    cells: tuple[int, ...]

    def __init__(self, shape: Shape, cells: Cells | None = None) -> None:
        flat = (0,) * shape.n_cells if cells is None else _checked(shape, cells)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "cells", flat)

    @classmethod
    def unchecked(cls, shape: Shape, cells: tuple[int, ...]) -> Grid:
        """Return the grid of integers from 0 to ``n``, one for each cell; they are not checked.

        Examples
        --------
        >>> Grid.unchecked(Shape(1, 1), (1,))
        Grid('1', 1x1)
        """
        grid = object.__new__(cls)
        object.__setattr__(grid, "shape", shape)
        object.__setattr__(grid, "cells", cells)
        return grid

    @classmethod
    def from_text(cls, text: str, shape: Shape | None = None, symbols: str | None = None) -> Grid:
        """Return the one grid that a text shows, as `sudoku.parse` reads it.

        Examples
        --------
        >>> Grid.from_text("1234.......1....").shape
        Shape(p=2, q=2)
        """
        from sudoku.formats.text_reader import parse  # that module needs this one

        return parse(text, shape, symbols)

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.cells[self.shape.cell(*place)]

    def __str__(self) -> str:
        return self.to_text()

    _repr_svg_ = Method("sudoku.notebook", "grid_svg")

    def __repr__(self) -> str:
        return f"Grid({self.to_line()!r}, {self.shape})"

    @property
    def n_clues(self) -> int:
        """The number of cells that hold a digit."""
        return len(self.cells) - self.cells.count(0)

    @property
    def is_filled(self) -> bool:
        """Whether every cell holds a digit."""
        return 0 not in self.cells

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the digits row by row, with 0 also where the board has a hole.

        Examples
        --------
        >>> Grid.from_text("1234.......1....").rows()[2]
        (0, 0, 0, 1)
        """
        width = self.shape.width
        board = on_board(self.shape, self.cells, 0)
        return tuple(tuple(board[k : k + width]) for k in range(0, len(board), width))

    def array(self) -> npt.NDArray[np.unsignedinteger[Any]]:
        """Return a new array of the rows, shape (height, width); uint8, or uint16 for n > 255.

        Examples
        --------
        >>> Grid(Shape(2, 1), [[1, 2], [0, 1]]).array()
        array([[1, 2],
               [0, 1]], dtype=uint8)
        """
        import numpy as np

        digits: npt.NDArray[np.unsignedinteger[Any]]
        digits = np.array(self.rows(), dtype=np.uint8 if self.shape.n < 256 else np.uint16)
        return digits

    def to_line(self, symbols: str | None = None) -> str:
        """Return all cells on one line: a character each, or numbers and spaces for n > 35.

        Parameters
        ----------
        symbols
            The signs of the digits from 1, if not the usual ones.

        Examples
        --------
        >>> Grid(Shape(2, 1), [1, 2, 0, 1]).to_line(), Grid(Shape(2, 1), [1, 2, 0, 1]).to_line("AB")
        ('12.1', 'AB.A')
        """
        from sudoku.formats.grid_text import in_symbols, line_text  # that module needs this one

        return in_symbols(line_text(self), self.shape.n, symbols)

    def to_text(self, symbols: str | None = None) -> str:
        """Return the rows of the grid, with lines around the boxes if it is a square."""
        from sudoku.formats.grid_text import boxed_text, in_symbols  # that module needs this one

        return in_symbols(boxed_text(self), self.shape.n, symbols)

    def to_rows_text(self) -> str:
        """Return a line ``n n`` and the rows below it, as numbers, with ``-`` for a blank.

        Examples
        --------
        >>> print(Grid(Shape(2, 1), [[1, 2], [0, 1]]).to_rows_text())
        2 2
        1 2
        - 1
        """
        from sudoku.formats.grid_text import rows_text  # that module needs this one

        return rows_text(self)


def on_board(shape: Shape, values: Sequence[Any], hole: Any) -> list[Any]:
    """Return the values of all cells, row by row of the rectangle, with `hole` in its holes.

    Examples
    --------
    >>> on_board(Shape(2, 1), [1, 2, 0, 1], None)
    [1, 2, 0, 1]
    """
    board = [hole] * (shape.height * shape.width)
    for cell, value in enumerate(values):
        row, column = shape.position(cell)
        board[row * shape.width + column] = value
    return board


def _checked(shape: Shape, cells: Any) -> tuple[int, ...]:
    """Return the cells as one tuple of digits, or raise an error."""
    n = shape.n
    flat = _flat(shape, cells)
    for cell, value in enumerate(flat):
        digit = value if type(value) is int else digit_of(shape, cell, value)
        if not 0 <= digit <= n:
            raise ClueError(
                f"{shape.in_words(cell)}: digit {shown(digit)} is not between 1 and {n}"
            )
        flat[cell] = digit
    return tuple(flat)


def is_missing(value: Any) -> bool:
    """Return whether a value stands for none: None, NaN, or NA of pandas.

    >>> is_missing(None), is_missing(float("nan")), is_missing(0)
    (True, True, False)
    """
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def digit_of(shape: Shape, cell: int, value: Any) -> int:
    """Return the content of a cell as an int, or raise a ClueError."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return operator.index(value)
    raise ClueError(f"{shape.in_words(cell)}: {value!r} is not an integer")


def _flat(shape: Shape, cells: Any) -> list[Any]:
    """Return the cells of rows, or of one long row, as one list; holes must have 0."""
    if isinstance(cells, str):
        raise ClueError("cells are integers: a text is for Grid.from_text to read")
    cells = cells.tolist() if hasattr(cells, "tolist") else cells
    if not isinstance(cells, Iterable):
        raise ShapeError(f"the cells are {cells!r}: give a list of numbers, or of rows")
    items = list(cells)
    height, width = shape.height, shape.width
    if not items or not hasattr(items[0], "__len__"):
        if len(items) != shape.n_cells:
            board = f"{height}x{width} grid"
            raise ShapeError(f"{len(items)} cells, expected {shape.n_cells} for a {board}")
        return items
    if len(items) != height:
        raise ShapeError(f"{len(items)} rows, expected {height}")
    for number, row in enumerate(items, 1):
        n_cells = len(row) if hasattr(row, "__len__") else 1
        if n_cells != width:
            raise ShapeError(f"row {number} has {n_cells} cells, expected {width}")
    if height * width == shape.n_cells:
        return [value for row in items for value in row]
    places = [shape.position(cell) for cell in range(shape.n_cells)]
    for row, column in {(i, j) for i in range(height) for j in range(width)}.difference(places):
        if items[row][column]:
            raise ClueError(f"{place_in_words(row, column)} is no cell of the board")
    return [items[row][column] for row, column in places]
