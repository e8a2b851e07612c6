"""A puzzle in each line: a field of n * n characters, anywhere in the line.

The other fields may be its solution, numbers, ratings and names, as in the files of CSV of any
order of columns. If several fields are grids, that with the fewest clues is the puzzle, and the
others must have all its clues.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of, is_cell
from sudoku.formats.forms.counts import check_number, rows_of, shape_of
from sudoku.formats.forms.reading import Line, Reading, Text, facts_in, label_of_solution
from sudoku.formats.forms.solutions import puzzle_among
from sudoku.formats.symbols import is_blank
from sudoku.geometry.shape import Shape

FORM = "a line of {} characters"
_BETWEEN = re.compile(r"[\s,;\"'=:()\[\]{}<>|&`]+")
_LIKE_CELLS = re.compile(r"[0-9.*_?xX-]")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzle of each line that has one; none if no line has.

    Raises
    ------
    TextError
        If a line is nearly a puzzle, or has several.

    Examples
    --------
    >>> [found] = read(Text('"7","1234............","1234341221434321"'))
    >>> found.grid.n_clues, found.form
    (4, 'a line of 16 characters')
    """
    fields = [(line, fields_of(line)) for line in text.lines]
    if len(fields) > 1:
        fields = [(line, parts) for line, parts in fields if not _is_ruler(line, fields)]
    sizes = [_size(field, shape) for _, parts in fields for field in parts]
    n = max(sizes, default=0)
    found, end = list[Reading](), 0
    for line, parts in fields:
        grids = [part for part in parts if n and _size(part, shape) == n]
        is_full = bool(grids) and not any(is_blank(sign, n) for part in grids for sign in part)
        for part in parts:
            if part not in grids and _is_long(part, n, is_full):
                check_number(len(part), "digits", shape, line.number)
                if n:
                    shown = f"{part[:20]!r}, {len(part)} characters"
                    raise TextError(f"{shown}, where a grid has {n * n}", line.number)
        if not grids:
            continue
        board = shape_of(n, shape)
        grid = puzzle_among([grid_of(part, board, line.number) for part in grids], line.number)
        before = line.text.partition(grids[0])[0]
        facts = text.facts_before(line.number, end) | label_of_solution(before) | facts_in([before])
        found.append(Reading(grid, facts=facts, line=line.number, form=FORM.format(n * n)))
        end = line.number
    _check_lines(found, [line for line, _ in fields], n)
    return found


def fields_of(line: Line) -> list[str]:
    """Return the fields of a line, which spaces, brackets and other separators divide."""
    return _BETWEEN.split(line.text)


def _is_ruler(line: Line, fields: Sequence[tuple[Line, list[str]]]) -> bool:
    """Return whether a line of one sign is a ruler: no other line of its length has the sign."""
    if set(line.text) not in ({"-"}, {"_"}, {"*"}):
        return False
    others = {part for other, parts in fields for part in parts if other.text != line.text}
    return not any(line.text[0] in part and len(part) == len(line.text) for part in others)


def _size(field: str, shape: Shape | None) -> int:
    """Return the number of rows of the grid that a field is; 0 if it is none."""
    n = rows_of(len(field), shape)
    if not n or not _LIKE_CELLS.search(field):
        return 0
    return n if all(is_cell(sign, n) for sign in set(field)) else 0


def _is_long(field: str, n: int, is_full: bool) -> bool:
    """Return whether a field looks like a puzzle, or like a part of one.

    Beside a filled grid a small part is enough: that is the solution, then.
    """
    alike = len(_LIKE_CELLS.findall(field))
    least = 30 if not n else n * n / 8 if is_full else n * n / 3
    return len(field) > least and alike > 0.8 * len(field)


def _check_lines(found: list[Reading], lines: list[Line], n: int) -> None:
    """Raise an error if a small board was found among lines that are something else."""
    if found and n == 4 and 2 * len(found) < len(lines) and len(lines) > 4:
        raise TextError(f"only {len(found)} of {len(lines)} lines are puzzles of 16 characters")
