"""Lunchboxes and sandwiches: the sum of the values between the lowest and the highest of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import line_and_clues
from sudoku.formats.iss.parts import Arguments
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def lunchboxes(board: Board, given: Arguments) -> Rule:
    """Read lines with the sum between their lowest and highest values, which are all different."""
    boxes = [(board.clue(total), board.places(cells)) for total, *cells in given]
    return rule("lunchbox", boxes, board.less)


def sandwiches(usual: Reader) -> Reader:
    """Return a reader of clues outside; `usual` reads them if all lines hold the digits 1 to n."""

    def read(board: Board, given: Arguments) -> Rule | Iterable[Rule]:
        if not board.less and board.height == board.width == board.n:
            return usual(board, given)
        sums = [
            (board.clue(clue), board.line(line))
            for line, clues in map(line_and_clues, given)
            for clue in clues
            if clue
        ]
        return rule("lunchbox", sums, board.less)

    return read
