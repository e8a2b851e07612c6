"""Checks of f-puzzles JSON, so that an error names the key, the cell, and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.keys import check_keys

Place = tuple[int, int]

CELL = r"R(\d{1,4})C(\d{1,4})"
"""The pattern of the name of a cell."""


def whole(value: object, what: str) -> int:
    """Return an integer; raise an error for another value.

    Examples
    --------
    >>> whole("12", "the size")
    12
    """
    if isinstance(value, bool) or not re.fullmatch(r"-?\d{1,4}", str(value)):
        raise TextError(f"f-puzzles: {what} is {value!r}, not a whole number of at most 4 digits")
    return int(str(value))


def is_on(data: Mapping[str, Any], key: str) -> bool:
    """Return whether a rule is switched on.

    Examples
    --------
    >>> is_on({"antiknight": True}, "antiknight"), is_on({"antiking": None}, "antiking")
    (True, False)
    """
    value = data.get(key)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise TextError(f"f-puzzles: {key!r} is {_short(value)}: it must be true or false")


def place_of(name: str) -> Place:
    """Return the row and column, from 0, of the name of a cell.

    Examples
    --------
    >>> place_of("R1C2")
    (0, 1)
    """
    match = re.fullmatch(CELL, name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return int(match[1]) - 1, int(match[2]) - 1


def name_of(place: Place) -> str:
    """Return the name of the cell in a row and a column, counted from 0.

    Examples
    --------
    >>> name_of((0, 1))
    'R1C2'
    """
    return f"R{place[0] + 1}C{place[1] + 1}"


def places_of(names: Iterable[str]) -> list[Place]:
    """Return the rows and columns of cells."""
    return [place_of(name) for name in names]


def number_of(key: str, entry: Mapping[str, Any]) -> int | None:
    """Return the number of an entry, or None if it has none.

    Examples
    --------
    >>> number_of("sandwichsum", {"value": 0}), number_of("killercage", {"value": ""})
    (0, None)
    """
    given = entry.get("value")
    value = "" if given is None else str(given).strip()
    if not re.fullmatch(r"-?\d{0,9}", value) or value == "-":
        raise TextError(
            f"f-puzzles: {key!r} at {first_cell(entry)}: the value {value!r} is not a number"
        )
    return int(value) if value else None


def check_no_values(data: Mapping[str, Any], key: str) -> None:
    """Raise a TextError if an entry has a number, where the meaning of one is not known."""
    if any(number_of(key, entry) is not None for entry in data.get(key) or ()):
        raise TextError(f"f-puzzles: {key!r} with values of its own is not supported")


def given_digit(cell: Mapping[str, Any], name: str) -> int:
    """Return the digit that is given in a cell, or 0; a digit that a player entered is not given.

    Examples
    --------
    >>> given_digit({"value": 5, "given": True}, "R1C1"), given_digit({"value": 5}, "R1C1")
    (5, 0)
    """
    if not isinstance(cell.get("given"), bool | None):
        raise TextError(
            f"f-puzzles: 'given' of the cell {name} is {_short(cell['given'])}: it must be true or "
            "false"
        )
    value = cell.get("value")
    return whole(value, f"the value of the cell {name}") if value and cell.get("given") else 0


def marks_of(cell: Mapping[str, Any], key: str, place: Place, n: int) -> list[int]:
    """Return the digits that are marked in a cell under a key.

    Examples
    --------
    >>> marks_of({"centerPencilMarks": [1, 4]}, "centerPencilMarks", (0, 0), 4)
    [1, 4]
    """
    marks = cell.get(key)
    if marks is None:
        return []
    name = name_of(place)
    if not isinstance(marks, list | tuple):
        raise TextError(f"f-puzzles: {key!r} of the cell {name} is not a list of digits")
    digits = [whole(mark, f"a pencil mark of the cell {name}") for mark in marks]
    wrong = [digit for digit in digits if not 1 <= digit <= n]
    if wrong:
        raise TextError(
            f"f-puzzles: {key!r} of the cell {name} has the mark {wrong[0]}, which is not between "
            f"1 and {n}"
        )
    return digits


def check_grid(rows: Any) -> None:
    """Raise a TextError unless the grid is a list of rows of cells with keys that are known."""
    if not _is_list_of(rows, list | tuple) or not all(_is_list_of(row, Mapping) for row in rows):
        raise TextError("f-puzzles: the grid is not a list of rows of cells")
    keys = dict.fromkeys(key for row in rows for cell in row for key in cell)
    check_keys("a cell", keys, "f-puzzles keys of a cell")


def check_entries(data: Mapping[str, Any], fields: Mapping[str, tuple[str, ...]]) -> None:
    """Raise a TextError unless each key has a list of objects with the fields that it needs.

    Examples
    --------
    >>> check_entries({"even": [{"cell": "R1C1"}]}, {"even": ("cell",)})
    >>> check_entries({"even": "x"}, {"even": ("cell",)})
    Traceback (most recent call last):
    sudoku.errors.TextError: f-puzzles: 'even' is 'x': it must be a list of objects
    """
    for key, needed in fields.items():
        entries = data.get(key) or ()
        if not _is_list_of(entries, Mapping):
            raise TextError(
                f"f-puzzles: {key!r} is {_short(entries)}: it must be a list of objects"
            )
        for entry in entries:
            for field in needed:
                if field not in entry:
                    raise TextError(
                        f"this is no puzzle of f-puzzles: {field!r} is missing in {key!r} at "
                        f"{first_cell(entry)}"
                    )
            _check_fields(key, entry)
    negative = data.get("negative") or ()
    if not _is_list_of(negative, str):
        raise TextError(f"f-puzzles: 'negative' is {_short(negative)}: it must be a list of keys")


def first_cell(entry: Mapping[str, Any]) -> str:
    """Return the name of the first cell of an entry, for messages.

    Examples
    --------
    >>> first_cell({"cells": ["R1C2", "R1C3"]}), first_cell({})
    ('R1C2', 'an unknown cell')
    """
    for field in ("cell", "cells", "lines"):
        value = entry.get(field)
        while isinstance(value, list | tuple) and value:
            value = value[0]
        if isinstance(value, str):
            return value
    return "an unknown cell"


def _check_fields(key: str, entry: Mapping[str, Any]) -> None:
    """Raise a TextError unless the fields of an entry have the form that they must have."""
    where = f"f-puzzles: fields of {key!r} at {first_cell(entry)}"
    check_keys("an entry", entry, where)
    if "cell" in entry:
        _check_cell(key, entry["cell"])
    for field in ("cells", "cloneCells"):
        if field in entry:
            _check_cells(key, field, entry[field])
    lines = entry.get("lines", ())
    if not isinstance(lines, list | tuple):
        raise TextError(f"f-puzzles: 'lines' of {key!r} is {_short(lines)}: it must be a list")
    for line in lines:
        _check_cells(key, "lines", line)
    if not isinstance(entry.get("values", []), list | tuple):
        raise TextError(
            f"f-puzzles: 'values' of {key!r} at {first_cell(entry)} must be a list of digits"
        )


def _check_cells(key: str, field: str, cells: object) -> None:
    if not cells or not isinstance(cells, list | tuple):
        raise TextError(
            f"f-puzzles: {field!r} of {key!r} has {_short(cells)} instead of a list of cells, such "
            "as R1C1"
        )
    for name in cells:
        _check_cell(key, name)


def _check_cell(key: str, name: object) -> None:
    if not isinstance(name, str) or not re.fullmatch(CELL, name):
        raise TextError(f"f-puzzles: {key!r}: {name!r} is no cell: a cell is written as R1C1")


def _is_list_of(value: Any, kind: type | UnionType) -> bool:
    """Return whether a value is a list whose elements are all of a kind."""
    return isinstance(value, list | tuple) and all(isinstance(each, kind) for each in value)


def _short(value: object) -> str:
    """Return a value as it is written, cut after some characters."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "..."
