"""Sets of small numbers as Python integers.

Sets of cells and houses have bit k for the number k. Sets of digits have bit ``d - 1`` for digit d.
`sudoku.statement.mask_arrays` stores such sets as arrays of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache


def mask_of(numbers: Iterable[int]) -> int:
    """Return the set of some numbers; the inverse of `bits`.

    Examples
    --------
    >>> bin(mask_of([4, 1, 2]))
    '0b10110'
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def bits(mask: int) -> Iterator[int]:
    """Return an iterator over the numbers of the bits that are set, in ascending order.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of_digits(digits: Iterable[int]) -> int:
    """Return the set of some digits; the inverse of `digits_of`.

    Examples
    --------
    >>> bin(mask_of_digits([2, 4]))
    '0b1010'
    """
    return mask_of(digit - 1 for digit in digits)


@lru_cache(maxsize=1 << 12)
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, in ascending order.

    Examples
    --------
    >>> digits_of(0b1010)
    (2, 4)
    """
    return tuple(bit + 1 for bit in bits(mask))
