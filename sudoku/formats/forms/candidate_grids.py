"""Grids of candidates as people paste them: a word of digits for each cell, n words in each row.

Around the words there may be bars, rulers and titles, as around other grids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.boxes import boxes_of
from sudoku.formats.forms.cells import is_cell
from sudoku.formats.forms.counts import rows_of
from sudoku.formats.forms.drawings import is_ruler
from sudoku.formats.forms.marks import reading_of_marks
from sudoku.formats.forms.reading import Line, Reading, Text
from sudoku.geometry.shape import Shape

FORM = "a grid of candidates"
FEWEST_ROWS = 3
_BETWEEN = re.compile(r"[\s|:,;!]+")
_AROUND = "(){}[]<>"
_WORD = re.compile(r"[1-9A-Za-z]+")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the candidates that a text shows; none if it shows no candidates.

    Raises
    ------
    TextError
        If a row has too few cells, or a cell has a wrong candidate.

    Examples
    --------
    >>> read(Text("12 34 | 1 2\n" + "1234 1234 | 1234 1234\n" * 3))[0].marks[0]
    ((0, 0), (1, 2))
    """
    lines = ((line, _words(line.text)) for line in text.lines if not is_ruler(line.text))
    rows = [(line, words) for line, words in lines if _is_row(line, words)]
    sizes = [len(words) for _, words in rows]
    n = max(set(sizes), key=sizes.count, default=0)
    if shape is not None and shape.n != n:
        return []
    longest = max((len(word) for _, words in rows for word in words), default=0)
    if not rows_of(n * n, shape) or sizes.count(n) < FEWEST_ROWS or longest < 2:
        return []
    if all(is_cell(word, n) for _, words in rows for word in words):
        return []  # numbers
    groups = [
        (line.number, [len(_words(part)) for part in line.text.strip("|").split("|")])
        for line, _ in rows
    ]
    return [_reading(text, rows, boxes_of(text, groups, n, shape))]


def _is_row(line: Line, words: list[str]) -> bool:
    """Return whether a line looks like a row of candidates, most of whose words are of digits."""
    if any(not _is_in_order(word) for word in re.findall(r"[^\W\d_]{4,}", line.text)):
        return False
    return 2 * sum(_WORD.fullmatch(word) is not None for word in words) > len(words)


def _is_in_order(word: str) -> bool:
    """Return whether letters are those of digits above 9 in order."""
    return list(word) == sorted(set(word)) and (word.isupper() or word.islower())


def _words(text: str) -> list[str]:
    return [word.strip(_AROUND) for word in _BETWEEN.split(text) if word.strip(_AROUND)]


def _reading(text: Text, rows: Sequence[tuple[Line, list[str]]], shape: Shape) -> Reading:
    first = rows[0][0].number
    for line, words in rows:
        if len(words) != shape.n:
            raise TextError(
                f"a row of {len(words)} cells with candidates beside rows of {shape.n}",
                line.number,
            )
    if len(rows) != shape.n:
        raise TextError(
            f"{len(rows)} rows of {shape.n} cells with candidates: a board has {shape.n} rows",
            first,
        )
    found = reading_of_marks([word for _, words in rows for word in words], shape, FORM, first)
    return found._replace(facts=text.facts_before(first))
