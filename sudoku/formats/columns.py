"""Files with a puzzle in some column of each line, such as CSV with numbers or solutions first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isqrt

from sudoku.errors import TextError
from sudoku.formats.symbols import DIGITS

SMALLEST = 16
_BETWEEN = re.compile(r"[\s,;]+")
_QUOTES = "\"'"


def column_of(lines: Sequence[str]) -> Callable[[str], str] | None:
    """Return a function that takes the puzzle from a line; None if it is the first field anyway.

    Of several columns with grids it is the one with the fewest clues, as the others may be the
    solutions, if it is that in all of these lines.

    Raises
    ------
    TextError
        If it is a later column, and the others have not all its clues.

    Examples
    --------
    >>> take = column_of(['1;"1234............"', '2;".........4......"'])
    >>> take('3;"4..............."')
    '4...............'
    >>> column_of(["1234............ 5"]) is None
    True
    """
    rows = [_fields(line) for line in lines]
    if not rows or not min(map(len, rows)):
        return None
    sizes = {len(row[k]) for row in rows for k in range(len(row)) if _is_grid(row[k])}
    if len(sizes) != 1:
        return None
    size = sizes.pop()
    columns = [k for k in range(min(map(len, rows))) if all(_is_grid(row[k], size) for row in rows)]
    first = [_BETWEEN.split(line, maxsplit=1)[0] for line in lines]
    counts = {k: [_n_clues(row[k]) for row in rows] for k in columns}
    fewest = [
        k for k in columns if all(map(_not_more, zip(counts[k], *counts.values(), strict=True)))
    ]
    if not fewest or (fewest[0] == 0 and all(_is_grid(field, size) for field in first)):
        return None
    column = fewest[0]
    if not all(_extends(row[k], row[column]) for row in rows for k in columns):
        raise TextError(
            "several grids in a line, of which the one with the fewest clues is no part"
        )
    is_full = all(DIGITS[sign] for row in rows for sign in set(row[column]))
    if is_full and any(_is_part(field, size) for row in rows for field in row):
        return None  # it is the solution of a damaged puzzle

    def take(line: str) -> str:
        fields = _fields(line)
        return fields[column] if column < len(fields) else line

    return take


def _fields(line: str) -> list[str]:
    return [field.strip(_QUOTES) for field in _BETWEEN.split(line.strip())]


def _is_grid(field: str, size: int | None = None) -> bool:
    n_cells = len(field)
    is_square = n_cells >= SMALLEST and isqrt(n_cells) ** 2 == n_cells
    return is_square and size in (None, n_cells) and all(sign in DIGITS for sign in set(field))


def _extends(grid: str, puzzle: str) -> bool:
    """Return whether a grid has all clues of a puzzle."""
    return all(DIGITS[b] in (0, DIGITS[a]) for a, b in zip(grid, puzzle, strict=True))


def _is_part(field: str, size: int) -> bool:
    alike = sum(sign in DIGITS and not sign.isalpha() for sign in field)
    return len(field) > size / 8 and not _is_grid(field, size) and alike > 0.8 * len(field)


def _n_clues(field: str) -> int:
    return sum(map(bool, map(DIGITS.__getitem__, field)))


def _not_more(counts: tuple[int, ...]) -> bool:
    return counts[0] == min(counts)
