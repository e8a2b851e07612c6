"""Candidates of all cells as text: a grid of words, a string, lists of JSON, a line of HoDoKu.

`sudoku.formats.forms.recognise` reads what is written here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from exactcover.runtime.registry import find_name
from sudoku.errors import TextError
from sudoku.formats.forms.symbols import Symbols
from sudoku.formats.symbols import N_SYMBOLS, SYMBOLS
from sudoku.geometry.shape import Shape
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.bitsets import digits_of

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

S3 = Shape(3, 3)


def to_candidates(puzzle: PuzzleLike, form: str = "grid", symbols: str | None = None) -> str:
    """Return the candidates of all cells of a puzzle, or of one in progress, as text.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, a board, or anything that `Puzzle.of` takes for a puzzle. The candidates of a
        puzzle are the digits that its rules and clues leave at first sight.
    form
        ``"grid"`` for a grid of words as forums show it, ``"string"`` for n characters a cell (729
        for 9x9), ``"json"`` for rows of lists, ``"hodoku"`` for a line of HoDoKu, which also has
        the clues, the placed digits and the removed candidates (classic 9x9 puzzles only).
    symbols
        The signs of the digits from 1, if not the usual ones; JSON has numbers.

    Returns
    -------
    str
        The text.

    Raises
    ------
    TextError
        If the form is not known, or cannot hold the board; if a cell has no candidate left, the
        message names it.

    Examples
    --------
    >>> print(to_candidates("1......2.3.....4"))
    +--------+--------+
    | 1   24 | 34   3 |
    | 34  4  | 134  2 |
    +--------+--------+
    | 24  3  | 12   1 |
    | 2   12 | 123  4 |
    +--------+--------+
    >>> to_candidates("1......2.3.....4", "string")[:16]
    '1....2.4..34..3.'
    """
    name = find_name("form", form, CANDIDATE_FORMS, TextError)
    board = puzzle if isinstance(puzzle, Board) else Board(Puzzle.of(puzzle))
    for cell, digits in enumerate(_candidates(board)):
        if not digits:
            where = board.puzzle.shape.in_words(cell)
            raise TextError(f"{where}: no candidate is left, and no form has a sign for that")
    text = CANDIDATE_FORMS[name](board)
    if symbols is None:
        return text
    if name in ("json", "hodoku"):
        raise TextError(f"the form {name!r} has numbers: it takes no symbols")
    return Symbols(symbols).written(text)


def _candidates(board: Board) -> list[tuple[int, ...]]:
    """Return the candidates of each cell; its digit if it has one."""
    return [
        (digit,) if digit else digits_of(mask)
        for digit, mask in zip(board.digits, board.candidates, strict=True)
    ]


def _check_square(board: Board, what: str) -> Shape:
    shape = board.puzzle.shape
    if type(shape) is not Shape or shape.n > N_SYMBOLS:
        raise TextError(f"{what} are for squares of at most {N_SYMBOLS} digits, not for {shape}")
    return shape


def to_candidate_grid(board: Board) -> str:
    """Return a word of candidates for each cell, in columns, with lines around the boxes."""
    shape = _check_square(board, "grids of candidates")
    n, p = shape.n, shape.p
    words = ["".join(map(SYMBOLS.__getitem__, digits)) for digits in _candidates(board)]
    widths = [max(map(len, words[k::n])) for k in range(n)]
    bands = [sum(widths[k : k + p]) + 2 * (p - 1) + 2 for k in range(0, n, p)]
    ruler = "+" + "+".join("-" * width for width in bands) + "+"
    lines = [ruler]
    for row in range(n):
        padded = [word.ljust(width) for word, width in zip(words[row * n :], widths, strict=False)]
        groups = ("  ".join(padded[k : k + p]) for k in range(0, n, p))
        lines.append(f"| {' | '.join(groups)} |")
        if (row + 1) % shape.q == 0:
            lines.append(ruler)
    return "\n".join(lines)


def to_candidate_string(board: Board) -> str:
    """Return n characters for each cell, of which the k-th is digit k or a dot."""
    n = _check_square(board, "strings of candidates").n
    return "".join(
        SYMBOLS[digit] if digit in digits else "."
        for digits in _candidates(board)
        for digit in range(1, n + 1)
    )


def to_candidate_lists(board: Board) -> str:
    """Return rows of lists of candidates as JSON, a row in each line."""
    n, cells = _check_square(board, "lists of candidates").n, _candidates(board)
    rows = (json.dumps([list(digits) for digits in cells[k : k + n]]) for k in range(0, n * n, n))
    return "[" + ",\n ".join(rows) + "]"


def to_hodoku(board: Board) -> str:
    """Return a line of HoDoKu: clues, placed digits and removed candidates."""
    puzzle = board.puzzle
    names = [rule.name for rule in puzzle.rules]
    if puzzle.shape != S3 or names not in (["classic"], ["classic", "pencil_marks"]):
        raise TextError(f"lines of HoDoKu are for classic 9x9 puzzles, not for {puzzle!r}")
    cells = [
        "." if not digit else str(digit) if clue else f"+{digit}"
        for digit, clue in zip(board.digits, puzzle.grid.cells, strict=True)
    ]
    plain = Board(Puzzle(S3, clues=board.digits))
    removed = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, mask in enumerate(board.candidates)
        for digit in digits_of(plain.candidates[cell] & ~mask)
    ]
    return f":0000:x:{''.join(cells)}:{' '.join(removed)}::"


CANDIDATE_FORMS: Mapping[str, Callable[[Board], str]] = MappingProxyType(
    {
        "grid": to_candidate_grid,
        "string": to_candidate_string,
        "json": to_candidate_lists,
        "hodoku": to_hodoku,
    }
)
"""Name -> the function that writes the candidates of a board."""


def candidates_text(puzzle: Puzzle) -> str:
    """Return the candidates of a puzzle as a grid, for `sudoku show --format candidates`."""
    return to_candidates(puzzle)


def candidates_string(puzzle: Puzzle) -> str:
    """Return them as a string of n characters for each cell."""
    return to_candidates(puzzle, "string")


def candidates_json(puzzle: Puzzle) -> str:
    """Return them as lists of JSON."""
    return to_candidates(puzzle, "json")


def candidates_hodoku(puzzle: Puzzle) -> str:
    """Return them as a line of HoDoKu."""
    return to_candidates(puzzle, "hodoku")
