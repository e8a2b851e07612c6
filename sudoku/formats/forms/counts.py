"""Numbers of cells: which boards have so many, and which are nearly meant."""

from __future__ import annotations

from math import isqrt

from sudoku.errors import TextError
from sudoku.geometry.shape import Shape

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 30, 36)
"""The boards of which a wrong number of cells reminds."""
OF_CANDIDATES = 729
"""The signs of the candidates of 9x9 cells."""
NEAR = 3
"""The most cells that may be missing, or too many, for a message that says so."""


def rows_of(n_cells: int, shape: Shape | None = None) -> int:
    """Return the number of rows of a board with so many cells; 0 if there is no such board.

    Examples
    --------
    >>> rows_of(81), rows_of(80), rows_of(49), rows_of(81, Shape(2, 2))
    (9, 0, 0, 0)
    """
    n = isqrt(n_cells)
    if n * n != n_cells or n < SIZES[0]:
        return 0
    if shape is not None:
        return n if n == shape.n else 0
    return n if any(n % divisor == 0 for divisor in range(2, isqrt(n) + 1)) else 0


def shape_of(n: int, shape: Shape | None = None) -> Shape:
    """Return the shape that is asked for, or the usual one of n digits."""
    return shape or Shape.of_size(n)


def check_number(
    number: int, what: str, shape: Shape | None = None, line: int | None = None
) -> None:
    """Raise a TextError if a number of cells is nearly that of a board.

    Examples
    --------
    >>> check_number(80, "digits")
    Traceback (most recent call last):
    sudoku.errors.TextError: 80 digits: one of 81 is missing
    >>> check_number(83, "digits")
    Traceback (most recent call last):
    sudoku.errors.TextError: 83 digits: 2 more than 81
    """
    wanted = [shape.n_cells] if shape else [*(n * n for n in SIZES), OF_CANDIDATES]
    nearest = min(wanted, key=lambda each: abs(each - number))
    more = number - nearest
    if not 0 < abs(more) <= NEAR or (nearest < 36 and shape is None):
        return
    count = "one" if abs(more) == 1 else str(abs(more))
    verb = "is" if count == "one" else "are"
    lost = f"{count} of {nearest} {verb} missing"
    raise TextError(
        f"{number} {what}: {lost if more < 0 else f'{count} more than {nearest}'}", line
    )
