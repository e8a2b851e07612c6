"""Climbing the ladder: the easiest technique that finds something, again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sudoku.layout import U32, layout
from sudoku.puzzle import Puzzle
from sudoku.techniques import Find, finders
from sudoku.techniques.finding import Finding, Step, apply, blank_finding, step_of
from sudoku.techniques.tables import ONE, Tables, blank, is_sound, place_clues

__all__ = ["climb", "next_step", "tables_of"]


def climb(puzzle: Puzzle, techniques: list[str] | None = None) -> Iterator[Step]:
    """Yield the steps that solve a puzzle, until it is solved or no technique finds anything.

    It also ends where a cell or digit is left without any place: the puzzle has no solution.

    Examples
    --------
    >>> for step in climb(Puzzle.from_text("1234341221434...")):
    ...     print(step.technique, step.placements)
    naked_single ((13, 3),)
    naked_single ((14, 2),)
    naked_single ((15, 1),)
    """
    tables = tables_of(puzzle)
    finding = blank_finding(tables.layout)
    ladder = finders(techniques)
    while is_sound(tables):
        technique = next_step(tables, finding, ladder)
        if technique is None:
            return
        yield step_of(technique, tables.layout, finding)
        apply(tables, finding)


def next_step(tables: Tables, finding: Finding, ladder: tuple[tuple[str, Find], ...]) -> str | None:
    """Find the next step, and return the name of its technique, or None."""
    return next((name for name, find in ladder if find(tables, finding)), None)


def tables_of(puzzle: Puzzle) -> Tables:
    """Return the tables of a puzzle with its clues placed."""
    tables = blank(layout(puzzle.shape, puzzle.rules))
    place_clues(tables, options_of(puzzle))
    return tables


def options_of(puzzle: Puzzle) -> U32:
    """Return the clues as options of the puzzle's `template`."""
    cells = np.array(puzzle.grid.cells, dtype=np.uint32)
    clues = np.flatnonzero(cells).astype(np.uint32)
    return clues * np.uint32(puzzle.shape.n) + cells[clues] - ONE
