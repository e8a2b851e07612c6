"""Cells as constraint strings name them: ``R1C1``, rows and columns above 9 as letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from sudoku.errors import TextError

Place = tuple[int, int]

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def place_of(name: str) -> Place:
    """Return where the cell of a name is."""
    match = re.fullmatch(r"R([1-9a-z])C([1-9a-z])", name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return LETTERS.index(match[1]) - 1, LETTERS.index(match[2]) - 1


def places_of(names: Sequence[str]) -> list[Place]:
    """Return where the cells of these names are."""
    return [place_of(name) for name in names]


def adjacent(names: Sequence[str]) -> list[tuple[Place, Place]]:
    """Return the pairs of cells that touch, in the order of the cells."""
    pairs = combinations(places_of(names), 2)
    return [(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
