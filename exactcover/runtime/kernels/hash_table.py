"""A hash table for kernels, with keys of any width, which are compared in full.

Rows are added and never removed. Python creates and enlarges tables between two calls of a kernel.
"""

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned

EMPTY = np.uint64(0)
ABSENT = np.uint64(0xFFFFFFFF)
"""The result of `row_at` for an empty slot."""

_ONE = np.uint64(1)
_TAG_BITS = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
# Odd numbers with irregular bits (the first is 2**64 divided by the golden ratio).
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FINISH = np.uint64(0xD6E8FEB86659FD93)

_FIRST_SLOTS = 1 << 11
_LEAST_SLOTS = 4


class Table(NamedTuple):
    """Rows, and the slots that find them by their keys.

    ======== ===================== ========== =====================================================
    array    shape, uint64         indexed by holds
    ======== ===================== ========== =====================================================
    rows     (capacity, n_words)   row        its key, then its value
    slots    (n_slots,)            slot       0, or the hash's high half above the row's number + 1
    key      (n_key_words,)                   the key that is looked for
    used     (1,)                             how many rows there are
    ======== ===================== ========== =====================================================

    A row is found from the slot that its hash names onwards, before the first empty slot. The half
    of the hash in the slot spares most looks at rows that have another key.
    """

    rows: U64
    slots: U64
    key: U64
    used: U64


def empty_table(n_key_words: int, n_value_words: int, max_bytes: int) -> Table:
    """Return an empty table, which is small at first."""
    n_words = n_key_words + n_value_words
    n_slots = _LEAST_SLOTS
    while n_slots < _FIRST_SLOTS and _n_bytes(2 * n_slots, n_words) <= max_bytes:
        n_slots *= 2
    return Table(
        np.empty((_n_rows(n_slots), n_words), dtype=np.uint64),
        np.zeros(n_slots, dtype=np.uint64),
        np.zeros(n_key_words, dtype=np.uint64),
        np.zeros(1, dtype=np.uint64),
    )


def with_room(table: Table, n_rows: int, max_bytes: int) -> Table:
    """Return the table with a capacity for more rows, as far as the cap allows."""
    used, n_words = int(table.used[0]), table.rows.shape[1]
    n_slots = len(table.slots)
    while _n_rows(n_slots) < used + n_rows and _n_bytes(2 * n_slots, n_words) <= max_bytes:
        n_slots *= 2
    if n_slots == len(table.slots):
        return table
    # The system assigns memory only to rows that are written, so old and new rows together need
    # no more than the new ones will. (Resizing in place is slower: NumPy then uses small pages.)
    rows = np.empty((_n_rows(n_slots), n_words), dtype=np.uint64)
    rows[:used] = table.rows[:used]
    slots = np.zeros(n_slots, dtype=np.uint64)
    _move(table.slots, slots)
    return table._replace(rows=rows, slots=slots)


def refilled(rows: U64, n_key_words: int, max_bytes: int) -> Table:
    """Return a table of these rows, whose keys must be different."""
    table = empty_table(n_key_words, rows.shape[1] - n_key_words, max_bytes)
    table = with_room(table, len(rows), max_bytes)
    with np.errstate(over="ignore"):
        _fill(table, rows)
    return table


def _n_rows(n_slots: int) -> int:
    """Return the maximum number of rows for a number of slots: three quarters of them."""
    return n_slots // 4 * 3


def _n_bytes(n_slots: int, n_words: int) -> int:
    return 8 * (n_slots + _n_rows(n_slots) * n_words)


@kernel
def _move(old: U64, new: U64) -> None:
    """Insert the entries of the old slots into the new, empty ones."""
    mask = np.uint64(len(new)) - _ONE
    for k in range(np.uint64(len(old))):
        if old[k] != EMPTY:
            slot = (old[k] >> _TAG_BITS) & mask
            while new[slot] != EMPTY:
                slot = (slot + _ONE) & mask
            new[slot] = old[k]


@kernel
def _fill(table: Table, rows: U64) -> None:
    """Add rows to an empty table."""
    for row in range(np.uint64(len(rows))):
        for k in range(np.uint64(len(table.key))):
            table.key[k] = rows[row, k]
        digest = hash_key(table)
        add_row(table, find_slot(table, digest), digest)
        for k in range(np.uint64(len(table.key)), np.uint64(rows.shape[1])):
            table.rows[row, k] = rows[row, k]


@helper
def hash_key(table: Table) -> Unsigned:
    """Return the hash of the key, one word."""
    digest = np.uint64(0)
    for k in range(np.uint64(len(table.key))):
        digest = (digest ^ table.key[k]) * _MIX
        digest ^= digest >> _TAG_BITS
    digest *= _FINISH
    return digest ^ (digest >> _TAG_BITS)


@helper
def find_slot(table: Table, digest: Unsigned) -> Unsigned:
    """Return the slot of the key with this hash, or the empty slot for it."""
    slots = table.slots
    mask = np.uint64(len(slots)) - _ONE
    tag = digest >> _TAG_BITS
    slot = tag & mask
    while slots[slot] != EMPTY:
        if slots[slot] >> _TAG_BITS == tag and _has_key(table, row_at(table, slot)):
            break
        slot = (slot + _ONE) & mask
    return slot


@helper
def row_at(table: Table, slot: Unsigned) -> Unsigned:
    """Return the row of a slot, or ABSENT if it is empty."""
    return ((table.slots[slot] & _LOW) - _ONE) & _LOW


@helper
def _has_key(table: Table, row: Unsigned) -> bool:
    """Return whether a row has the key of the table."""
    k = np.uint64(0)
    while k < np.uint64(len(table.key)) and table.rows[row, k] == table.key[k]:
        k += _ONE
    return bool(k == np.uint64(len(table.key)))


@helper
def add_row(table: Table, slot: Unsigned, digest: Unsigned) -> Unsigned:
    """Add the key at an empty slot; return its row, or ABSENT if the table is full."""
    row = table.used[0]
    if row == np.uint64(len(table.rows)):
        return ABSENT
    for k in range(np.uint64(len(table.key))):
        table.rows[row, k] = table.key[k]
    table.slots[slot] = (digest >> _TAG_BITS << _TAG_BITS) | (row + _ONE)
    table.used[0] = row + _ONE
    return row
