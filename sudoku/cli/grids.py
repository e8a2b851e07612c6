"""Printing puzzles: as plain text, or in colours that tell clues from found digits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from exactcover.runtime.cli.colour import console, is_coloured
from sudoku.formats.printing import cell_spans
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.text import Text

    from sudoku.explaining.explanation import Stage

CLUE, FOUND, FAINT = "bold", "green", "dim"
PATTERN, PLACED, REMOVED = "black on yellow", "bold black on green", "black on red"
"""The styles of the cells of a step: those of its pattern, those that it fills, those that lose
candidates."""
_NO_MARKS: Mapping[int, str] = MappingProxyType({})


def print_grid(text: str, puzzle: Puzzle, marks: Mapping[int, str] = _NO_MARKS) -> None:
    """Print a grid of a puzzle, in colours if the command prints in colours.

    Parameters
    ----------
    text
        The grid as `Puzzle.to_text` writes it.
    puzzle
        The puzzle, which has the clues.
    marks
        Cell -> the style in which it is printed.
    """
    if is_coloured():
        console(soft_wrap=True, highlight=False).print(_coloured(text, puzzle, marks))
    else:
        print(text)


def _coloured(text: str, puzzle: Puzzle, marks: Mapping[int, str]) -> Text:
    """Return a grid with styles; its characters are those of the text."""
    from rich.text import Text

    made = Text(text)
    for line in re.finditer(r"[|+-]+|^#.*", text, re.MULTILINE):
        made.stylize(FAINT, *line.span())
    for cell, (start, end) in enumerate(cell_spans(text, puzzle.shape)):
        usual = FAINT if text[start:end] == "." else CLUE if puzzle.grid.cells[cell] else FOUND
        made.stylize(marks.get(cell, usual), start, end)
    return made


def print_stage(stage: Stage) -> None:
    """Print the board after a step with the cells of the step highlighted, below a blank line.

    The first step has no blank line above it. Without colours nothing is printed, because the cells
    could not be highlighted.
    """
    from sudoku.geometry.grid import Grid

    if not is_coloured():
        return
    puzzle, step = stage.board.puzzle, stage.step
    digits = Grid.unchecked(puzzle.shape, stage.board.after(step).digits)
    pattern = {*step.cells, *(cell for node in step.chain for cell, _ in node)}
    marks = dict.fromkeys(pattern, PATTERN)
    marks |= {cell: REMOVED for cell, _ in step.eliminations}
    marks |= {cell: PLACED for cell, _ in step.placements}
    if stage.number > 1:
        print()
    print_grid(puzzle.to_text(digits), puzzle, marks)
