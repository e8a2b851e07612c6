"""Drawings: a line for each row, with bars, rulers and titles as people draw them.

The cells of a row are single characters, perhaps in groups, or words between spaces, commas,
semicolons or bars. A line of dashes, stars and the like is a ruler, unless that sign stands for
blanks. Lines with other words are titles. Rows that follow one another are one grid; n rows of n
cells are needed, and a line between or beside them that is nearly a row is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudoku.errors import ShapeError, TextError
from sudoku.formats.forms.boxes import boxes_of, gaps_in, have_regions, regions_of
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.formats.forms.reading import Line, Reading, Text, facts_in
from sudoku.formats.symbols import is_blank
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.jigsaw import Jigsaw

FEWEST, MOST = 4, 100
"""The least and most rows of a grid that is recognised without its shape."""
NEAR = 3
"""The most characters of a cell between bars."""
KINDS = ("signs", "words", "bars", "table", "ended")
"""The ways to divide lines into cells; all rows of a grid are divided in the same way. Each cell of
an ended table has a comma after it."""
_OF_TABLES = "\t;,"
_RULER = re.compile(r"[-+=|*.:'`_~^ \\/<>!]+")
_LINES = re.compile(r"[-=_*~]{2}|\+|^[|!: ]+$")
_SEPARATORS = re.compile(r"[\s|,;!]+")
_LIKE_CELLS = re.compile(r"[0-9.*_?xX-]")
_DATE = re.compile(r"\d{1,4}([-./]\d{1,4}){2}")


class Row(NamedTuple):
    """A line as a row of cells.

    Attributes
    ----------
    line
        The line.
    cells
        The text of each cell.
    groups
        The numbers of cells between bars or spaces.
    """

    line: Line
    cells: list[str]
    groups: tuple[int, ...]


class Drawn(NamedTuple):
    """The lines of a text for boards of n rows.

    Attributes
    ----------
    n
        The number of cells of a row.
    runs
        Rows that follow one another, with nothing but rulers between them.
    odd
        Lines that are nearly rows, beside a run.
    """

    n: int
    runs: list[list[Row]]
    odd: list[tuple[Line, int]]


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the grids that are drawn in a text; none if it has no rows of equal length.

    Raises
    ------
    TextError
        If the text has rows, but they are no whole grids.

    Examples
    --------
    >>> [found] = read(Text("Grid 01\n*---*\n|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.2|\n*---*"))
    >>> found.grid.to_line(), dict(found.facts)
    ('1..............2', {'title': 'Grid 01'})
    """
    lines = text.lines
    options = [_options(line) for line in lines]
    sizes = Counter(len(row.cells) for rows in options for row in rows.values())
    troubles, found = [], list[list[Reading]]()
    for n in sorted(sizes):
        if not FEWEST <= n <= MOST if shape is None else n != shape.n:
            continue
        for kind in KINDS:
            rows = [row if (row := each.get(kind)) and _fits(row, n) else None for each in options]
            for drawn in _ways(lines, rows, n):
                try:
                    found.append(_grids(text, drawn, shape))
                except TextError as error:
                    n_rows = sum(row is not None for row in rows)
                    troubles.append((n_rows / n, error))
    distinct = {
        tuple(each.content for each in readings): readings for readings in found if readings
    }
    if len(distinct) == 1:
        return next(iter(distinct.values()))
    if distinct:
        raise TextError(f"the lines are rows in {len(distinct)} ways: write blanks as .")
    best = max(troubles, key=lambda pair: pair[0], default=None)
    if best is None or best[0] < 1 / 3:
        return []
    raise best[1]


def is_ruler(text: str) -> bool:
    """Return whether a line is drawn between rows; it may also be a row of blanks.

    Examples
    --------
    >>> is_ruler("*---+---*"), is_ruler("---------"), is_ruler("|...|...|")
    (True, True, False)
    """
    return bool(_RULER.fullmatch(text) and _LINES.search(text))


def _options(line: Line) -> dict[str, Row]:
    """Return the ways to divide a line into cells: characters, words, and what is between signs."""
    barred = line.text.replace("!", "|")
    text = barred.strip("| ,;\t")
    bars = [part.strip() for part in barred.strip().strip("|").split("|")]
    words = [word for word in _SEPARATORS.split(text) if word]
    if not words and len(bars) < FEWEST:
        return {}
    found = dict[str, Row]()
    fields = next((line.text.split(sign) for sign in _OF_TABLES if sign in line.text), [])
    if len(fields) >= FEWEST:
        found["table"] = Row(line, [field.strip(" \"'") for field in fields], ())
        if not fields[-1].strip():
            found["ended"] = Row(line, found["table"].cells[:-1], ())
    if all(len(part) <= NEAR and " " not in part for part in bars):
        found["bars"] = Row(line, bars, ())
    if "" in (field.strip() for field in (*fields[1:-1], *bars)):
        return found  # a blank is nothing between two signs
    flat = "".join(words)
    parts = [_SEPARATORS.sub("", part) for part in bars] if len(bars) > 1 else words
    if len(flat) <= MOST:
        is_apart = parts is words and len(flat) == len(words)
        groups = gaps_in(text) if is_apart else tuple(map(len, parts)) if len(parts) > 1 else ()
        found["signs"] = Row(line, list(flat), groups)
    counts = tuple(len(_SEPARATORS.sub(" ", part).split()) for part in bars)
    found["words"] = Row(line, words, counts if len(bars) > 1 else gaps_in(text))
    return found


def _ways(lines: Sequence[Line], rows: Sequence[Row | None], n: int) -> Iterator[Drawn]:
    """Yield the ways to tell rows of n cells from rulers: those of one sign may be either."""
    sure = [row is not None and not is_ruler(row.line.text) for row in rows]
    used = {
        cell
        for row, is_sure in zip(rows, sure, strict=True)
        if is_sure and row
        for cell in row.cells
        if is_blank(cell, n)
    }
    dashes = [
        row is not None and not is_sure and set(row.cells) <= used
        for row, is_sure in zip(rows, sure, strict=True)
    ]
    if any(sure) and (not any(dashes) or (sum(sure) == n and sum(dashes) <= n // 2 + 1)):
        yield _drawn(lines, rows, sure, n)
    if any(dashes) and sum(sure) + sum(dashes) == n:  # of several grids some might be rulers
        either = [a or b for a, b in zip(sure, dashes, strict=True)]
        yield _drawn(lines, rows, either, n)


def _fits(row: Row, n: int) -> bool:
    return len(row.cells) == n and all(is_cell(cell, n) for cell in row.cells)


def _drawn(
    lines: Sequence[Line], rows: Sequence[Row | None], is_row: Sequence[bool], n: int
) -> Drawn:
    runs, odd = list[list[Row]](), list[tuple[Line, int]]()
    is_beside = False
    for k, line in enumerate(lines):
        row = rows[k]
        if is_row[k] and row is not None:
            runs = runs if is_beside else [*runs, []]
            runs[-1].append(row)
            is_beside = True
        elif not is_ruler(line.text):
            beside = is_beside or any(is_row[k + 1 : k + 2])
            n_cells = _n_cells(line)
            if beside and n_cells >= max(3, n / 2):
                odd.append((line, n_cells))
            is_beside = False
    return Drawn(n, runs, odd)


def looks_like_cells(line: Line) -> bool:
    """Return whether most characters of a line are digits and blanks, and none are words."""
    return _n_cells(line) > 0


def _n_cells(line: Line) -> int:
    """Return the number of characters of a line that looks like a row; 0 for other lines."""
    flat = _SEPARATORS.sub("", line.text)
    if re.search(r"[^\W\d_]{2}", flat) or _DATE.fullmatch(line.text):
        return 0
    return len(flat) if 2 * len(_LIKE_CELLS.findall(flat)) > len(flat) else 0


def _grids(text: Text, drawn: Drawn, shape: Shape | None) -> list[Reading]:
    """Return the grids of all runs."""
    n, found, end = drawn.n, list[Reading](), 0
    for line, n_cells in drawn.odd:
        raise _odd_row(line, n_cells, n)
    for run in drawn.runs:
        if len(run) % n:
            raise _wrong_number(len(run), n, run[0].line.number)
        for k in range(0, len(run), n):
            rows = _in_groups(run[k : k + n])
            first = rows[0].line.number
            placed = [(row.line.number, row.cells) for row in rows]
            rules: tuple[Rule, ...] | None = None
            if have_regions([row.line.text for row in rows], [row.groups for row in rows]):
                board = shape or _shape_of_regions(n)
                rules = (Jigsaw(regions_of(text, placed)),)
            else:
                board = boxes_of(text, [(row.line.number, row.groups) for row in rows], n, shape)
                _check_groups(rows, board)
            grid = grid_of([cell for row in rows for cell in row.cells], board, first)
            facts = text.facts_before(first, end)
            found.append(
                Reading(grid, rules=rules, facts=facts, line=first, form=f"a grid of {n} rows")
            )
            end = rows[-1].line.number
    if len(found) == 1 and not found[0].facts:
        return [found[0]._replace(facts=facts_in(text.raw_lines[end:]))]
    return found


def _in_groups(rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows without the gaps between their cells, unless these are the same in all rows."""
    groups = {row.groups for row in rows}
    if len(groups) > 1 and all(
        not re.search("[|!]", row.line.text)
        and row.groups in ((), gaps_in(row.line.text.strip(" ,;\t")))
        for row in rows
    ):
        return [row._replace(groups=()) for row in rows]
    return rows


def _shape_of_regions(n: int) -> Shape:
    """Return the usual shape of n digits; for a prime number, that with rows for boxes."""
    try:
        return Shape.of_size(n)
    except ShapeError:
        return Shape(n, 1)


def _odd_row(line: Line, n_cells: int, n: int) -> TextError:
    """Return the error for a line that is nearly a row."""
    wrong = next((sign for sign in _SEPARATORS.sub("", line.text) if not is_cell(sign, n)), None)
    if n_cells == n and wrong:
        return TextError(f"{wrong!r} in a row of {n} cells is no digit from 1 to {n}", line.number)
    return TextError(f"a row of {n_cells} cells beside rows of {n}", line.number)


def _wrong_number(n_rows: int, n: int, line: int) -> TextError:
    """Return the error for rows that are no whole grids."""
    if n_rows < n:
        lost = n - n_rows
        verb = "is" if lost == 1 else "are"
        return TextError(f"{n_rows} rows of {n} cells: {lost} of {n} rows {verb} missing", line)
    return TextError(f"{n_rows} rows of {n} cells: a grid has {n} rows", line)


def _check_groups(rows: Sequence[Row], shape: Shape) -> None:
    """Raise an error if bars are between other cells than boxes."""
    if len({bool(row.groups) for row in rows}) > 1:
        odd = next(row for row in rows if bool(row.groups) != bool(rows[0].groups))
        raise TextError("only some of the rows are in groups of cells", odd.line.number)
    for row in rows:
        for width in row.groups:
            if width not in (1, shape.p, shape.n) and "|" in row.line.text:
                raise TextError(
                    f"a group of {width} cells, where boxes are {shape.p} wide", row.line.number
                )
