"""Cells or rows one after another, with anything between them: spaces, commas, slashes, bars.

These are n * n cells, n rows of n characters, or the parts of rows between boxes. In a text of
several lines all but the last have the same number of cells.
"""

from __future__ import annotations

import re

from sudoku.formats.forms.boxes import boxes_of, gaps_in
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.formats.forms.counts import check_number, rows_of, shape_of
from sudoku.formats.forms.drawings import is_ruler
from sudoku.formats.forms.reading import Line, Reading, Text, facts_in
from sudoku.geometry.shape import Shape

_BETWEEN = re.compile(r"[\s,;/|:&\\\"'\[\]{}()<>]+")
_NOTHING = re.compile(r"([,;\t|/])[ ]*\1")
_BRACKETS = (("[", "]"), ("{", "}"), ("(", ")"))
_WORD = re.compile(r"[^\W\d_]{2}")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the one grid whose cells or rows are the fields of a text; none if they are not.

    Raises
    ------
    TextError
        If there are a few cells more or less than a board has.

    Examples
    --------
    >>> [found] = read(Text("1,2,0,0, 0,0,0,0, 0,0,0,0, 0,0,3,4"))
    >>> found.grid.to_line()
    '12............34'
    >>> read(Text("12.. .... / .... ..34"))[0].form
    '4 rows in a line'
    """
    rulers = {line.text.strip() for line in text.lines if is_ruler(line.text)}
    lines = [line for line in text.lines if line.text.strip() not in rulers]
    signs = {ruler[0] for ruler in rulers if len(set(ruler)) == 1}
    if any(sign in line.text for sign in signs for line in lines):
        return []  # the sign stands for blanks: a line of it may be a row
    named = [line for line in lines if _is_title(line)]
    lines = [line for line in lines if line not in named]
    if any(text.plain.count(opened) != text.plain.count(closed) for opened, closed in _BRACKETS):
        return []  # a part of a list
    if any(_NOTHING.search(line.text) for line in lines):
        return []  # a blank is nothing between two signs
    if len(lines) > 1 and any("|" in line.text for line in lines):
        return []  # a drawing
    parts = [[field for field in _BETWEEN.split(line.text) if field] for line in lines]
    while parts and parts[0] and _WORD.search(parts[0][0]) and len(lines) == 1:
        named.append(Line(lines[0].number, parts[0].pop(0)))
    if not parts or any(len(each) != len(parts[0]) for each in parts[:-1]):
        return []
    if len(parts) > 1 and len(parts[-1]) > len(parts[0]):
        return []
    fields = [field for each in parts for field in each]
    if len(parts) > 1 and all(len(each) == 1 for each in parts):
        fields = _joined(fields)
    found = _cells(fields, shape)
    if not found:
        n = max(map(len, fields), default=0)
        if n < 3 and len(parts) == 1 and all(is_cell(field, 99) for field in fields):
            check_number(len(fields), "numbers", shape, lines[0].number)
        return []
    board, cells, form = found
    line = lines[0].number
    if len(lines) == board.n:
        groups = [
            [*map(len, each)] if len(each) < board.n else gaps_in(row.text)
            for row, each in zip(lines, parts, strict=True)
        ]
        rows = [(row.number, each) for row, each in zip(lines, groups, strict=True)]
        board = boxes_of(text, rows, board.n, shape)
    return [Reading(grid_of(cells, board, line), facts=_facts(text, named), line=line, form=form)]


def _joined(lines: list[str]) -> list[str]:
    """Return the cells of one long line that was wrapped; the lines themselves if it was not."""
    widths = [len(line) for line in lines]
    cells = list("".join(lines))
    is_wrapped = len(set(widths[:-1])) == 1 and widths[-1] <= widths[0]
    return cells if is_wrapped and widths[0] ** 2 > len(cells) else lines


def _is_title(line: Line) -> bool:
    """Return whether a line has words, and nothing that looks like cells."""
    return bool(_WORD.search(line.text)) and len(re.findall(r"[0-9.]", line.text)) < 9


def _facts(text: Text, lines: list[Line]) -> dict[str, str]:
    raw = text.raw_lines
    return facts_in([raw[line.number - 1] if _is_title(line) else line.text for line in lines])


def _cells(fields: list[str], shape: Shape | None) -> tuple[Shape, list[str], str] | None:
    """Return the shape, the cells and the form of fields that fill a board."""
    n = rows_of(len(fields), shape)
    if n and all(is_cell(field, n) for field in fields):
        return shape_of(n, shape), fields, f"{n * n} cells one after another"
    widths = set(map(len, fields))
    width = widths.pop() if len(widths) == 1 else 0
    n = rows_of(width * len(fields), shape) if len(fields) > 1 else 0
    if width > 1 and n and n % width == 0:
        cells = list("".join(fields))
        if all(is_cell(sign, n) for sign in cells):
            return shape_of(n, shape), cells, f"{n} rows in a line"
    return None
