"""Puzzles as text that shows the clues: a grid, one line, or rows."""

from __future__ import annotations

from sudoku.puzzle.puzzle import Puzzle


def to_grid(puzzle: Puzzle) -> str:
    """Return the clues as a grid with the lines of the regions, and the names of the rules.

    Examples
    --------
    >>> print(to_grid(Puzzle.from_text("1...............")).splitlines()[1])
    | 1 . | . . |
    """
    return puzzle.to_text()


def to_line(puzzle: Puzzle) -> str:
    """Return the clues in one line.

    Examples
    --------
    >>> to_line(Puzzle.from_text("1..............."))
    '1...............'
    """
    return puzzle.grid.to_line()


def to_rows(puzzle: Puzzle) -> str:
    """Return the number of rows and columns, and the clues in rows of numbers.

    Examples
    --------
    >>> to_rows(Puzzle.from_text("1...............")).splitlines()[1]
    '1 - - -'
    """
    return puzzle.grid.to_rows_text()
