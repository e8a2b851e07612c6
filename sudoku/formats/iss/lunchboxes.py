"""Lunchboxes and sandwiches: the sum of the values between the lowest and the highest of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sudoku.formats.iss.board import Board
from sudoku.formats.iss.parts import Arguments
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

__all__ = ["lunchboxes", "sandwiches"]

Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def lunchboxes(board: Board, given: Arguments) -> Rule:
    """Read lines with the sum between their lowest and highest values, which are all different."""
    boxes = [(int(total), board.places(cells)) for total, *cells in given]
    return rule("lunchbox", boxes, board.less)


def sandwiches(usual: Reader) -> Reader:
    """Return a reader of clues outside; `usual` reads them if all lines hold the digits 1 to n."""

    def read(board: Board, given: Arguments) -> Rule | Iterable[Rule]:
        if not board.less and board.height == board.width == board.n:
            return usual(board, given)
        clues = [sorted(pair, key=lambda text: text[:1] not in ("R", "C")) for pair in given]
        sums = [(int(clue), board.line(name)) for name, clue in clues if clue]
        return rule("lunchbox", sums, board.less)

    return read
