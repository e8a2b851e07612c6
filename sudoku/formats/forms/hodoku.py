"""Texts of HoDoKu and Susser: a line of clues and placed digits, and the candidates removed.

A placed digit has a ``+`` before it. After a colon, three digits are a candidate, its row and its
column: 215 says that 2 is not in row 1, column 5. The lines of HoDoKu's library have other fields
around both.
"""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.forms.reading import Reading, Text, facts_in
from sudoku.formats.symbols import check_blanks
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.board import candidates_in

FORM = "a line of HoDoKu or Susser"
S3 = Shape(3, 3)
_LINE = re.compile(r"(?:(?P<code>:[^:]*:[^:]*):)?(?P<cells>[+0-9.]{40,})(?P<rest>:[^:]*)?(?::.*)?")
_CELL = re.compile(r"\+?[0-9.]")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzles of the lines of a text, if one has a plus sign or a colon; else none.

    Raises
    ------
    TextError
        If a line has not 81 cells, or a candidate is not three digits.

    Examples
    --------
    >>> [found] = read(Text("1+2" + "." * 79 + ":316 417"))
    >>> found.grid.n_clues, found.placed, found.removed
    (1, (((0, 1), 2),), (((0, 5), 3), ((0, 6), 4)))
    """
    if shape not in (None, S3):
        return []
    found, end = list[Reading](), 0
    for line in text.lines:
        match = _LINE.fullmatch(line.text)
        if match is None or not (match["code"] or match["rest"] or "+" in match["cells"]):
            continue
        facts = text.facts_before(line.number, end)
        found.append(_reading(match, line.number)._replace(facts=facts))
        end = line.number
    others = [line for line in text.lines if not _LINE.fullmatch(line.text)]
    if found and not all(facts_in([line.text]) for line in others):
        raise TextError("a line that is no puzzle", others[0].number)
    return found


def _reading(match: re.Match[str], line: int) -> Reading:
    """Return the puzzle of a line."""
    cells = _CELL.findall(match["cells"])
    if "".join(cells) != match["cells"]:
        raise TextError("no digit follows a plus sign", line)
    if len(cells) != S3.n_cells:
        raise TextError(f"{len(cells)} cells, expected {S3.n_cells}", line)
    check_blanks((cell for cell in cells if len(cell) == 1), line, S3.n)
    digits = [int(cell.strip("+.") or 0) for cell in cells]
    clues = [0 if cell[0] == "+" else digit for cell, digit in zip(cells, digits, strict=True)]
    placed = tuple(
        (S3.position(k), digits[k]) for k, cell in enumerate(cells) if cell[0] == "+" and digits[k]
    )
    if any(cell in ("+.", "+0") for cell in cells):
        raise TextError("no digit follows a plus sign", line)
    removed = tuple(
        (S3.position(cell), digit)
        for cell, digit in candidates_in((match["rest"] or "").strip(": "), line)
    )
    return Reading(Grid(S3, clues), placed=placed, removed=removed, line=line, form=FORM)
