"""Sets of small numbers, of cells or houses say, as Python integers: bit k is the number k."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["bits", "mask_of"]


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
    """Yield the numbers of the bits that are set, in ascending order.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
