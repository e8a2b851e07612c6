"""Tables in the marks of HTML, LaTeX, MATLAB and MiniZinc: each cell stands between marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.formats.forms.counts import rows_of, shape_of
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.shape import Shape

__all__ = ["read"]

_HTML = re.compile(r"<tr\b.*?</tr\s*>", re.DOTALL | re.IGNORECASE)
_HTML_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)</t[dh]\s*>", re.DOTALL | re.IGNORECASE)
_LATEX = re.compile(r"\\begin\{(tabular|array|[a-z]*matrix|sudoku)\}(.*?)\\end\{\1\}", re.DOTALL)
_MATRIX = re.compile(r"\[(\s*[\d._][^\[\]{}()\"']*;[^\[\]{}()\"']*)\]")
_MINIZINC = re.compile(r"\[\|(.*?)\|\]", re.DOTALL)


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the grids in the tables of a text; none if it has no tables.

    Raises
    ------
    TextError
        If the rows of a table are no board.

    Examples
    --------
    >>> [found] = read(Text("A = [1 0 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 2]"))
    >>> found.form, found.grid.to_line()
    ('a matrix of MATLAB', '1..............2')
    """
    found = []
    for form, start, rows in _tables(text.plain):
        n = rows_of(len(rows) ** 2, shape)
        line = 1 + text.plain.count("\n", 0, start)
        widths = [len(row) for row in rows]
        if not n or any(width != n for width in widths):
            number = next((k for k, width in enumerate(widths, 1) if width != len(rows)), 0)
            what = f"row {number} of the table has {widths[number - 1]} cells, and there are"
            raise TextError(f"{what if number else 'the table has'} {len(rows)} rows", line)
        cells = [cell for row in rows for cell in row]
        wrong = next((cell for cell in cells if not is_cell(cell, n)), None)
        if wrong is not None:
            raise TextError(f"{wrong!r} in the table is no digit from 1 to {n}", line)
        grid = grid_of(cells, shape_of(n, shape), line)
        found.append(Reading(grid, line=line, form=form))
    return found


def _tables(text: str) -> Iterator[tuple[str, int, list[list[str]]]]:
    """Yield the form of each table, where it begins, and its rows."""
    html = list(_HTML.finditer(text))
    if html:
        rows = [_HTML_CELL.findall(row[0]) for row in html]
        plain = [[unescape(re.sub(r"<.*?>", "", cell)).strip() for cell in row] for row in rows]
        yield "a table of HTML", html[0].start(), plain
    for match in _LATEX.finditer(text):
        body = re.sub(r"\\hline|\\cline\{.*?\}|^\s*\{.*?\}", "", match[2])
        sign, ends = ("|", r"\n") if match[1] == "sudoku" else ("&", r"\\\\")
        parts = [part for part in re.split(ends, body) if part.strip()]
        if sign == "|":
            parts = [part.strip().rstrip(".").strip("|") for part in parts]
        table = [[cell.strip() for cell in part.split(sign)] for part in parts]
        yield "a table of LaTeX", match.start(), table
    for form, pattern, end in (
        ("an array of MiniZinc", _MINIZINC, "|"),
        ("a matrix of MATLAB", _MATRIX, ";"),
    ):
        for match in pattern.finditer(text):
            parts = [part.strip(" ,\r\n") for part in match[1].split(end)]
            yield form, match.start(), [re.split(r"[\s,]+", part) for part in parts if part]
