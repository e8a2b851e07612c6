"""From readings to puzzles: the methods of `Reading` that make one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.formats.forms.reading import Reading
    from sudoku.rules.base import Rule


def puzzle_of(found: Reading, asked: Iterable[Rule] | None = None) -> Puzzle:
    """Return the puzzle, without what a player has entered; `asked` are further rules.

    Raises
    ------
    SudokuError
        If the clues clash, or rules do not fit.

    Examples
    --------
    >>> from sudoku import recognise
    >>> recognise("1...12.." + "1234" * 14).puzzle().rules[1].name
    'pencil_marks'
    """
    made = Puzzle(found.grid.shape, found.all_rules(asked), found.grid)
    return made.called(found.facts.get("title"), found.facts.get("author"))


def board_of(found: Reading, asked: Iterable[Rule] | None = None) -> Board:
    """Return the puzzle in progress, with what a player has entered; `asked` are further rules.

    Raises
    ------
    SudokuError
        If digits clash, or a cell has no candidate.

    Examples
    --------
    >>> from sudoku import recognise
    >>> recognise("1+2" + "." * 79).board().digits[:2]
    (1, 2)
    """
    digits = range(1, found.grid.shape.n + 1)
    listed = [
        (place, digit)
        for place, candidates in found.marks
        for digit in digits
        if digit not in candidates
    ]
    puzzle = puzzle_of(found._replace(marks=()), asked)
    return Board(puzzle, dict(found.placed), [*listed, *found.removed])
