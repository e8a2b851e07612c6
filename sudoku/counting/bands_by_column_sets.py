"""The number of bands whose columns hold given sets of digits.

Rows are filled with one digit after another. A digit comes once into each stack, into the column
that has it, so its places are a bijection from these columns to the rows. What matters for the
other digits is only which columns each row has filled so far, and the order of the rows does not
matter. So fillings that lead to the same words, one for each row and sorted, are counted together.

The digits are divided into two halves. Each half is counted by itself; a state of one half fits
to the state of the other half in which exactly the other cells are filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, lgamma
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    EMPTY,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    row_at,
    with_room,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.search.limits import Flag

ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_COLUMNS = 64
MAX_BYTES = 1 << 29
"""The most memory for the states of one half."""
STATES_A_CALL = 1000
"""The states that one call of a kernel extends; between calls the search can be stopped."""


class Facts(NamedTuple):
    """The numbers of columns and rows, and the rows in each word of a key."""

    n: Unsigned
    q: Unsigned
    per_word: Unsigned


class Scratch(NamedTuple):
    """Memory of the kernels for the rows of a state, and for the places of a digit.

    Attributes
    ----------
    rows, moved
        The columns that are filled, for each row; before and after a digit is placed.
    places, tries
        For each stack the row of the digit, as a bit, and the rows that are still to be tried.
    """

    rows: U64
    moved: U64
    places: U64
    tries: U64


class Bands:
    """Counts bands; it keeps the memory for that, so a thread needs its own one.

    Parameters
    ----------
    q
        The number of rows of a band, and of its stacks.
    p
        The number of columns of a stack; there must be several columns in all.

    Examples
    --------
    >>> Bands(2, 2).count([[0, 2], [0, 2], [1, 3], [1, 3]])
    4
    >>> Bands(3, 1).count([[0, 1, 2]] * 3)  # Latin squares of order 3
    12
    """

    def __init__(self, q: int, p: int) -> None:
        n = p * q
        per_word = MOST_COLUMNS // n
        self._facts = Facts(np.uint64(n), np.uint64(q), np.uint64(per_word))
        n_words = -(-q // per_word)
        self._tables = [empty_table(n_words, 1, MAX_BYTES) for _ in range(3)]
        self._scratch = Scratch(*np.zeros((4, q), dtype=np.uint64))
        self._orders = self.n, self.q = n, q

    def count(self, digits: Sequence[Sequence[int]], due: Flag | None = None) -> int | None:
        """Return the number of bands in which each digit is in these columns, one of each stack.

        If the flag is set before the number is known, None is returned.
        """
        columns = np.array(digits, dtype=np.uint64)
        half = self.n // 2
        found = None
        with np.errstate(over="ignore"):  # of hashes
            first = self._half(columns[:half], due)
            second = self._half(columns[half:], due)
            if first is not None and second is not None:
                found = int(join(first, second, self._facts, self._scratch)) * factorial(self.q)
        self._tables += [table for table in (first, second) if table is not None]
        return found

    def _half(self, columns: U64, due: Flag | None) -> Table | None:
        """Return the states in which these digits are placed, and their numbers of fillings.

        All bijections are alike for the first digit, so only one of them is counted.
        """
        before = self._cleared()
        add_first(before, columns[0], self._facts, self._scratch)
        for own in columns[1:]:
            after = self._placed(before, own, due)
            self._tables.append(before)
            if after is None:
                return None
            before = after
        return before

    def _placed(self, before: Table, columns: U64, due: Flag | None) -> Table | None:
        """Return the states after one more digit is placed."""
        after = self._cleared()
        state, n_states = 0, int(before.used[0])
        while state < n_states:
            if due is not None and due.is_set():
                self._tables.append(after)
                return None
            end = min(n_states, state + STATES_A_CALL)
            reached = place(
                before, np.uint64(state), np.uint64(end), after, columns, self._facts, self._scratch
            )
            if reached < end:
                after = self._enlarged(after)
            state = reached
        return after

    def _enlarged(self, table: Table) -> Table:
        """Return a larger table with the same states."""
        larger = with_room(table, len(table.rows) - int(table.used[0]) + 1, MAX_BYTES)
        if larger is table:
            raise MemoryError(f"half a band has more than {len(table.rows):,} states")
        return larger

    def _cleared(self) -> Table:
        """Return an empty table of those that are free."""
        table = self._tables.pop()
        table.slots[:] = EMPTY
        table.used[0] = 0
        return table


def log_most_bands(p: int, q: int) -> float:
    """Return the logarithm of a bound for the number of bands, without the order of their rows.

    By Bregman's theorem, a graph in which `n` columns have `k` digits each has at most
    ``k! ** (n / k)`` perfect matchings. So `Bands` needs no more than 64 bits where the bound does
    not: all sums that it makes are smaller than the result.

    >>> from math import log
    >>> log_most_bands(2, 5) < 63 * log(2), log_most_bands(1, 9) < 63 * log(2)
    (True, False)
    """
    n = p * q
    return sum(n / k * lgamma(k + 1) for k in range(1, q + 1)) - lgamma(q + 1)


@helper
def load(table: Table, row: Unsigned, facts: Facts, rows: U64) -> None:
    """Unpack the key of a row of a table."""
    mask = ~ZERO >> (np.uint64(64) - facts.n)
    for k in range(facts.q):
        shift = k % facts.per_word * facts.n
        rows[k] = table.rows[row, k // facts.per_word] >> shift & mask


@helper
def set_key(table: Table, facts: Facts, rows: U64) -> None:
    """Pack rows, which are sorted, to the key that is looked for."""
    for k in range(np.uint64(len(table.key))):
        table.key[k] = ZERO
    for k in range(facts.q):
        table.key[k // facts.per_word] |= rows[k] << (k % facts.per_word * facts.n)


@helper
def insert(rows: U64, k: Unsigned, row: Unsigned) -> None:
    """Insert a row into the first `k` rows, which are sorted."""
    while k > ZERO and rows[k - ONE] > row:
        rows[k] = rows[k - ONE]
        k -= ONE
    rows[k] = row


@kernel
def add_first(table: Table, columns: U64, facts: Facts, scratch: Scratch) -> None:
    """Add the state in which one digit is placed, with one filling."""
    for k in range(facts.q):
        insert(scratch.moved, k, ONE << columns[k])
    set_key(table, facts, scratch.moved)
    digest = hash_key(table)
    row = add_row(table, find_slot(table, digest), digest)
    table.rows[row, np.uint64(len(table.key))] = ONE


@kernel
def place(
    before: Table,
    first: Unsigned,
    end: Unsigned,
    after: Table,
    columns: U64,
    facts: Facts,
    scratch: Scratch,
) -> Any:
    """Place a digit in all ways into states; return the first state with which it is not done.

    This is `end`, or a state for which the table may have too little room.

    Parameters
    ----------
    before, after
        The states without and with this digit.
    first, end
        The first state, and the first one that is left to another call.
    columns
        The columns of the digit.
    facts, scratch
        As for `Bands`.
    """
    value = np.uint64(len(before.key))
    for state in range(first, end):
        load(before, state, facts, scratch.rows)
        room = np.uint64(len(after.rows)) - after.used[0]
        if most_ways(columns, facts, scratch) > room:
            return np.int64(state)
        fillings = before.rows[state, value]
        level = used = ZERO
        scratch.tries[0] = free_rows(scratch.rows, columns[0], facts.q)
        while True:
            if scratch.tries[level]:
                here = scratch.tries[level] & (~scratch.tries[level] + ONE)
                scratch.tries[level] ^= here
                scratch.places[level] = here
                if level + ONE < facts.q:
                    used |= here
                    level += ONE
                    free = free_rows(scratch.rows, columns[level], facts.q)
                    scratch.tries[level] = free & ~used
                else:
                    add_moved(after, fillings, columns, facts, scratch)
            elif level == ZERO:
                break
            else:
                level -= ONE
                used ^= scratch.places[level]
    return np.int64(end)


@helper
def most_ways(columns: U64, facts: Facts, scratch: Scratch) -> Unsigned:
    """Return an upper bound of the number of ways to place a digit."""
    ways = ONE
    for k in range(facts.q):
        ways *= popcount64(free_rows(scratch.rows, columns[k], facts.q))
    return ways


@helper
def free_rows(rows: U64, column: Unsigned, q: Unsigned) -> Unsigned:
    """Return the rows in which a column is not filled yet, as bits."""
    free = ZERO
    for k in range(q):
        free |= (~rows[k] >> column & ONE) << k
    return free


@helper
def add_moved(
    after: Table, fillings: Unsigned, columns: U64, facts: Facts, scratch: Scratch
) -> None:
    """Add the fillings of a state, with a digit at its places, to the state that they lead to."""
    for k in range(facts.q):
        scratch.moved[k] = ZERO
    for k in range(facts.q):
        scratch.moved[trailing_zeros64(scratch.places[k])] = ONE << columns[k]
    for k in range(facts.q):
        insert(scratch.moved, k, scratch.moved[k] | scratch.rows[k])
    set_key(after, facts, scratch.moved)
    digest = hash_key(after)
    slot = find_slot(after, digest)
    row = row_at(after, slot)
    value = np.uint64(len(after.key))
    if row == ABSENT:
        row = add_row(after, slot, digest)
        after.rows[row, value] = ZERO
    after.rows[row, value] += fillings


@kernel
def join(one: Table, other: Table, facts: Facts, scratch: Scratch) -> Any:
    """Return the number of pairs of a filling of one half and a filling of the other that fit.

    A state stands for all orders of its rows. Where some of them are equal, each of these orders
    has more fillings.
    """
    value = np.uint64(len(one.key))
    found = ZERO
    every = ~ZERO >> (np.uint64(64) - facts.n)
    for state in range(one.used[0]):
        load(one, state, facts, scratch.rows)
        same, factor = ZERO, ONE
        for k in range(facts.q):
            # The complements of sorted rows are in the reverse order.
            scratch.moved[facts.q - ONE - k] = scratch.rows[k] ^ every
            same = same + ONE if k and scratch.rows[k] == scratch.rows[k - ONE] else ONE
            factor *= same
        set_key(other, facts, scratch.moved)
        row = row_at(other, find_slot(other, hash_key(other)))
        if row != ABSENT:
            found += one.rows[state, value] * other.rows[row, value] * factor
    return np.int64(found)
