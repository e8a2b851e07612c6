"""Sets of small numbers, of cells or houses say, as Python integers: bit k is the number k."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["bits", "mask_of", "membership", "packed"]


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


def packed(masks: Sequence[int], size: int) -> NDArray[np.uint64]:
    """Return sets of numbers below `size` as words, a row each, (n_masks, n_words).

    Examples
    --------
    >>> packed([0b101, 1 << 64], 65).tolist()
    [[5, 0], [0, 1]]
    """
    n_words = -(-size // 64)
    joined = b"".join([mask.to_bytes(8 * n_words, "little") for mask in masks])
    return np.frombuffer(joined, dtype="<u8").astype(np.uint64).reshape(len(masks), n_words)


def membership(masks: Sequence[int], size: int) -> NDArray[np.float32]:
    """Return 1 where a set has a number below `size`, else 0, (n_masks, size).

    Products of such matrices count what sets share; they are fastest as floats, and exact.

    Examples
    --------
    >>> membership([0b101], 4).tolist()
    [[1.0, 0.0, 1.0, 0.0]]
    """
    n_bytes = -(-size // 8)
    joined = b"".join([mask.to_bytes(n_bytes, "little") for mask in masks])
    rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(masks), n_bytes)
    return np.unpackbits(rows, axis=1, count=size, bitorder="little").astype(np.float32)
