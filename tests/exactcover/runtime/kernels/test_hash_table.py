"""Tables for kernels: what is added is found, however often the table grows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    refilled,
    row_at,
    with_room,
)
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U64

pytestmark = pytest.mark.kernel

NO_CAP = 1 << 40
words = st.integers(0, 2**64 - 1) | st.integers(0, 3)


@kernel
def put(table: Table, key: U64, value: int) -> int:
    """Return the value of a key, which is set if the key is new; -1 if there is no room for it."""
    for k in range(len(key)):
        table.key[k] = key[k]
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    if row == ABSENT:
        row = add_row(table, slot, digest)
        if row == ABSENT:
            return -1
        table.rows[row, np.uint64(len(key))] = value
    return int(table.rows[row, np.uint64(len(key))])


def _put(table: Table, key: tuple[int, ...], value: int) -> int:
    with np.errstate(over="ignore"):
        return put(table, np.array(key, dtype=np.uint64), value)


@settings(max_examples=200, deadline=None)
@given(keys=st.lists(st.tuples(words, words), max_size=60))
def test_is_a_dictionary(keys: list[tuple[int, int]]) -> None:
    table, expected = empty_table(2, 1, 0), dict[tuple[int, int], int]()
    for value, key in enumerate(keys):
        table = with_room(table, 1, NO_CAP)
        assert _put(table, key, value) == expected.setdefault(key, value)
    assert int(table.used[0]) == len(expected)
    again = refilled(table.rows[: len(expected)], 2, NO_CAP)
    for key, value in expected.items():
        assert _put(table, key, -2) == _put(again, key, -2) == value


def test_keys_are_compared_in_full() -> None:
    """Keys whose hashes are made equal are still two."""
    table = empty_table(1, 1, 0)
    assert (_put(table, (5,), 1), _put(table, (6,), 2)) == (1, 2)
    one, other = np.flatnonzero(table.slots)
    tag = np.uint64(0xFFFFFFFF00000000)
    table.slots[other] = table.slots[one] & tag | table.slots[other] & ~tag
    assert (_put(table, (5,), 3), _put(table, (6,), 4)) in {(1, 2), (1, 4), (3, 2)}


def test_stays_within_its_bytes() -> None:
    most = 100_000
    table = with_room(empty_table(2, 1, most), 1_000_000, most)
    assert most / 2 < table.rows.nbytes + table.slots.nbytes <= most
    room = len(table.rows)
    assert [_put(table, (key, 7), key) for key in range(room)] == list(range(room))
    assert _put(table, (room, 7), 0) == -1
    assert _put(table, (3, 7), 0) == 3
    assert with_room(table, 1, most) is table
