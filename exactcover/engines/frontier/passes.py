"""Counting in passes over rows of states: expand them, deal the new ones out, merge equal ones.

The engine `Frontier` keeps the states of all layers in one hash table each, which must be in
memory. Here states are rows of arrays, in any number of arrays: they may be on disk, and threads
may work on several arrays at once, because a pass changes only its own ones.

A row holds a key and a count, each in some words, the lowest first.
"""

from __future__ import annotations

import numpy as np

from exactcover.engines.frontier.kernels import (
    ONE,
    ZERO,
    finished,
    fits,
    mixed,
    put_key,
    skip_covered,
)
from exactcover.engines.frontier.tables import BY, FROM, HASH, LAYER_OF, Pass, State
from exactcover.runtime.kernels.bitsets import KeyWords, key_words
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned

CARRIED = -1
"""The result of a merge whose counts need more words."""
_ALL_BITS = np.uint64(64)


def tables_of(state: State) -> Pass:
    """Return the tables of a problem, without any rows."""
    none = np.zeros((0, state.pending.shape[1]), dtype=np.uint64)
    return Pass(*state[:1], *state[2:7], none, none, state.words)


def expanded(tables: Pass, layer: int, rows: U64) -> Pass:
    """Return a pass with all states that the rows of a layer lead to, also equal ones."""
    n_words = len(tables.words)
    n_options = int(tables.group[layer + 1]) - int(tables.group[layer])
    room = np.empty((len(rows) * n_options, n_words + 4), dtype=np.uint64)
    done = tables._replace(memory=rows, pending=room)
    with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
        n_found = expand(done, layer)
    return done._replace(pending=room[:n_found])


def dealt(done: Pass, begin: U64, bits: U64) -> list[tuple[int, U64]]:
    """Return the states of a pass as rows, in a group for each bucket.

    Parameters
    ----------
    done
        The pass.
    begin
        The number of the first bucket of each layer.
    bits
        How many of the highest bits of a hash choose the bucket of the layer.

    Returns
    -------
    list[tuple[int, U64]]
        The buckets that get rows, and their rows.
    """
    ends = np.zeros(int(begin[-1]) + 1, dtype=np.uint64)
    tally(done, begin, bits, ends)
    counts = ends.astype(np.int64)
    first = np.cumsum(counts) - counts
    ends[:] = first
    rows = np.empty((len(done.pending), done.memory.shape[1]), dtype=np.uint64)
    deal(done, begin, bits, ends, rows)
    return [(k, rows[first[k] : first[k] + counts[k]]) for k in np.flatnonzero(counts).tolist()]


def merged(runs: list[U64], n_words: int) -> U64:
    """Return rows with different keys, each with the sum of the counts of all rows with this key.

    Parameters
    ----------
    runs
        Arrays of rows; their counts may have different numbers of words.
    n_words
        How many words a key has.
    """
    width = max(run.shape[1] for run in runs)
    while True:
        rows = np.zeros((sum(map(len, runs)), width), dtype=np.uint64)
        place = 0
        for run in runs:
            rows[place : place + len(run), : run.shape[1]] = run
            place += len(run)
        slots = np.zeros(1 << max(2, (4 * len(rows) // 3).bit_length()), dtype=np.uint32)
        with np.errstate(over="ignore"):
            n_left = merge(rows, key_words(n_words), slots)
        if n_left != CARRIED:
            return rows[:n_left]
        width += 1


@kernel
def expand(done: Pass, layer: int) -> int:
    """Choose all options that fit the rows of a layer; return the number of states."""
    here = np.uint64(layer)
    first, last = np.uint64(done.group[here]), np.uint64(done.group[here + ONE])
    n_words = np.uint64(len(done.words))
    filled = ZERO
    for row in range(np.uint64(len(done.memory))):
        for option in range(first, last):
            if fits(done, row, option):
                put_key(done, row, option, here, filled)
                done.pending[filled, n_words + BY] = option
                filled += np.uint64(skip_covered(done, filled, here + ONE, row))
    return int(np.int64(filled))


@helper
def _bucket(done: Pass, place: Unsigned, begin: U64, bits: U64) -> Unsigned:
    """Return the bucket of a pending state."""
    n_words = np.uint64(len(done.words))
    layer = done.pending[place, n_words + LAYER_OF]
    if bits[layer] == ZERO:
        return begin[layer]
    return begin[layer] + (done.pending[place, n_words + HASH] >> (_ALL_BITS - bits[layer]))


@kernel
def tally(done: Pass, begin: U64, bits: U64, counts: U64) -> None:
    """Count the states of a pass by their buckets."""
    for place in range(np.uint64(len(done.pending))):
        counts[_bucket(done, place, begin, bits)] += ONE


@kernel
def deal(done: Pass, begin: U64, bits: U64, ends: U64, rows: U64) -> None:
    """Write the states of a pass as rows, bucket by bucket; `ends` is where the next ones go."""
    n_words = np.uint64(len(done.words))
    for place in range(np.uint64(len(done.pending))):
        bucket = _bucket(done, place, begin, bits)
        row = ends[bucket]
        ends[bucket] = row + ONE
        origin = done.pending[place, n_words + FROM]
        for k in range(n_words):
            rows[row, k] = done.pending[place, k]
        for k in range(n_words, np.uint64(rows.shape[1])):
            rows[row, k] = done.memory[origin, k]


@kernel
def merge(rows: U64, words: KeyWords, slots: U32) -> int:
    """Add up the counts of rows with equal keys, and move the rows that are left to the front.

    Return their number, or CARRIED if a count does not fit its words. `slots` are zeros, a power of
    2 of them, more than there are rows.
    """
    n_words = np.uint64(len(words))
    mask = np.uint64(len(slots)) - ONE
    n_left = ZERO
    for row in range(np.uint64(len(rows))):
        digest = ZERO
        for k in range(n_words):
            digest = mixed(digest, rows[row, k])
        place = finished(digest) & mask
        while slots[place] != 0:
            differs = ZERO
            known = np.uint64(slots[place]) - ONE
            for k in range(n_words):
                differs |= rows[known, k] ^ rows[row, k]
            if differs == ZERO:
                break
            place = (place + ONE) & mask
        if slots[place] == 0:
            for k in range(np.uint64(rows.shape[1])):
                rows[n_left, k] = rows[row, k]
            n_left += ONE
            slots[place] = n_left
        elif _add(rows, n_words, np.uint64(slots[place]) - ONE, row):
            return CARRIED
    return int(np.int64(n_left))


@helper
def _add(rows: U64, n_words: Unsigned, row: Unsigned, other: Unsigned) -> bool:
    """Add the count of a row to that of another; return whether the sum is too large."""
    carry = ZERO
    for k in range(n_words, np.uint64(rows.shape[1])):
        part = rows[other, k] + carry
        total = rows[row, k] + part
        carry = np.uint64(part < carry) | np.uint64(total < part)
        rows[row, k] = total
    return bool(carry)
