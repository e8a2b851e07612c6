"""The names of cells in constraint strings: ``R1C1``, with letters for numbers above 9."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from sudoku.errors import TextError

Place = tuple[int, int]

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def place_of(name: str) -> Place:
    """Return the place of the cell with a name."""
    match = re.fullmatch(r"R([1-9a-z])C([1-9a-z])", name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return LETTERS.index(match[1]) - 1, LETTERS.index(match[2]) - 1


def name_of(place: Place) -> str:
    """Return the name of the cell at a place; the inverse of `place_of`."""
    row, column = place
    return f"R{LETTERS[row + 1]}C{LETTERS[column + 1]}"


def adjacent(places: Sequence[Place]) -> list[tuple[Place, Place]]:
    """Return the pairs of cells that touch, in the order of the cells."""
    return [pair for pair in combinations(places, 2) if _distance(*pair) == 1]


def jump(places: Iterable[Place]) -> bool:
    """Return whether consecutive cells of a line do not touch."""
    return any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in pairwise(places))


def _distance(a: Place, b: Place) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
