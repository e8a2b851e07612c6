"""Files of SudoCue with the work of a player (.sdx): a line for each row, spaces between the cells.

A cell is a clue, a digit with a ``u`` before it that the player has placed, or the candidates that
are left.
"""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.forms.marks import reading_in_progress
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

FORM = "a file of SudoCue (.sdx)"
S3 = Shape(3, 3)
_CELL = re.compile(r"u?[1-9]+")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the puzzle in progress of a file; none if no cell has a ``u``.

    Raises
    ------
    TextError
        If a row has not nine cells.

    Examples
    --------
    >>> rows = ["1 u2 3456789" + " 3456789" * 6, *[" ".join(["123456789"] * 9)] * 8]
    >>> [found] = read(Text("\n".join(rows)))
    >>> found.grid.n_clues, found.placed
    (1, (((0, 1), 2),))
    """
    rows = [(line, line.text.split()) for line in text.lines]
    rows = [(line, cells) for line, cells in rows if all(map(_CELL.fullmatch, cells))]
    if shape not in (None, S3) or not any(cell[0] == "u" for _, cells in rows for cell in cells):
        return []
    for line, cells in rows:
        if len(cells) != S3.n:
            raise TextError(f"a row of {len(cells)} cells, expected {S3.n}", line.number)
    if len(rows) != S3.n:
        raise TextError(f"{len(rows)} rows, expected {S3.n}", rows[0][0].number)
    clues, placed, candidates = [0] * S3.n_cells, dict[int, int](), dict[int, set[int]]()
    for k, cell in enumerate(cell for _, cells in rows for cell in cells):
        digits = set(map(int, cell.strip("u")))
        if cell[0] == "u" and len(cell) > 2:
            raise TextError(f"{S3.in_words(k)}: {cell!r} is no digit that was placed")
        if cell[0] == "u":
            placed[k] = int(cell[1])
        elif len(cell) == 1:
            clues[k] = int(cell)
        else:
            candidates[k] = digits
    first = rows[0][0].number
    found = reading_in_progress(Grid(S3, clues), placed, candidates, FORM, first)
    return [found._replace(facts=text.facts_before(first))]
