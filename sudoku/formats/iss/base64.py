"""Base64 in constraint strings: each character stands for a number of six bits."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku.errors import TextError

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def sixes(text: str) -> list[int]:
    """Return the numbers that the characters of a text stand for.

    Raises
    ------
    TextError
        If a character is none of the 64.

    Examples
    --------
    >>> sixes("AC-")
    [0, 2, 62]
    """
    if not set(text) <= set(SIGNS):
        raise TextError(f"{text!r} has a character that is none of the 64 allowed")
    return [SIGNS.index(sign) for sign in text]


def bits_of(text: str) -> Iterator[int]:
    """Yield the positions of the set bits, the lowest bit of each number first.

    Examples
    --------
    >>> list(bits_of("AC"))
    [7]
    """
    for k, number in enumerate(sixes(text)):
        for bit in range(6):
            if number >> bit & 1:
                yield 6 * k + bit


class Reader:
    """Reads numbers of any width, the highest bit first; bits beyond whole bytes are ignored.

    Examples
    --------
    >>> reader = Reader("AC8D")
    >>> reader.take(12), reader.take(6), reader.n_left
    (2, 60, 6)
    """

    def __init__(self, text: str) -> None:
        self.n_left = 6 * len(text) // 8 * 8
        self._bits = 0
        for number in sixes(text):
            self._bits = self._bits << 6 | number
        self._bits >>= 6 * len(text) - self.n_left

    def take(self, n_bits: int) -> int:
        """Return the number in the next `n_bits` bits.

        Raises
        ------
        TextError
            If fewer bits are left.
        """
        if n_bits > self.n_left:
            raise TextError("an automaton ends early")
        self.n_left -= n_bits
        return self._bits >> self.n_left & (1 << n_bits) - 1
