"""Matrices of R and other programs, which may be filled column by column.

A matrix of R is, unless ``byrow`` is true. Where another program may do so, the text is refused.
"""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.forms import lists
from sudoku.formats.forms.characters import IN_ASCII
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

_OF_R = re.compile(
    r"(?P<turned>(?<![.\w])t\s*\(\s*)?(?<![.\w])(?P<name>matrix|array)"
    r"(?:\s*\((?=\s*(?:data\s*=\s*)?c\s*\()|(?<=x)\((?=\s*[A-Za-z.]))"
)
"""The beginning of a matrix of R, up to its arguments; others are made of brackets."""
_PARAMETERS = {
    "matrix": ("data", "nrow", "ncol", "byrow", "dimnames"),
    "array": ("data", "dim", "dimnames"),
}
_OF_MATRIX = re.compile(r"\b(?:nrow|ncol|byrow)\s*=|\w\s*\(\s*c\s*\(|^\s*\)\s*,\s*\w", re.MULTILINE)
"""The signs of a matrix of R whose beginning is damaged."""
_BY_ROWS = re.compile(r"\bbyrow\s*=\s*T")
_TRUTH = re.compile(r"(!?)(?:(TRUE|T|[1-9]L?)|FALSE|F|0L?)", re.IGNORECASE)
_BY_COLUMNS = re.compile(
    r"(?<![.\w])(?:reshape|cbind|hcat|dim|data\.frame|tibble)\s*\(|\border\s*=\s*[\"']F|"
    r"\bDataFrame\s*\(\s*\{|\b(?:transpose|column_stack)\s*\(|\.Dim\b|\]\s*\)*\.T\b|"
    r"^[^'\n]*\]\.?'\s*;?\s*$|(?:\|>|%>%)\s*(?:matrix|array)\b",
    re.MULTILINE,
)
"""The signs of programs that a matrix may be filled by columns, or is turned."""


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the boards in the matrices of a text; none if there are none that have columns first.

    Raises
    ------
    TextError
        If the cells may be those of columns, but need not be.

    Examples
    --------
    >>> [found] = read(Text("m <- matrix(c(1,0,0,0, 2,0,0,0, 0,0,0,0, 0,0,0,3), nrow = 4)"))
    >>> found.grid.to_line()
    '12.............3'
    """
    plain = lists.without_comments(text.raw.translate(IN_ASCII))  # names, also of other symbols
    if match := _BY_COLUMNS.search(plain):
        raise _undecided(match[0].strip())
    matrices = list(_OF_R.finditer(plain))
    if not matrices:
        match = _OF_MATRIX.search(plain)
        if match and not _BY_ROWS.search(plain):
            raise _undecided(match[0].strip())
        return []
    are_by_rows = {_is_by_rows(plain, match) != bool(match["turned"]) for match in matrices}
    if len(are_by_rows) > 1:
        raise TextError("some matrices fill the cells by columns, others by rows: write rows")
    found = lists.read(text, shape)
    if not found and False in are_by_rows:
        raise TextError("the cells of a matrix, which may be those of columns, fill no board")
    return found if True in are_by_rows else [_transposed(each) for each in found]


def _undecided(what: str) -> TextError:
    return TextError(f"{what!r} may fill the cells by columns: write rows")


def _is_by_rows(plain: str, matrix: re.Match[str]) -> bool:
    """Return whether a matrix of R is filled by rows."""
    depth, arguments = 1, [""]
    for token in lists.TOKEN.finditer(plain, matrix.end()):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if depth == 1 and token.lastgroup == "comma":
            arguments.append("")
        elif depth == 1:
            arguments[-1] += token[0]
        elif depth == 0:
            break
    left, by_row = list(_PARAMETERS[matrix["name"]]), "F"
    for is_named in (True, False):  # those without names are for the parameters that are left
        for name, sign, value in (argument.partition("=") for argument in arguments):
            if is_named == bool(sign):
                parameter = next((each for each in left if each.startswith(name) or not sign), "")
                is_lost = parameter != "byrow" and "TRUE" in value + name
                if not parameter or is_lost:  # R names a parameter by its beginning, too
                    raise _undecided(name + sign + value)
                by_row = (value if sign else name) if parameter == "byrow" else by_row
                left.remove(parameter)
    match = _TRUTH.fullmatch(by_row)
    if match is None:
        raise _undecided(f"byrow = {by_row}")
    return bool(match[1]) != bool(match[2])


def _transposed(found: Reading) -> Reading:
    """Return a reading with rows and columns exchanged."""
    n, shape = found.grid.shape.n, found.grid.shape
    cells = [found.grid.cells[n * column + row] for row in range(n) for column in range(n)]
    return found._replace(
        grid=Grid.unchecked(shape, tuple(cells)),
        marks=tuple(sorted(((column, row), digits) for (row, column), digits in found.marks)),
    )
