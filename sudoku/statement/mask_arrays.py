"""Sets of small numbers as arrays of words; `sudoku.statement.bitsets` has them as integers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def packed(masks: Sequence[int], size: int) -> NDArray[np.uint64]:
    """Return sets of numbers below `size` as rows of words, (n_masks, n_words).

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

    Products of such matrices count common members; they are fastest with floats, and exact.

    Examples
    --------
    >>> membership([0b101], 4).tolist()
    [[1.0, 0.0, 1.0, 0.0]]
    """
    return _members(masks, size).astype(np.float32)


def _members(masks: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Return 1 where a set has a number below `size`, else 0, (n_masks, size)."""
    n_bytes = -(-size // 8)
    joined = b"".join([mask.to_bytes(n_bytes, "little") for mask in masks])
    rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(masks), n_bytes)
    return np.unpackbits(rows, axis=1, count=size, bitorder="little")


def listed(sets: Sequence[int], size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the members of all sets, set by set, and the start of each set, then the last end.

    Examples
    --------
    >>> listed([0b110, 0, 0b1], 3)
    (array([1, 2, 0], dtype=uint32), array([0, 2, 2, 3], dtype=uint32))
    """
    members_of = _members(sets, size)
    members = np.flatnonzero(members_of) % max(size, 1)
    first = np.cumsum([0, *map(int.bit_count, sets)])
    return members.astype(np.uint32), first.astype(np.uint32)
