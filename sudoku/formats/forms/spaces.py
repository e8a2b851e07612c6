"""Grids whose blanks are spaces: rows of equal width, perhaps between bars.

A row may lack the spaces at its end, if no row has any there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sudoku.errors import TextError
from sudoku.formats.forms.boxes import boxes_of
from sudoku.formats.forms.cells import clash, grid_of, is_cell
from sudoku.formats.forms.counts import rows_of, shape_of
from sudoku.formats.forms.drawings import is_ruler
from sudoku.formats.forms.reading import Line, Reading, Text
from sudoku.geometry.shape import Shape

FORM = "a grid with spaces for blanks"
_WORD = re.compile(r"[^\W\d_]{2}")
_EDGES = re.compile(r"^[\s+|]+$")
_BLANK = re.compile(r"\| *\|| {2}|\| \d|\d \|")
_CELLS = re.compile(r"[0-9A-Za-z \t|]*")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the one grid of a text whose blanks are spaces; none if it is no such text.

    Raises
    ------
    TextError
        If rows have different widths.

    Examples
    --------
    >>> read(Text("1  2\n 3  \n  1 \n4   "))[0].grid.to_line()
    '1..2.3....1.4...'
    >>> read(Text("|1  |2  |\n|  3|   |\n+---+---+\n|4  |   |\n|   |  1|"))[0].grid.to_line()
    '1.2..3..4......1'
    """
    if "\t" in text.raw:
        return []  # cells of a spreadsheet
    lines = text.all_lines
    if len(lines) == 1 and re.fullmatch(r"[0-9 ]+", lines[0]):
        return _one_line(lines[0], shape)
    kept = [Line(k, line) for k, line in enumerate(lines, 1) if not _is_aside(line)]
    if not all(_CELLS.fullmatch(line.text) for line in kept):
        return []
    barred = [line for line in kept if "|" in line.text]
    if barred:
        return _between_bars(text, barred, shape) if len(barred) >= 4 else []
    while kept and not kept[0].text and len(kept) not in (4, 6, 8, 9, 10, 12, 16):
        kept.pop(0)
    while kept and not kept[-1].text and len(kept) not in (4, 6, 8, 9, 10, 12, 16):
        kept.pop()
    return _rows(text, kept, shape)


def _is_aside(line: str) -> bool:
    """Return whether a line is a ruler, a title or a comment."""
    if _WORD.search(line) or line.lstrip().startswith(("#", "%", "//")):
        return True
    return (
        bool(line.strip())
        and is_ruler(line.strip())
        and not (_EDGES.match(line) and "+" not in line)
    )


def _one_line(line: str, shape: Shape | None) -> list[Reading]:
    n = rows_of(len(line), shape)
    if not n or not re.search(r"\d{2}|  ", line) or not re.search(r"[1-9]", line):
        return []
    return [Reading(grid_of(list(line), shape_of(n, shape), 1), form=FORM)]


def _rows(text: Text, lines: Sequence[Line], shape: Shape | None) -> list[Reading]:
    """Return the grid of rows without bars, of which each character or every second is a cell."""
    n = rows_of(len(lines) ** 2, shape)
    widths = [len(line.text) for line in lines]
    if not n or not any(" " in line.text.strip() or not line.text.strip() for line in lines):
        return []
    is_cut = not any(line.text.endswith(" ") for line in lines)
    for width in (n, 2 * n - 1, 2 * n):
        if max(widths) != width:
            continue
        if not is_cut and len(set(widths)) > 1:
            line = next(line for line in lines if len(line.text) != width)
            raise TextError(
                f"a row of {len(line.text)} characters beside rows of {width}", line.number
            )
        rows = [_cells(line.text.ljust(width), n) for line in lines]
        if all(rows):
            cells = [cell for row in rows for cell in row]
            first = lines[0].number
            board = boxes_of(text, [(line.number, ()) for line in lines], n, shape)
            grid = grid_of(cells, board, first)
            if len(set(widths)) > 1 and clash(grid.cells, grid.shape):  # a row may lack others
                raise TextError("rows lack spaces, and digits clash: write blanks as .", first)
            facts = text.facts_before(first)
            return [Reading(grid, facts=facts, line=first, form=FORM)]
    return []


def _between_bars(text: Text, lines: Sequence[Line], shape: Shape | None) -> list[Reading]:
    """Return the grid of rows whose boxes, or cells, are between bars."""
    n = rows_of(len(lines) ** 2, shape)
    bars = {tuple(k for k, sign in enumerate(line.text) if sign == "|") for line in lines}
    if not n or len(bars) > 1 or not any(_BLANK.search(line.text) for line in lines):
        return []
    rows = [line.text for line in lines]
    for places in _bounds(rows, *bars):
        groups = [(row[a + 1 : b].ljust(b - a - 1)) for row in rows for a, b in pairwise(places)]
        n_groups = len(places) - 1
        parts = [_cells(group, n // n_groups) for group in groups] if n % n_groups == 0 else []
        cells = [cell for part in parts for cell in part]
        if all(parts) and parts and all(is_cell(cell, n) for cell in cells):
            break
    else:
        return []
    first = lines[0].number
    widths = [n // n_groups] * n_groups
    board = boxes_of(text, [(line.number, widths) for line in lines], n, shape)
    grid = grid_of(cells, board, first)
    return [Reading(grid, facts=text.facts_before(first), line=first, form=FORM)]


def _bounds(rows: Sequence[str], bars: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the bounds of the groups of all rows, the likely ones first.

    Blanks before the first bar, as wide as a group, are a blank group; others are an indentation.
    """
    width = bars[1] - bars[0] if len(bars) > 1 else bars[0] + 1
    right = max(map(len, rows))
    has_left = any(row[: bars[0]].strip() for row in rows)
    has_right = any(row[bars[-1] + 1 :].strip() for row in rows)
    is_left = has_left or bars[0] + 1 in (width, width - 1)
    is_right = has_right or right - bars[-1] in (width, width - 1)
    for left in (is_left, not is_left) if not has_left else (True,):
        for end in (is_right, not is_right) if not has_right else (True,):
            last = max(right, bars[-1] + width - (bars[0] + 1 < width))
            found = (*[-1] * left, *bars, *[last] * end)
            if len(found) > 2:
                yield found


def _cells(text: str, n: int) -> list[str]:
    """Return the n cells of a part of a row, which are at equal distances; none if they are not."""
    for first, step in ((0, 1), (0, 2), (1, 2), (1, 3), (1, 4)):
        places = range(first, first + n * step, step)
        if not places[-1] < len(text) <= n * step + (step > 1):
            continue
        if all(sign == " " or k in places for k, sign in enumerate(text)):
            return [text[k].strip() for k in places]
    return []
