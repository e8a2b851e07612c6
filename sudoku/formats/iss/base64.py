"""Base64 in constraint strings: each character stands for a number of six bits."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku.errors import TextError

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_NUMBERS = {sign: number for number, sign in enumerate(SIGNS)}


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
    if not set(text) <= _NUMBERS.keys():
        raise TextError(f"{text!r} has a character that is none of the 64 allowed")
    return list(map(_NUMBERS.__getitem__, text))


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
        self._bits = "".join(f"{number:06b}" for number in sixes(text))[: self.n_left]
        self._at = 0

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
        self._at += n_bits
        return int(self._bits[self._at - n_bits : self._at] or "0", 2)
