"""Grids of candidates as people paste them: a word of digits for each cell, n words in each row.

Around the words there may be bars, rulers and titles, as around other grids. Signs that mark cells
or candidates, as in ``*124``, ``#12``, ``1-24`` or ``1(24)``, say nothing of what is left in a
cell. A grid of the clues may be drawn beside that of the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.boxes import boxes_of
from sudoku.formats.forms.cells import is_cell
from sudoku.formats.forms.counts import rows_of
from sudoku.formats.forms.drawings import is_ruler, looks_like_cells
from sudoku.formats.forms.drawings import read as drawings
from sudoku.formats.forms.lines import fields_of
from sudoku.formats.forms.lines import read as lines
from sudoku.formats.forms.marks import reading_of_marks
from sudoku.formats.forms.reading import Line, Reading, Text
from sudoku.formats.forms.states import state_of
from sudoku.geometry.shape import Shape

FORM = "a grid of candidates"
FEWEST_ROWS = 3
_BETWEEN = re.compile(r"[\s|:,;!]+")
_BRACKETS = str.maketrans("", "", "(){}[]<>")
_WORD = re.compile(r"[1-9A-Za-z]+")
_MARKED = re.compile(r"[*#@+~^=]?(?:([1-9]+)-|-(?=[1-9]{2}))?([1-9]+)[*#@+~^=]?")
"""Candidates of which some are marked; ``-3`` alone would be a cell without candidates."""
_MARKED_ROW = re.compile(r"#[1-9]")
"""The beginning of a row whose first cell is marked, which looks like that of a comment."""


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
    parts = ((line, _words(line.text)) for line in text.lines if not is_ruler(line.text))
    rows = [(line, words) for line, words in parts if _is_row(line, words)]
    sizes = [len(words) for _, words in rows]
    n = max(set(sizes), key=sizes.count, default=0)
    marked = (Line(k, each) for k, each in enumerate(text.all_lines, 1) if _MARKED_ROW.match(each))
    more = ((line, _words(line.text)) for line in marked)
    rows = sorted(rows + [(line, words) for line, words in more if _is_marked_row(words, n)])
    if shape is not None and shape.n != n:
        return []
    listed = (len(word) for _, words in rows for word in words if _WORD.fullmatch(word))
    longest = max(listed, default=0)
    if not rows_of(n * n, shape) or sizes.count(n) < FEWEST_ROWS or longest < 2:
        return []
    if all(is_cell(word, n) for _, words in rows for word in words):
        return []  # numbers
    groups = [
        (line.number, [len(_words(part)) for part in line.text.strip("|").split("|")])
        for line, _ in rows
    ]
    found = _reading(text, rows, boxes_of(text, groups, n, shape))
    return [_with_clues(found, text, {line.number for line, _ in rows})]


def _with_clues(found: Reading, text: Text, used: set[int]) -> Reading:
    """Return the state of a puzzle if its clues are drawn in the lines that are not used."""
    others = [line for line in text.lines if line.number not in used and not is_ruler(line.text)]
    n = found.grid.shape.n
    in_lines = [line for line in others if n * n in map(len, fields_of(line))]
    in_rows = [
        line for line in others if looks_like_cells(line) and len("".join(_words(line.text))) >= n
    ]
    first = next(iter(in_lines or in_rows), None)
    if first is None:
        return found
    rest = Text("\n".join("" if k in used else line for k, line in enumerate(text.all_lines, 1)))
    clues = (lines if in_lines else drawings)(rest, found.grid.shape)
    state = state_of(clues[0], found) if len(clues) == 1 else None
    if state is None:
        message = "cells beside a grid of candidates, of which they are not the clues"
        raise TextError(message, first.number)
    return state


def _is_marked_row(words: list[str], n: int) -> bool:
    """Return whether words are a row of candidates, rather than a comment."""
    are_digits = all(_WORD.fullmatch(word) for word in words)
    return len(words) == n and are_digits and max(map(len, words)) > 1


def _is_row(line: Line, words: list[str]) -> bool:
    """Return whether a line looks like a row of candidates, most of whose words are of digits."""
    if any(not _is_in_order(word) for word in re.findall(r"[^\W\d_]{4,}", line.text)):
        return False
    return 2 * sum(_WORD.fullmatch(word) is not None for word in words) > len(words)


def _is_in_order(word: str) -> bool:
    """Return whether letters are those of digits above 9 in order."""
    return list(word) == sorted(set(word)) and (word.isupper() or word.islower())


def _words(text: str) -> list[str]:
    """Return the words of a row without brackets and marks."""
    words = _BETWEEN.split(text.translate(_BRACKETS))
    return [
        _MARKED.sub(r"\1\2", word) if _MARKED.fullmatch(word) else word for word in words if word
    ]


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
