"""Cells as values of Python: numbers, None, NaN and signs, in rows and arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any

from exactcover.runtime.formatting import shown
from sudoku.errors import ClueError, ShapeError
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.geometry.grid import Grid, is_missing
from sudoku.geometry.shape import Shape


def grid_of_values(cells: Any, shape: Shape | None = None) -> Grid:
    """Return the grid of cells that are not all whole numbers.

    A blank is 0, None, NaN or a sign for blanks, a digit is a whole number, also as a float such
    as 5.0, or its sign.

    Parameters
    ----------
    cells
        Rows of cells, or all cells in one sequence; a row may be a text.
    shape
        The shape; by default the usual shape with this number of cells.

    Raises
    ------
    ClueError, TextError
        If a value is no digit of the board, or two values stand for blanks.
    ShapeError
        If the cells fill no board.

    Examples
    --------
    >>> grid_of_values([[1.0, None, None, float("nan")], "....", [None] * 4, ["", "2", "", ""]])
    Traceback (most recent call last):
    sudoku.errors.TextError: an empty cell and '.' both stand for blanks. Write one sign for all \
blanks
    >>> grid_of_values([["1", ".", ".", "."], "....", "....", "...2"]).to_line()
    '1..............2'
    """
    flat = list(_flat(cells))
    n = isqrt(len(flat))
    if shape is None and n * n != len(flat):
        raise ShapeError(f"{len(flat)} cells do not fill a square")
    board = shape or Shape.of_size(n)
    if len(flat) != board.n_cells:
        raise ShapeError(f"{len(flat)} cells do not fill a board of {board.n_cells}")
    signs = [_sign(value) for value in flat]
    for cell, sign in enumerate(signs):
        if sign is None or not is_cell(sign, board.n):
            raise ClueError(
                f"{board.in_words(cell)}: {shown(flat[cell])} is no digit from 1 to {board.n}"
            )
    return grid_of([sign or "" for sign in signs], board)


def _flat(cells: Any) -> Iterator[Any]:
    """Yield the values of rows, or of one long row."""
    for row in cells:
        if isinstance(row, str) and len(row) > 2:
            words = row.split()
            yield from words if len(words) > 1 else row
        elif hasattr(row, "__len__") and not isinstance(row, str | bytes):
            yield from row
        else:
            yield row


def _sign(value: Any) -> str | None:
    """Return a value as the sign of a cell; None if it is none."""
    if is_missing(value):
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or (
        not isinstance(value, Sequence | int | float) and not hasattr(value, "__index__")
    ):
        return None
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and value >= 0 else None
    return str(int(value)) if hasattr(value, "__index__") and value >= 0 else None
