"""Texts that state their rules: f-puzzles, SudokuPad, constraint strings, all in `READERS`."""

from __future__ import annotations

import re

from sudoku.formats.forms.reading import Reading, Text
from sudoku.formats.registry import READERS
from sudoku.formats.sadman import facts_of_sdk
from sudoku.geometry.shape import Shape

__all__ = ["NAMES", "OF_LINKS", "form_of", "holds_data", "read"]

NAMES = {
    "fpuzzles": "a puzzle of f-puzzles",
    "iss": "a text of Interactive Sudoku Solver",
    "json": "JSON with rules",
    "sdk": "a file of SadMan Sudoku (.sdk)",
    "sudokupad": "a link of SudokuPad",
    "sudokupad_json": "a puzzle of SudokuPad",
}
OF_LINKS = ("fpuzzles", "iss", "sudokupad")
"""The forms of which there are links."""
_ISS = "Interactive-Sudoku-Solver"
_SUDOKUPAD = ("sudokupad.app", "sudokupad.com", "crackingthecryptic.com")
_PAD_CELLS = re.compile(r'"cells":\s*\[\s*\[\s*\{')
"""The rows of cells in an object of SudokuPad."""
_ROW = re.compile(r"[0-9.*_|+\- ]{4,}")
"""A row of a grid: sites that are named in other lines are then no links, unless they hold data."""
_DATA = re.compile(r"[?&](load|q|puzzleid)=|(fpuz(zles)?|scl|scf|ctc)\S{20}")
_KILLER = re.compile(r"3x3:d?:k:")

_SDK = re.compile(r"^\[(puzzle|state|pencilmarks|colou?rs)\]\s*$", re.IGNORECASE | re.MULTILINE)
"""The headings of the sections of an .sdk file."""


def form_of(text: str) -> str | None:
    """Return the key of `READERS` for a text that states its rules; None for other texts.

    Examples
    --------
    >>> form_of("https://sudokupad.app/fpuzN4Ig"), form_of('{"size": 9, "grid": []}')
    ('sudokupad', 'fpuzzles')
    >>> form_of(".Shape~4x4"), form_of("[Puzzle]"), form_of("1......2.3.....4")
    ('iss', 'sdk', None)
    >>> form_of("3x3::k:5888:5888"), form_of("[[1, 0]]")
    ('iss', None)
    """
    text = text.strip().removeprefix("\ufeff")
    body = re.sub(r"\A(?:#.*\n)+", "", text)
    if text.startswith("{"):
        if _PAD_CELLS.search(text):
            return "sudokupad_json"
        if '"grid"' in text or '"size"' in text:
            return "fpuzzles"
        return "json" if '"clues"' in text or '"shape"' in text or '"rules"' in text else None
    links = _links(body)
    if any(site in links for site in _SUDOKUPAD):
        return "sudokupad"
    if "f-puzzles.com" in links:
        return "fpuzzles"
    if (body.startswith(".") and "~" in body) or _ISS in links or _KILLER.match(body):
        return "iss"
    return "sdk" if _SDK.search(text) else None


def _links(body: str) -> str:
    """Return the lines of a text that may be links: beside a grid, only those that hold data."""
    lines = body.split("\n")
    if not any(_ROW.fullmatch(line.strip()) for line in lines):
        return body
    return "\n".join(filter(holds_data, lines))


def holds_data(line: str) -> bool:
    """Return whether a line with the name of a site also has a puzzle.

    >>> holds_data("https://f-puzzles.com/?load=N4Ig"), holds_data("as on f-puzzles.com")
    (True, False)
    """
    return line[:1] in ("{", ".") or _DATA.search(line) is not None


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzle of a text that states its rules; none for other texts.

    Raises
    ------
    SudokuError
        If it cannot be read.

    Examples
    --------
    >>> read(Text(".Shape~4x4.~R1C1_3"))[0].in_words()
    'a text of Interactive Sudoku Solver: 4x4 cells in boxes of 2x2, 1 clue'
    """
    form = form_of(text.raw)
    if form is None or shape is not None:
        return []
    puzzle = READERS[form](text.raw)
    facts = puzzle.names | (facts_of_sdk(text.raw) if form == "sdk" else {})
    return [Reading(puzzle.grid, rules=puzzle.rules, facts=facts, form=NAMES.get(form, form))]
