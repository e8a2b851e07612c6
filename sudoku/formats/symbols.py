"""The signs that stand for digits and for blanks in texts, such as a dot or a 0 for an empty cell.

A text uses only one sign for blanks, because 0 may be a digit beside another sign: on boards of the
digits 0 to 8, or 0 to F, the digit 0 would be lost as a blank, and a puzzle with one solution would
become one of thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from string import ascii_uppercase

from sudoku.errors import TextError

SYMBOLS = ".123456789" + ascii_uppercase
"""The character of each digit, from 0 for a blank; larger digits are written as numbers."""

DIGITS = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
"""The digit of each character that can be read, 0 for a blank."""
DIGITS |= {symbol.lower(): digit for symbol, digit in DIGITS.items()} | dict.fromkeys("0-_*", 0)

N_SYMBOLS = len(SYMBOLS) - 1
"""The most digits that can be shown by one character each."""

BLANKS = frozenset(".0_-*?xX")
"""The signs that may stand for a blank; an x does so on boards of fewer than 33 digits."""

DIGIT_OF_BYTE = bytes(DIGITS.get(chr(byte), 255) for byte in range(256))
"""The same for the bytes of texts in Latin-1, 255 for all that is no digit."""

DIGIT_IF_PLAIN = bytes(
    max(0, ".123456789".find(chr(b))) if chr(b) in ".0123456789" else 255 for b in range(256)
)
"""The digit of each byte that means the same in every layout, else 255."""


def check_blanks(cells: Iterable[str], line: int | None = None, n: int = N_SYMBOLS) -> None:
    """Raise a TextError if two different signs stand for blanks in the cells of a puzzle.

    Parameters
    ----------
    cells
        The text of each cell.
    line
        The number of the line for the message, if there is one.
    n
        The number of digits of the board.

    Examples
    --------
    >>> check_blanks("1.2.")
    >>> check_blanks("1.20")
    Traceback (most recent call last):
    sudoku.errors.TextError: '.' and '0' both stand for blanks: 2 or 3 clues? Write one sign for \
all blanks; if 0 is a digit, write the digits from 1
    """
    counts = Counter(cells)
    blanks = Counter[str]()
    for sign, number in counts.items():
        if is_blank(sign, n):
            blanks[("0" if "0" in sign else sign).lower()] += number
    if len(blanks) < 2:
        return
    n_clues, n_zeros = counts.total() - blanks.total(), blanks["0"]
    *names, last = (repr(sign) if sign.strip() else "an empty cell" for sign in sorted(blanks))
    listed = f"{', '.join(names)} and {last} {'both' if len(blanks) == 2 else 'all'}"
    readings = f": {n_clues} or {n_clues + n_zeros} clues?" if n_zeros else "."
    hint = "; if 0 is a digit, write the digits from 1" if n_zeros else ""
    raise TextError(
        f"{listed} stand for blanks{readings} Write one sign for all blanks{hint}", line
    )


def is_blank(sign: str, n: int = N_SYMBOLS) -> bool:
    """Return whether a cell of a board of n digits is blank; 00 is a blank, as 0 is.

    Examples
    --------
    >>> is_blank("x", 9), is_blank("x", 35), is_blank("00"), is_blank("10")
    (True, False, True, False)
    """
    return not sign.strip("0 ") or (sign in BLANKS and not 0 < DIGITS.get(sign, 0) <= n)
