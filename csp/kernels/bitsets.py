"""Sets of integers as bit masks of one Python integer: bit k for the integer k above the least."""

from collections.abc import Iterable

import numpy as np

from exactcover.runtime.kernels.bitsets import number_of, pack, words_of
from exactcover.runtime.kernels.types import I64

FEW_BITS = 256
"""Masks with at most this many bits are read bit by bit; for others NumPy is faster."""


def mask_of(places: Iterable[int] | I64) -> int:
    """Return the mask with bits at the given places.

    >>> mask_of([0, 2, 2]), mask_of([]), mask_of(np.array([0, 2, 2]))
    (5, 0, 5)
    """
    if not isinstance(places, np.ndarray):
        own = list(places)
        if max(own, default=0) < FEW_BITS:
            mask = 0
            for place in own:
                mask |= 1 << place
            return mask
        places = np.array(own)
    most = int(places.max(initial=0))
    flags = np.zeros(most + 1, dtype=bool)
    flags[places] = True
    return number_of(pack(flags, 1 + most // 64))


def signed_words(mask: int) -> list[int]:
    """Return the words of a mask as signed numbers: constants of propagators are int64.

    >>> signed_words(2**64 - 1)
    [-1]
    """
    signed: list[int] = words_of(mask).view(np.int64).tolist()
    return signed


def has(mask: int, place: int) -> bool:
    """Return whether a mask has a bit at a place, which may be negative.

    >>> has(5, 2), has(5, 1), has(5, -1)
    (True, False, False)
    """
    return place >= 0 and bool(mask >> place & 1)


def places_of(mask: int) -> list[int]:
    """Return the places of the bits of a mask in ascending order: the inverse of `mask_of`.

    >>> places_of(5), places_of(1 << 300), places_of(0)
    ([0, 2], [300], [])
    """
    n = mask.bit_length()
    if n <= FEW_BITS:
        return [k for k in range(n) if mask >> k & 1]
    flags = np.unpackbits(words_of(mask).view(np.uint8), bitorder="little")
    places: list[int] = np.flatnonzero(flags).tolist()
    return places
