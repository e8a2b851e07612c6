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

__all__ = ["DIGITS", "DIGIT_OF_BYTE", "SYMBOLS", "check_blanks"]

SYMBOLS = ".123456789" + ascii_uppercase
"""The character of each digit, from 0 for a blank; larger digits are written as numbers."""

DIGITS = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
"""The digit of each character that can be read, 0 for a blank."""
DIGITS |= {symbol.lower(): digit for symbol, digit in DIGITS.items()} | dict.fromkeys("0-_*", 0)

DIGIT_OF_BYTE = bytes(DIGITS.get(chr(byte), 255) for byte in range(256))
"""The same for the bytes of texts in Latin-1, 255 for all that is no digit."""


def check_blanks(cells: Iterable[str], line: int | None = None) -> None:
    """Raise a TextError if two different signs stand for blanks in the cells of a puzzle.

    Examples
    --------
    >>> check_blanks("1.2.")
    >>> check_blanks("1.20")
    Traceback (most recent call last):
    sudoku.errors.TextError: '.' and '0' both stand for blanks: 2 or 3 clues? Write one sign for \
all blanks; if 0 is a digit, write the digits from 1
    """
    counts = Counter(cells)
    blanks = {sign: number for sign, number in counts.items() if _is_blank(sign)}
    if len(blanks) < 2:
        return
    n_clues = sum(counts.values()) - sum(blanks.values())
    n_zeros = sum(number for sign, number in blanks.items() if "0" in sign)
    if n_zeros == sum(blanks.values()):  # 0 and 00 say the same
        return
    names = " and ".join(map(repr, sorted(blanks)))
    readings = f": {n_clues} or {n_clues + n_zeros} clues?" if n_zeros else "."
    hint = "; if 0 is a digit, write the digits from 1" if n_zeros else ""
    raise TextError(
        f"{names} both stand for blanks{readings} Write one sign for all blanks{hint}", line
    )


def _is_blank(sign: str) -> bool:
    return DIGITS.get(sign) == 0 or (len(sign) > 1 and not sign.strip("0"))
