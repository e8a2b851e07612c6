"""The sign for blanks in a text: only one, because 0 may be a digit beside another sign.

On boards of the digits 0 to 8, or 0 to F, the digit 0 would be lost as a blank, and a puzzle with
one solution would become one of thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sudoku.errors import TextError
from sudoku.geometry.symbols import DIGITS

__all__ = ["check_blanks"]


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
