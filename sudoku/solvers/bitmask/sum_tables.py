"""Tables of the sums that different digits can have, by the candidates that are left for them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U32, U64

MOST_TABLED = 10
"""The most digits that have tables: they take 0.35 MB for 9 digits, 0.9 MB for 10, 4 MB for 12."""
EVERY_BITS = 16
"""The bits of an entry of `SumTables.members` that hold the digits of every set."""


class SumTables(NamedTuple):
    """The sums of sets of k digits, all from some candidates, which are the bits of a mask.

    ======== ================ ======================= ============================================
    array    shape, dtype     indexed by              holds
    ======== ================ ======================= ============================================
    totals   (2, n + 1, 2^n)  is_turned, k, mask      the sums of the sets, a bit each; if they are
                                                      turned, digit d counts n + 1 - d; uint64
    members  (n_entries,)     first[k] + mask *       the digits that any of the sets with a sum
                              width + sum - least,    has, shifted by EVERY_BITS, and the digits
                              see below               that every one of them has; uint32
    first    (n + 1,)         k                       where in `members` its own begin; uint64
    ======== ================ ======================= ============================================

    Sets of k digits have sums from least = k (k + 1) / 2 on, width = k (n - k) + 1 of them.
    """

    totals: U64
    members: U32
    first: U64


@lru_cache(maxsize=4)
def sum_tables(n: int) -> SumTables:
    """Return the tables for n digits, at most MOST_TABLED.

    A set of k digits whose greatest one is t is t and a set of k - 1 smaller digits.

    Examples
    --------
    >>> tables = sum_tables(4)
    >>> bin(tables.totals[0, 2, 0b1101])  # two of 1, 3 and 4: 4, 5 or 7
    '0b10110000'
    >>> entry = int(tables.members[tables.first[2] + 0b1101 * 5 + (5 - 3)])
    >>> bin(entry >> EVERY_BITS), bin(entry % (1 << EVERY_BITS))  # 5 is 1 + 4
    ('0b1001', '0b1001')
    """
    totals = np.zeros((2, n + 1, 1 << n), dtype=np.uint64)
    totals[:, 0] = 1
    some = every = np.zeros((1 << n, 1), dtype=np.uint32)
    members = [some.ravel()]
    for k in range(1, n + 1):
        for t in range(1, n + 1):
            without, own = _halves(t)
            smaller = totals[:, k - 1, without]
            totals[0, k, own] = totals[0, k, without] | smaller[0] << np.uint64(t)
            totals[1, k, own] = totals[1, k, without] | smaller[1] << np.uint64(n + 1 - t)
        some, every = _next_members(n, k, totals[0, k - 1], some, every)
        members.append((some << np.uint32(EVERY_BITS) | every).ravel())
    first = np.cumsum([0, *map(len, members[:-1])], dtype=np.uint64)
    return SumTables(totals, np.concatenate(members), first)


def _halves(t: int) -> tuple[slice, slice]:
    """Return the masks without digits from t on, and the same masks with t."""
    return slice(0, 1 << t - 1), slice(1 << t - 1, 1 << t)


def _next_members(n: int, k: int, smaller: U64, some: U32, every: U32) -> tuple[U32, U32]:
    """Return the digits that any, and that every one of the sets of k digits has; (2^n, width).

    `smaller`, `some` and `every` are about the sets of k - 1 digits.
    """
    least, width, full = k * (k - 1) // 2, k * (n - k) + 1, np.uint32((1 << n) - 1)
    sums = np.arange(least, least + some.shape[1], dtype=np.uint64)
    next_some = np.zeros((1 << n, width), dtype=np.uint32)
    next_every = np.full((1 << n, width), full)
    for t in range(1, n + 1):
        without, own = _halves(t)
        next_some[own], next_every[own] = next_some[without], next_every[without]
        if t < k:
            continue
        # With t, the sum is t - k places further on.
        n_sums = min(len(sums), width - (t - k))
        moved = slice(t - k, t - k + n_sums)
        is_sum = smaller[without, None] >> sums[:n_sums] & np.uint64(1) != 0
        digit = np.uint32(1 << t - 1)
        next_some[own, moved] |= np.where(is_sum, some[without, :n_sums] | digit, 0)
        next_every[own, moved] &= np.where(is_sum, every[without, :n_sums] | digit, full)
    return next_some, next_every


def no_tables() -> SumTables:
    """Return empty tables, for boards with more digits, or without sums."""
    return SumTables(
        np.empty((2, 0, 0), dtype=np.uint64),
        np.empty(0, dtype=np.uint32),
        np.empty(0, dtype=np.uint64),
    )
