"""Candidates of all cells as signs: n for each cell, of which the k-th is digit k or a blank.

The 729 signs of 9x9 cells are also the number of signs of a board of 27x27 cells, the 64 of 4x4
cells that of 8x8. Where the candidates of every cell are not empty, two equal digits stand in a
column of that board, so that its reading is excluded; other texts are read as candidates only if
that board is excluded, too, and refused otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku.errors import TextError
from sudoku.formats.symbols import DIGIT_OF_BYTE, DIGITS, SYMBOLS, check_blanks
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

if TYPE_CHECKING:
    from sudoku.rules.base import Rule

_FEWEST, _MOST = 4, len(SYMBOLS) - 1
"""The digits of a board whose candidates are recognised without its shape."""
_FITTING = [bytes((0, k)) for k in range(_MOST + 1)]
"""Digit -> what may stand at its place: a blank, or the digit."""


class UndecidedTextError(TextError):
    """An error for signs that may be candidates or digits, or can be neither."""


class Marked(NamedTuple):
    """The clues of a text of candidates, and the digits that other cells may hold.

    Attributes
    ----------
    grid
        The clues: the cells with one candidate.
    marks
        The place and the candidates of each cell with several, but not all digits.
    """

    grid: Grid
    marks: tuple[tuple[tuple[int, int], tuple[int, ...]], ...]

    def rules(self) -> tuple[Rule, ...]:
        """Return the rule that the cells hold one of their marks; none if there are no marks."""
        from sudoku.rules.pencil_marks import PencilMarks

        return (PencilMarks(self.marks),) if self.marks else ()

    def all_rules(self, asked: Iterable[Rule] | None = None) -> tuple[Rule, ...]:
        """Return the rules that are asked for, by default that of a classic puzzle, and these."""
        from sudoku.rules.classic import Classic

        return (*((Classic(),) if asked is None else asked), *self.rules())

    def only_grid(self, line: int | None = None) -> Grid:
        """Return the clues if they say all; raise a TextError if there are marks, too."""
        if self.marks:
            n = self.grid.shape.n
            raise TextError(
                f"these are the candidates of {n}x{n} cells, {n} signs for each, which a grid of "
                "digits cannot hold: read them with Puzzle.from_text or Board.from_pencil_marks",
                line,
            )
        return self.grid


def lines_of_candidates(
    peek: Callable[[int], Sequence[str]], shape: Shape | None = None
) -> tuple[int, int] | None:
    """Return the number of digits and of lines of the candidates that begin a text; None for clues.

    Parameters
    ----------
    peek
        Returns the first lines of the text, as many as are asked for, or all. Each holds whole
        cells: all of the board, those of a row, one, or any other equal number.
    shape
        The shape of the board, if it is known.

    Raises
    ------
    TextError
        If the lines can be read as candidates and as clues, or as neither.

    Examples
    --------
    >>> lines = ["1...", "1234", "..34", ".2.."] * 4
    >>> lines_of_candidates(lambda count: lines[:count])
    (4, 16)
    >>> lines_of_candidates(lambda count: ["." * 64]) is None
    True
    """
    first = _flat(peek(1))
    width = len(first)
    if shape is not None and type(shape) is not Shape:
        return None
    for n in _sizes(width):
        if (shape is not None and n != shape.n) or not _fits(first, n):
            continue
        n_lines, block = n**3 // width, [first]
        while len(block) < n_lines:  # line by line, so that no more is read than must be
            lines = peek(len(block) + 1)
            line = _flat(lines[-1:])
            if len(lines) == len(block) or len(line) != width or not _fits(line, n):
                break
            block.append(line)
        if len(block) == n_lines and _are_candidates("".join(block), n, width, shape):
            return n, n_lines
    return None


@cache
def _sizes(width: int) -> list[int]:
    """Return the numbers of digits of which a line of so many signs may hold candidates."""
    if not width:
        return []
    return [n for n in range(_FEWEST, _MOST + 1) if width % n == 0 == n**3 % width]


def _flat(lines: Sequence[str]) -> str:
    """Return the signs of the lines without spaces between them."""
    return "".join("".join(lines).split())


def _fits(text: str, n: int) -> bool:
    """Return whether the k-th of each n signs is digit k or a blank."""
    values = text.encode("latin-1", "replace").translate(DIGIT_OF_BYTE)
    return not [k for k in range(1, n + 1) if values[k - 1 :: n].strip(_FITTING[k])]


def _are_candidates(text: str, n: int, width: int, shape: Shape | None) -> bool:
    """Return whether signs that fit are candidates; raise an error if they may be clues as well."""
    values = [DIGITS[sign] for sign in text]
    empty = next((k for k in range(n * n) if not any(values[n * k : n * k + n])), None)
    is_of_boards = width in (n, n * n)  # lines of n boards of the same shape
    side = n if is_of_boards else isqrt(n**3)
    if shape is not None and not is_of_boards:
        return True
    if (is_of_boards or side * side != n**3) and (empty is not None or not is_of_boards):
        return empty is None or width == n**3
    boards = [values[k : k + side * side] for k in range(0, n**3, side * side)]
    columns = [board[k::side] for board in boards for k in range(side)]
    clash = next((k for k, column in enumerate(columns) if sum(map(bool, column)) > 1), None)
    if empty is None and clash is None:
        raise UndecidedTextError(
            f"these signs may be the candidates of {n}x{n} cells, or {len(boards)} boards of "
            f"{side}x{side} cells: give one puzzle at a time, or the candidates in one line"
        )
    if empty is not None and clash is not None:
        row, column = divmod(empty, n)
        raise UndecidedTextError(
            f"{len(text)} signs: as a board of {side}x{side} cells, column {clash % side + 1} has "
            f"a digit twice, and as candidates of {n}x{n} cells, row {row + 1}, column "
            f"{column + 1} has none; give the shape"
        )
    return empty is None


def marked(text: str, shape: Shape, line: int | None = None) -> Marked:
    """Return what a text of candidates says, n signs for each cell of a shape.

    Raises
    ------
    TextError
        If a sign is not at its place, or a cell has no candidate.

    Examples
    --------
    >>> found = marked("1...12.." + "1234" * 14, Shape(2, 2))
    >>> found.grid.cells[:2], found.marks
    ((1, 0), (((0, 1), (1, 2)),))
    """
    n = shape.n
    signs = "".join(text.split())
    check_blanks(signs, line)
    clues, marks = [], []
    for cell in range(shape.n_cells):
        part = signs[n * cell : n * cell + n]
        digits = tuple(digit for sign in part if (digit := DIGITS.get(sign, -1)))
        wrong = not _fits(part, n)
        if wrong or not digits:
            what = f"{part!r} is not made of digits at their places" if wrong else "no candidate"
            raise TextError(f"{shape.in_words(cell)}: {what}", line)
        clues.append(digits[0] if len(digits) == 1 else 0)
        if 1 < len(digits) < n:
            marks.append((shape.position(cell), digits))
    return Marked(Grid.unchecked(shape, tuple(clues)), tuple(marks))


def marked_in_numbers(cells: Any) -> Marked | None:
    """Return what numbers at the places of candidates say, in a sequence, in rows or in an array.

    Examples
    --------
    >>> marked_in_numbers([[1, 0, 0, 0] * 4] * 4).grid.n_clues, marked_in_numbers([1, 2])
    (16, None)
    """
    flat = cells.tolist() if hasattr(cells, "tolist") else cells
    if not isinstance(flat, list | tuple):  # a single number
        return None
    if flat and all(isinstance(row, list | tuple) for row in flat):
        flat = list(chain.from_iterable(flat))
    n = round(len(flat) ** (1 / 3))
    if n**3 != len(flat) or not all(type(value) is int and 0 <= value <= n for value in flat):
        return None
    text = "".join(SYMBOLS[value] for value in flat) if n <= _MOST else ""
    found = lines_of_candidates(lambda _: [text] if text else [])
    return marked(text, Shape.of_size(n)) if found else None
