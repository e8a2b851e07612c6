"""Sudoku stated as an exact cover for the peers: 729 options and 324 items of 9x9 grids."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

N_OPTIONS, N_ITEMS = 729, 324


def item_table() -> NDArray[np.uint32]:
    """Build the four items (cell, row, column and box with the digit) of each option, ascending.

    Option ``81 * row + 9 * column + digit`` places ``digit`` (from 0) in the cell.
    """
    row, column, digit = np.indices((9, 9, 9)).reshape(3, -1)
    box = 3 * (row // 3) + column // 3
    places = (9 * row + column, 9 * row + digit, 9 * column + digit, 9 * box + digit)
    return np.stack([81 * k + place for k, place in enumerate(places)], axis=1).astype(np.uint32)


ITEMS = item_table()
MATRIX = np.zeros((N_OPTIONS, N_ITEMS), dtype=bool)
MATRIX[np.arange(N_OPTIONS)[:, None], ITEMS] = True


class Rest(NamedTuple):
    """The smaller problem that the clues leave; the options of the clues complete each cover."""

    clues: NDArray[np.intp]
    options: NDArray[np.intp]
    matrix: NDArray[np.bool_]


def clue_options(line: str) -> NDArray[np.intp]:
    """Return the options that the clues of an 81-character line take."""
    return np.array([9 * cell + int(d) - 1 for cell, d in enumerate(line) if d not in ".0"])


def rest(line: str) -> Rest:
    """Leave out the items that the clues cover and the options that hold any of these."""
    clues = clue_options(line)
    live = np.ones(N_ITEMS, dtype=bool)
    live[ITEMS[clues]] = False
    options = np.flatnonzero(live[ITEMS].all(axis=1))
    return Rest(clues, options, MATRIX[options][:, live])


def compatible(line: str) -> NDArray[np.intp]:
    """Return the options of all cells, where a cell with a clue has that digit's only."""
    allowed = np.ones(N_OPTIONS, dtype=bool).reshape(81, 9)
    clues = clue_options(line)
    allowed[clues // 9] = False
    allowed.flat[clues] = True
    return np.flatnonzero(allowed)


def grid(options: NDArray[np.intp]) -> str:
    """Write 81 chosen options as a line of digits.

    Examples
    --------
    >>> grid(9 * np.arange(81) + np.arange(81) % 9)[:12]
    '123456789123'
    """
    return "".join(str(option % 9 + 1) for option in sorted(options))
