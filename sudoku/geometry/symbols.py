"""The characters that stand for digits and blanks in texts."""

from __future__ import annotations

from string import ascii_uppercase

__all__ = ["DIGITS", "SYMBOLS"]

SYMBOLS = ".123456789" + ascii_uppercase
"""The character of each digit, from 0 for a blank; larger digits are written as numbers."""

DIGITS = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
"""The digit of each character that can be read, 0 for a blank."""
DIGITS |= {symbol.lower(): digit for symbol, digit in DIGITS.items()} | dict.fromkeys("0-_*", 0)
