"""Types that are read as other rules if the values of a constraint string begin at 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place, line_and_clues
from sudoku.formats.iss.parts import Arguments
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def from_any(read: Reader) -> Reader:
    """Return a reader whose rules apply to values instead of digits."""

    def read_values(board: Board, given: Arguments) -> list[Rule]:
        made = read(board, given)
        rules = [made] if isinstance(made, Rule) else list(made)
        return [rule("from_zero", rules)] if board.less else rules

    return read_values


def one_of(from_1: Reader, from_0: Reader) -> Reader:
    """Return a reader that calls the first if values begin at 1, and the second otherwise."""
    return lambda board, given: (from_0 if board.less else from_1)(board, given)


def numbered_rooms(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read clues outside: the first cell seen holds the number of the cell that holds the clue."""
    for name, clues in map(line_and_clues, given):
        line = board.line(name)
        for clue, view in zip(clues, (line, line[::-1]), strict=False):
            if clue:
                yield _points(board, view[0], view, board.digit(clue))


def indexing(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read cells that hold the index, in their column or row, of the number of their own line."""
    for kind, *names in given:
        for row, column in board.places(names):
            rows = [(i, column) for i in range(board.height)]
            columns = [(row, j) for j in range(board.width)]
            line, own = (rows, row) if kind == "R" else (columns, column)
            yield _points(board, (row, column), line, board.digit(str(own + 1)))


def _points(board: Board, cell: Place, line: list[Place], digit: int) -> Rule:
    """Return the rule that `cell` holds the number, from 1, of the cell of a line with a digit.

    Cells whose number is not a value of the board are left out.
    """
    branches = []
    for number, other in enumerate(line, 1):
        marks = {cell: number + board.less, other: digit}
        if number < board.n and marks[cell] == number + board.less:
            entries = [(place, [mark]) for place, mark in marks.items()]
            branches.append([rule("pencil_marks", entries)])
    return rule("either", branches)
