"""Rows of cells as spreadsheets write them: a line for each row, with separators between cells."""

from __future__ import annotations

import re

SEPARATORS = "\t;,"
LONGEST = 3
"""The most characters of a cell; a longer text is a puzzle in one line."""
FEWEST = 2
"""The least number of cells of a row."""
_BLANK = "."


def row_of_cells(line: str) -> str | None:
    """Return a row with spaces between its cells and a full stop for an empty one.

    The result is None if the line has no separator (tab, semicolon or comma), or something in it is
    too long for a cell.

    Examples
    --------
    >>> row_of_cells("5,3,,,7,,,,")
    '5 3 . . 7 . . . .'
    >>> row_of_cells("53..7....,534678912") is None
    True
    """
    line = line.strip("\r\n ")
    separator = next((each for each in SEPARATORS if each in line), None)
    if separator is None:
        return None
    cells = [re.sub(r'^"(.*)"$', r"\1", cell.strip()).strip() for cell in line.split(separator)]
    if len(cells) < FEWEST or any(len(cell) > LONGEST or " " in cell for cell in cells):
        return None
    return " ".join(cell or _BLANK for cell in cells)
