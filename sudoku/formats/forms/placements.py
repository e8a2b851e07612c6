"""Lists of the cells with their digits, as logic programs, tables of databases and people write.

The forms of an entry are ``r1c1=5``, ``(1, 1, 5)``, ``(1, 1): 5`` and ``[1][1] = 5``, with round,
square or curly brackets and a name before them. All entries of a text have one form. Rows come
before columns; both are numbered from 0 if a 0 is among them, else from 1.
"""

from __future__ import annotations

import re

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.forms.counts import rows_of, shape_of
from sudoku.formats.forms.lists import without_comments
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

FORM = "a list of cells with their digits"
FEWEST = 4
"""Fewer cells are part of a sentence."""
_NUMBER = r"\s*([0-9]{1,2})\s*"
_IS = r"\s*(?:=>|->|:=|[=:]|\s)\s*([0-9]{1,2})(?![.]?[0-9])"
_FORMS = tuple(
    re.compile(entry, re.IGNORECASE)
    for entry in (
        rf"(?<![\w.])r([0-9]{{1,2}})c([0-9]{{1,2}})[\"']?{_IS}",
        rf"[\[({{]{_NUMBER},{_NUMBER},{_NUMBER}[\])}}]",
        rf"[\[({{]{_NUMBER},{_NUMBER}[\])}}]{_IS}",
        rf"\[{_NUMBER}\]\s*\[{_NUMBER}\]{_IS}",
    )
)


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the board of a list of cells; none if the text is no such list.

    Time is linear in the length of the text.

    Raises
    ------
    TextError
        If a cell is there twice, or is outside of the board, or the size of the board is not told.

    Examples
    --------
    >>> [found] = read(Text("clue(1,1,1). clue(2,3,4). clue(3,2,3). clue(4,4,2)."))
    >>> found.grid.to_line()
    '1.....4..3.....2'
    >>> read(Text("r1c1=1, r1c2=2, r1c1=3, r4c4=4"))
    Traceback (most recent call last):
    sudoku.errors.TextError: line 1: row 1, column 1 is there twice in the list of cells
    """
    possible = [form for form in _FORMS if form.search(text.plain)]
    plain = without_comments(text.plain) if possible else ""
    for form in possible:
        entries = list(form.finditer(plain))
        if len(entries) < FEWEST:
            continue
        start = plain.rfind("\n", 0, entries[0].start()) + 1
        if re.search("[0-9]", form.sub("", plain[start:])):
            continue  # it says more
        spend("nodes", len(entries))
        cells = [(int(entry[1]), int(entry[2]), int(entry[3])) for entry in entries]
        line = 1 + plain.count("\n", 0, start)
        grid = _grid(cells, shape, line, is_from_1=form is _FORMS[0])
        return [Reading(grid, facts=text.facts_before(line), line=line, form=FORM)]
    return []


def _grid(
    cells: list[tuple[int, int, int]], shape: Shape | None, line: int, *, is_from_1: bool
) -> Grid:
    """Return the grid with these rows, columns and digits."""
    first = 0 if not is_from_1 and any(0 in cell[:2] for cell in cells) else 1
    n_lines = max(1 - first + number for cell in cells for number in cell[:2])
    largest = max(n_lines, *(digit for *_, digit in cells))
    n = shape.n if shape is not None else largest
    if not rows_of(n * n, shape) or (shape is None and len(cells) < n):
        raise TextError(
            f"{len(cells)} cells with rows, columns and digits up to {largest} do not tell the "
            "size of the board: give the shape",
            line,
        )
    if largest > n:
        raise TextError(f"{largest} in the list of cells, on a board of {n} rows", line)
    if first == 1 and n_lines < n and not is_from_1:
        raise TextError(
            f"no row and no column in the list of cells is 0 or {n}: "
            "begin them with 1, as in r1c1=5",
            line,
        )
    board = shape_of(n, shape)
    digits = dict[int, int]()
    for row, column, digit in cells:
        cell = board.cell(row - first, column - first)
        if cell in digits:
            raise TextError(f"{board.in_words(cell)} is there twice in the list of cells", line)
        digits[cell] = digit
    return Grid(board, [digits.get(cell, 0) for cell in range(board.n_cells)])
