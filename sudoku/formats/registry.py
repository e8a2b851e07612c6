"""The registries of formats in which puzzles are written and read.

A new one is one file with a line in each registry. `sudoku.formats.forms.stated` tells which format
a text has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from exactcover.runtime.registry import Registry
from sudoku.errors import TextError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.rules.base import Rule

FORMATS: Registry[Callable[[Puzzle], str]] = Registry(
    "format",
    "sudoku.formats",
    {
        "grid": "sudoku.formats.text_writer:to_grid",
        "line": "sudoku.formats.text_writer:to_line",
        "json": "sudoku.formats.json_line:to_json",
        "rows": "sudoku.formats.text_writer:to_rows",
        "fpuzzles": "sudoku.formats.fpuzzles.writer:to_fpuzzles",
        "link": "sudoku.formats.fpuzzles.writer:to_fpuzzles_link",
        "iss": "sudoku.formats.iss.writer:to_iss",
        "iss_link": "sudoku.formats.iss.writer:to_iss_link",
        "layout": "sudoku.formats.janko.writer:to_layout",
        "csv": "sudoku.formats.collection:to_csv",
        "sdm": "sudoku.formats.collection:to_sdm",
        "sdk": "sudoku.formats.sadman:to_sdk",
        "candidates": "sudoku.formats.candidate_writer:candidates_text",
        "candidates_string": "sudoku.formats.candidate_writer:candidates_string",
        "candidates_json": "sudoku.formats.candidate_writer:candidates_json",
        "hodoku": "sudoku.formats.candidate_writer:candidates_hodoku",
        "sudokupad": "sudoku.formats.sudokupad.reader:to_sudokupad_link",
        "sudokupad_json": "sudoku.formats.sudokupad.writer:to_sudokupad_json",
    },
    TextError,
)
"""Name -> the function that returns a puzzle as text, for `sudoku show --format`."""

CLUES_ONLY = ("line", "rows", "csv", "sdm", "candidates", "candidates_string", "candidates_json")
"""The formats that have digits only: they show neither rules nor a board of another form."""

READERS: Registry[Callable[[str], Puzzle]] = Registry(
    "format",
    "sudoku.readers",
    {
        "fpuzzles": "sudoku.formats.fpuzzles.reader:from_fpuzzles",
        "iss": "sudoku.formats.iss.strings:from_iss",
        "json": "sudoku.formats.json_line:from_json",
        "sdk": "sudoku.formats.sadman:from_sdk",
        "sudokupad": "sudoku.formats.sudokupad.reader:from_sudokupad",
        "sudokupad_json": "sudoku.formats.sudokupad.reader:from_sudokupad",
    },
    TextError,
)
"""Name -> the function that returns the puzzle of a text, with its rules.

`sudoku.formats.forms` reads the other texts, most of which hold grids without rules.
"""


def lost_without_rules(puzzle: Puzzle, known: Collection[Rule]) -> str:
    """Return the rules or the board that a text of clues cannot show, in words; "" if none.

    Parameters
    ----------
    puzzle
        The puzzle.
    known
        The rules that the reader of the text knows without it.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.diagonal import Diagonal
    >>> lost_without_rules(Puzzle(rules=[Classic(), Diagonal()]), [Classic()])
    'the rule diagonal'
    >>> lost_without_rules(Puzzle(), [Classic()])
    ''
    """
    if type(puzzle.shape) is not Shape:
        return f"a board of {puzzle.shape}"
    names = [rule.name for rule in puzzle.rules if rule not in known]
    if names:
        return f"the rule{'s' * (len(names) > 1)} {', '.join(names)}"
    missing = [rule.name for rule in known if rule not in puzzle.rules]
    return f"a board without the rule {missing[0]}" if missing else ""
