"""The marks of f-puzzles data that have no value, which the reader of puzzles leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sudoku.errors import refusing
from sudoku.formats.fpuzzles.checks import Place, number_of, place_of, places_of, whole
from sudoku.formats.fpuzzles.reader import diagonal_of, from_fpuzzles, read_data

OUTSIDE = {"sandwichsum": "sandwich", "xsum": "x_sum", "skyscraper": "skyscraper"}


@refusing("puzzle of f-puzzles")
def drawn_of_fpuzzles(source: str | Mapping[str, Any]) -> list[tuple[str, list[Place]]]:
    """Return the rule and the cells of each mark without a value.

    A dot without a value is no such mark: the app reads it as a difference of 1 or a ratio of 2.

    Raises
    ------
    SudokuError
        As `from_fpuzzles`.

    Examples
    --------
    >>> data = {"size": 4, "grid": [[{}] * 4] * 4, "killercage": [{"cells": ["R1C1", "R1C2"]}]}
    >>> drawn_of_fpuzzles(data)
    [('killer', [(0, 0), (0, 1)])]
    """
    data = read_data(source)
    from_fpuzzles(data)  # raises an error if something else is wrong
    return list(_drawn(data, whole(data["size"], "the size")))


def _drawn(data: Mapping[str, Any], n: int) -> Iterator[tuple[str, list[Place]]]:
    for entry in data.get("killercage") or ():
        if number_of("killercage", entry) is None:
            yield "killer", places_of(entry["cells"])
    for entry in data.get("littlekillersum") or ():
        if number_of("littlekillersum", entry) is None:
            yield "little_killer", diagonal_of(entry, n)
    for entry in data.get("xv") or ():
        if not entry.get("value"):
            yield "xv", places_of(entry["cells"])
    for entry in data.get("quadruple") or ():
        if not entry["values"]:
            yield "quadruple", places_of(entry["cells"])
    for key, name in OUTSIDE.items():
        for entry in data.get(key) or ():
            if number_of(key, entry) is None:
                yield name, [place_of(entry["cell"])]
