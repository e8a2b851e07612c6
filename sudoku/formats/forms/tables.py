"""Tables in the marks of HTML, LaTeX, MATLAB and MiniZinc: each cell stands between marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise

from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.formats.forms.counts import SIZES, rows_of, shape_of
from sudoku.formats.forms.labels import unlabelled
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

_Table = tuple[str, int, list[list[str]]]
"""The form of a table, where it begins, and its rows."""
FEWEST = SIZES[0]
"""The least rows, and cells in a row, of a table that may be a board."""
MOST_SIGNS = 2
"""The most characters of a digit."""
_TAG = re.compile(r"<([^<>]*)>")
_NO_CELL = re.compile(r"(?:br|img|svg|su[bp]|canvas|object|select)\b")
"""Elements of HTML that are content, or part two contents."""
_VALUE = re.compile(
    r"input\b(?!.*(?:hidden|checkbox|radio|button)).*(?<![\w-])value=([\"']?)(\w*)\1(?![^\s/])",
    re.DOTALL,
)
_LATEX = re.compile(r"\\(begin|end)\{(tabular\*?|array|[a-z]*matrix|sudoku)\}")
_COLUMNS = re.compile(r"\s*(?:\[[^\[\]]*\]\s*)?\{(?:[^{}]|\{[^{}]*\})*\}")
_RULE = re.compile(r"\\hline|\\cline\{[^{}\\]*\}")
_FONT = re.compile(r"\\(?:text|math)[a-z]*\{([^{}\\&]*)\}")
_MATRIX = re.compile(r"\[([^\[\]]*)\]")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the grids in the tables of a text; none if it has no tables.

    Time is linear in the length of the text.

    Raises
    ------
    TextError
        If the rows of a table are no board. Tables of words beside a board are left out.

    Examples
    --------
    >>> [found] = read(Text("A = [1 0 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 2]"))
    >>> found.form, found.grid.to_line()
    ('a matrix of MATLAB', '1..............2')
    """
    found, troubles = list[Reading](), list[TextError]()
    plain = "\n".join(text.all_lines)
    for tables in (_of_html(plain), _of_latex(plain), _of_minizinc(plain), _of_matlab(plain)):
        line, end = 1, 0
        for form, start, rows in tables:
            line, end = line + plain.count("\n", end, start), start
            if sum(len(row) >= FEWEST for row in rows) < FEWEST:
                continue
            try:
                try:
                    grid = _grid(rows, shape, line)
                except TextError:
                    if not (plain_rows := unlabelled(rows, shape)):
                        raise
                    grid = _grid(plain_rows, shape, line)
                found.append(Reading(grid, line=line, form=form))
            except TextError as error:
                sizes = [len(cell) for row in rows for cell in row]
                if 2 * sum(size <= MOST_SIGNS for size in sizes) > len(sizes):
                    raise
                troubles.append(error)
    if troubles and not found:
        raise troubles[0]
    return found


def _grid(rows: list[list[str]], shape: Shape | None, line: int) -> Grid:
    """Return the grid of the rows of a table."""
    n = rows_of(len(rows) ** 2, shape)
    widths = [len(row) for row in rows]
    if not n or any(width != n for width in widths):
        number = next((k for k, width in enumerate(widths, 1) if width != len(rows)), 0)
        what = f"row {number} of the table has {widths[number - 1]} cells, and there are"
        raise TextError(f"{what if number else 'the table has'} {len(rows)} rows", line)
    cells = [cell for row in rows for cell in row]
    wrong = next((cell for cell in cells if not is_cell(cell, n)), None)
    if wrong is not None:
        raise TextError(f"{wrong!r} in the table is no digit from 1 to {n}", line)
    return grid_of(cells, shape_of(n, shape), line)


def _of_html(text: str) -> Iterator[_Table]:
    """Yield the tables with a digit: others may draw their clues. One inside another ends it."""
    rows = list[list[list[str]]]()
    start = end = 0
    is_open = False
    for tag in _TAG.finditer(f"{text}</table>"):
        inside = tag[1].lower()
        name = next(iter(inside.split(None, 1)), "").rstrip("/")
        if is_open:
            rows[-1][-1].append(text[end : tag.start()])
        end = tag.end()
        if name in ("table", "/table"):
            cells = [[unescape("".join(parts)).strip() for parts in row] for row in rows]
            if any(map(any, cells)):
                yield "a table of HTML", start, [row for row in cells if row]
            rows, is_open = [], False
        elif name == "tr":
            start, is_open = start if rows else tag.start(), False
            rows.append([])
        elif name in ("td", "th") and rows:
            rows[-1].append([])
            is_open = True
        elif name in ("/td", "/th", "/tr"):
            is_open = False
        elif is_open:
            value = _VALUE.match(inside)
            is_content = _NO_CELL.match(name) or (name == "input" and "value" in inside)
            rows[-1][-1].append(value[2] if value else f"<{name}>" if is_content else " ")


def _of_latex(text: str) -> Iterator[_Table]:
    """Yield the tables and matrices, and those of the package sudoku."""
    for begin, end in pairwise(_LATEX.finditer(text)):
        if (begin[1], end[1]) != ("begin", "end") or begin[2] != end[2]:
            continue
        body = text[begin.end() : end.start()]
        n_heads = 2 if "*" in begin[2] else "matrix" not in begin[2] and begin[2] != "sudoku"
        for _ in range(n_heads):
            body = _COLUMNS.sub("", body, count=1) if _COLUMNS.match(body) else body
        body = _FONT.sub(r"\1", _RULE.sub("", body))
        if begin[2] == "sudoku":
            parts = [part.strip().rstrip(".").strip("|") for part in body.split("\n")]
        else:
            parts = body.split(r"\\")
        sign = "|" if begin[2] == "sudoku" else "&"
        rows = [[cell.strip() for cell in part.split(sign)] for part in parts if part.strip()]
        yield "a table of LaTeX", begin.start(), rows


def _of_minizinc(text: str) -> Iterator[_Table]:
    """Yield the arrays between ``[|`` and ``|]``."""
    start = 0
    for part in text.split("|]")[:-1]:
        before, sign, body = part.rpartition("[|")
        if sign:
            yield "an array of MiniZinc", start + len(before), _words(body.split("|"))
        start += len(part) + 2


def _of_matlab(text: str) -> Iterator[_Table]:
    """Yield the matrices whose rows end with semicolons."""
    for match in _MATRIX.finditer(text):
        yield "a matrix of MATLAB", match.start(), _words(match[1].split(";"))


def _words(parts: list[str]) -> list[list[str]]:
    """Return the cells of rows, with blanks or commas between them."""
    rows = [part.strip(" ,\r\n") for part in parts]
    return [re.split(r"[\s,]+", row) for row in rows if row]
