"""The names of cells in constraint strings: ``R1C1``, with letters for numbers above 9."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from sudoku.errors import TextError

Place = tuple[int, int]

CELL = r"[Rr]([1-9A-Za-z])[Cc]([1-9A-Za-z])"
"""The pattern of the names of cells of the grid."""

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


@lru_cache(maxsize=1 << 10)
def place_of(name: str) -> Place:
    """Return the place of the cell with a name; letters may be capitals."""
    match = re.fullmatch(CELL, name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return LETTERS.index(match[1].lower()) - 1, LETTERS.index(match[2].lower()) - 1


def name_of(place: Place) -> str:
    """Return the name of the cell at a place; the inverse of `place_of`."""
    row, column = place
    return f"R{LETTERS[row + 1]}C{LETTERS[column + 1]}"


def line_of(name: str) -> tuple[bool, int]:
    """Return whether a name is that of a row, and the number of the row or column, from 0.

    The number of a line above 9 is written with two digits; a letter is read, too.

    Examples
    --------
    >>> line_of("R3"), line_of("C16")
    ((True, 2), (False, 15))
    """
    match = re.fullmatch(r"([RC])([1-9]\d?|[a-z])", name)
    if match is None:
        raise TextError(f"{name!r} is no row or column")
    number = int(match[2]) if match[2].isdecimal() else LETTERS.index(match[2])
    return match[1] == "R", number - 1


def line_and_clues(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name of a row or column, which comes first or last, and the clues at its two ends.

    Examples
    --------
    >>> line_and_clues(["C2", "5", ""]), line_and_clues(["5", "C2"])
    (('C2', ['5', '']), ('C2', ['5']))
    """
    ordered = sorted(arguments, key=lambda text: text[:1] not in ("R", "C"))
    if not ordered:
        raise TextError("a row or column is missing")
    line, *clues = ordered
    if len(clues) > 2:
        raise TextError(f"{len(clues)} clues for one line, which has two ends")
    return line, clues


def jump(places: Iterable[Place]) -> bool:
    """Return whether consecutive cells of a line do not touch."""
    return any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in pairwise(places))
