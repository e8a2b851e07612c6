"""Puzzles for collections and spreadsheets: a line of an .sdm file, rows of cells with commas.

`sudoku.formats.text_reader` reads both.
"""

from __future__ import annotations

from sudoku.errors import TextError
from sudoku.formats.sadman import check_classic
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle


def to_sdm(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of an .sdm file: 81 digits, 0 for a blank.

    Raises
    ------
    TextError
        If the puzzle is not a classic 9x9 puzzle.

    Examples
    --------
    >>> to_sdm(Puzzle.of("1" + "." * 80))[:9]
    '100000000'
    """
    check_classic(puzzle, ".sdm files")
    return puzzle.grid.to_line().replace(".", "0")


def to_csv(puzzle: Puzzle) -> str:
    """Return the clues as rows of cells with commas between them, and an empty line at the end.

    The rules are not written.

    Raises
    ------
    TextError
        If the board is not a square.

    Examples
    --------
    >>> print(to_csv(Puzzle.of("1..............2")))
    1,,,
    ,,,
    ,,,
    ,,,2
    <BLANKLINE>
    """
    if type(puzzle.shape) is not Shape:
        raise TextError(f"rows of cells with commas are for squares, not for {puzzle.shape}")
    rows = (",".join(str(digit or "") for digit in row) for row in puzzle.grid.rows())
    return "\n".join([*rows, ""])
