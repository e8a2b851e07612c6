"""From the signs of cells to digits: which sign is a blank, and which digits are letters.

A text writes the digits of a board as 1 to 9 and then as letters or numbers, or as letters from A
on, or from 0 on (0 to F). It has one sign for all blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from sudoku.errors import TextError
from sudoku.formats.symbols import N_SYMBOLS, SYMBOLS, check_blanks, is_blank
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

FROM_A = "." + ascii_uppercase
"""The sign of each digit from 0 for a blank, if all digits are letters."""
FROM_0 = "0" + SYMBOLS[1:]
"""The signs of the digits, from 0 for the first digit, of a board from 0 on."""
FEW = 2
"""So many clues in each row on average may be below 10 on a larger board."""
LARGE = 20
RARE = 8
"""On large boards, digits above 9 may be so much rarer than their number says."""
_NUMBER = re.compile(r"[0-9]{1,3}")


def is_cell(text: str, n: int) -> bool:
    """Return whether a text may be a cell: a blank, one character, or a number from 1 to n.

    Examples
    --------
    >>> is_cell("9", 9), is_cell("A", 9), is_cell("J", 9), is_cell("5", 4), is_cell("16", 16)
    (True, True, False, False, True)
    """
    if is_blank(text, n):
        return True
    if _NUMBER.fullmatch(text):
        return int(text) <= n
    if len(text) != 1 or n > N_SYMBOLS:
        return False
    return (0 < SYMBOLS.find(text.upper()) <= n) or _is_from_a(text.upper(), n)


def _is_from_a(sign: str, n: int) -> bool:
    return 0 < FROM_A.find(sign) <= n


def digits_of(signs: Sequence[str], shape: Shape, line: int | None = None) -> list[int]:
    """Return the digits of the cells of a board, 0 for a blank.

    Raises
    ------
    TextError
        If a sign is no digit of the board, two signs stand for blanks, or there are several ways to
        read the letters.

    Examples
    --------
    >>> digits_of("A.D.............", Shape(2, 2))[:3]
    [1, 0, 4]
    >>> digits_of(["10", "-", *"." * 142], Shape(4, 3))
    Traceback (most recent call last):
    sudoku.errors.TextError: '-' and '.' both stand for blanks. Write one sign for all blanks
    """
    n = shape.n
    for cell, sign in enumerate(signs):
        if not is_cell(sign, n):
            raise TextError(f"{shape.in_words(cell)}: {sign!r} is no digit from 1 to {n}", line)
    try:
        check_blanks(signs, line, n)
    except TextError:
        others = _from_zero(signs, shape) or _with_x(signs, n)
        if others is None:
            raise
        return others
    used = {sign.upper() for sign in signs if not is_blank(sign, n)}
    known = _letters(used, shape, line) if n <= N_SYMBOLS else SYMBOLS
    digits = [
        0 if is_blank(sign, n) else int(sign) if sign.isdigit() else known.index(sign.upper())
        for sign in signs
    ]
    check_plausible(digits, n, line)
    return digits


def check_plausible(digits: Sequence[int], n: int, line: int | None = None) -> None:
    """Raise a TextError if a board of more than 9 digits has many clues, but hardly one above 9.

    The signs are then something else, such as candidates.
    """
    n_clues = len(digits) - digits.count(0)
    if n <= 9 or n_clues <= FEW * n:
        return
    n_above = sum(digit > 9 for digit in digits)
    if n_above and n < LARGE:
        return
    if RARE * n * n_above < n_clues * (n - 9):
        few = f"only {n_above} digits are" if n_above else "no digit is"
        raise TextError(f"{len(digits)} signs are no {n}x{n} cells: {few} above 9", line)


def _letters(used: set[str], shape: Shape, line: int | None) -> str:
    """Return the signs of all digits of a board on which some are used."""
    n = shape.n
    letters = {sign for sign in used if sign in FROM_A}
    is_after_9 = all(SYMBOLS.index(letter) <= n for letter in letters)
    is_from_a = used == letters and all(_is_from_a(letter, n) for letter in letters)
    if letters and is_after_9 and is_from_a:
        raise TextError(
            f"the letters A to {max(letters)} may be the digits from 1 or those from 10 of "
            f"{n}x{n} cells: give the symbols of the digits",
            line,
        )
    if not is_after_9 and not is_from_a:
        raise TextError(f"{max(letters)!r} is not a digit of a {n}x{n} puzzle with numbers", line)
    return SYMBOLS if is_after_9 else FROM_A


def _from_zero(signs: Sequence[str], shape: Shape) -> list[int] | None:
    """Return the digits of a board of the digits 0 to F; None if it may be another board.

    All of these sixteen (or n) digits are used, 0 several times, and no row, column or box has one
    twice. If 0 were a blank, there would be two signs for blanks, and never the highest digit.
    """
    n = shape.n
    known = FROM_0[:n]
    if n < 10 or signs.count("0") < 2:
        return None
    values = [known.find(sign.upper()) + 1 for sign in signs]
    if not all(value or is_blank(sign, n) for value, sign in zip(values, signs, strict=True)):
        return None
    blanks = {sign for value, sign in zip(values, signs, strict=True) if not value}
    if len(set(values)) < n + 1 or len(blanks) != 1:
        return None
    return None if clash(values, shape) else values


def _with_x(signs: Sequence[str], n: int) -> list[int] | None:
    """Return the digits of a board of letters from A on to one after X, which is no blank there.

    It is None if only letters that may be digits after 9 are used, or there are several blanks.
    """
    letters = FROM_A[1 : n + 1]
    others = {sign for sign in signs if sign.upper() not in letters}
    used = {sign.upper() for sign in signs} - others
    if "X" not in letters or len(others) > 1 or all(SYMBOLS.index(sign) <= n for sign in used):
        return None
    return [FROM_A.find(sign.upper()) if sign not in others else 0 for sign in signs]


def clash(digits: Sequence[int], shape: Shape) -> bool:
    """Return whether a row, a column or a box has a digit twice; 0 stands for a blank.

    >>> clash([1, 0, 0, 1, *[0] * 12], Shape(2, 2)), clash([1, *[0] * 15], Shape(2, 2))
    (True, False)
    """
    for house in (*shape.rows(), *shape.columns(), *shape.boxes()):
        own = [digits[cell] for cell in house if digits[cell]]
        if len(set(own)) < len(own):
            return True
    return False


def grid_of(signs: Sequence[str], shape: Shape, line: int | None = None) -> Grid:
    """Return the grid of the signs of all cells.

    Examples
    --------
    >>> grid_of("1xxx" + "x" * 12, Shape(2, 2))
    Grid('1...............', 2x2)
    """
    return Grid.unchecked(shape, tuple(digits_of(signs, shape, line)))
