"""The registry of formats in which a puzzle can be written. A new one is one file and one line."""

from __future__ import annotations

from collections.abc import Callable

from exactcover.registry import Registry
from sudoku.errors import TextError
from sudoku.puzzle.puzzle import Puzzle

__all__ = ["FORMATS"]

FORMATS: Registry[Callable[[Puzzle], str]] = Registry(
    "format",
    "sudoku.formats",
    {
        "grid": "sudoku.formats.plain:to_grid",
        "line": "sudoku.formats.plain:to_line",
        "json": "sudoku.formats.json_line:to_json",
        "rows": "sudoku.formats.plain:to_rows",
        "fpuzzles": "sudoku.formats.fpuzzles_writer:to_fpuzzles",
        "link": "sudoku.formats.fpuzzles_writer:to_fpuzzles_link",
        "layout": "sudoku.formats.janko_writer:to_layout",
    },
    TextError,
)
"""Name -> the function that returns a puzzle as text, for `sudoku show --format`."""
