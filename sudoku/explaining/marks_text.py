"""A board as text, with the candidates of each cell."""

from __future__ import annotations

from collections.abc import Collection

from sudoku.formats.grid_text import symbol_of
from sudoku.puzzle.board import Board


def marks_text(board: Board, digits: Collection[int] | None = None) -> str:
    """Return a board of one grid as text: for each cell its digit or its candidates.

    Parameters
    ----------
    board
        The board.
    digits
        The digits whose candidates are shown; by default all of them.

    Returns
    -------
    str
        A line for each row. Bars and rulers stand between the boxes.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> print(marks_text(Board(Puzzle.from_text("12..34..2...4..."))))
    1   2   | 34  34
    3   4   | 12  12
    --------+--------
    2   13  | 134 134
    4   13  | 123 123
    >>> print(marks_text(Board(Puzzle.from_text("12..34..2...4...")), digits=[1]).splitlines()[-1])
    4 1 | 1 1
    """
    shape = board.puzzle.shape
    rows = [[_word(board, cell, digits) for cell in row] for row in shape.rows()]
    size = max(len(word) for row in rows for word in row)
    bands = shape.n // shape.p
    dashes = [shape.p * (size + 1) + (0 < band < bands - 1) for band in range(bands)]
    ruler = "+".join("-" * number for number in dashes)
    lines = []
    for number, row in enumerate(rows):
        if number and number % shape.q == 0:
            lines.append(ruler)
        words = [word.ljust(size) for word in row]
        parts = [" ".join(words[k : k + shape.p]) for k in range(0, shape.n, shape.p)]
        lines.append(" | ".join(parts).rstrip())
    return "\n".join(lines)


def _word(board: Board, cell: int, digits: Collection[int] | None) -> str:
    n = board.puzzle.shape.n
    if board.digits[cell]:
        return symbol_of(board.digits[cell], n)
    shown = [
        symbol_of(digit, n)
        for digit in range(1, n + 1)
        if board.candidates[cell] >> digit - 1 & 1 and (digits is None or digit in digits)
    ]
    return "".join(shown) or symbol_of(0, n)
