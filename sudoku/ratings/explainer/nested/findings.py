"""What nested techniques find under an assumption, and what that follows from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.board import N_CANDIDATES
from sudoku.ratings.explainer.nested.layer import ADVANCED, FALSE, Layer, queue_up
from sudoku.ratings.explainer.nested.net import N_WORDS, WORDS, Index, Net, has, lowest

__all__ = ["Records", "emit", "emit_all", "records9"]

N_RECORDS = 1 << 16
"""The most findings of all assumptions of a position together."""
MOST_OF_ONE = 4096
"""The most findings of one assumption."""

# What is kept in `Records.ends`.
FIRST, END = range(2)


class Records(NamedTuple):
    """The findings of nested techniques; those of an assumption stand together.

    ======== ==================== ============= ==================================================
    array    shape, dtype         indexed by    holds
    ======== ==================== ============= ==================================================
    parents  (65536, 12), uint64  record        the false candidates that it follows from
    length   (65536,), int64      record        the length of the nested chain; 0: it is none
    name     (65536,), uint64     record        a number that equal nested chains share
    first    (1458,), int64       assumption    its first record
    ends     (2,), int64          FIRST, END    of the records of the assumption that is followed
    goes     (12,), uint64        -             the candidates that a technique eliminates
    needs    (12,), uint64        -             the false candidates that it follows from
    order    (729,), int64        0 ..          candidates in the order in which they go
    ======== ==================== ============= ==================================================
    """

    parents: U64
    length: NDArray[np.int64]
    name: U64
    first: NDArray[np.int64]
    ends: NDArray[np.int64]
    goes: U64
    needs: U64
    order: NDArray[np.int64]


def records9() -> Records:
    """Return empty arrays for findings."""
    return Records(
        np.zeros((N_RECORDS, N_WORDS), np.uint64),
        np.zeros(N_RECORDS, np.int64),
        np.zeros(N_RECORDS, np.uint64),
        np.zeros(2 * N_CANDIDATES, np.int64),
        np.zeros(2, np.int64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros(N_CANDIDATES, np.int64),
    )


@helper
def has_room(records: Records) -> bool:
    """Return whether another record can be kept."""
    end = records.ends[END]
    return bool(end < N_RECORDS and end - records.ends[FIRST] < MOST_OF_ONE)


@helper
def note(net: Net, records: Records, length: Index, name: Index) -> None:
    """Keep a record of what `Records.needs` has."""
    end = records.ends[END]
    for word in range(net.sizes[WORDS]):
        records.parents[end, word] = records.needs[word]
    records.length[end] = length
    records.name[end] = name
    records.ends[END] = end + 1


@helper
def emit(net: Net, layer: Layer, records: Records, assumption: Index, one: Index) -> bool:
    """Note that a candidate is false by the last record, unless that is known."""
    if has(layer.off[assumption], one):
        return False
    node, record = 2 * one + FALSE, records.ends[END] - 1
    for word in range(2 * N_WORDS):
        layer.causes[node, word] = 0
    for word in range(net.sizes[WORDS]):
        rest = records.parents[record, word]
        while rest != 0:
            parent = 2 * (64 * word + lowest(rest)) + FALSE
            rest &= rest - np.uint64(1)
            for k in range(net.sizes[WORDS]):
                layer.causes[node, k] |= layer.causes[parent, k]
                layer.causes[node, N_WORDS + k] |= layer.causes[parent, N_WORDS + k]
    queue_up(net, layer, assumption, one, FALSE, ADVANCED + record - records.ends[FIRST])
    return True


@helper
def emit_all(net: Net, layer: Layer, records: Records, assumption: Index) -> Index:
    """Note that all of `Records.goes` are false, if `Records.needs` is not empty.

    Return how many are new. What needs nothing was known before the assumption.
    """
    if is_empty(net, records.needs) or is_empty(net, records.goes) or not has_room(records):
        return 0
    note(net, records, 0, np.uint64(0))
    count = 0
    for rank in range(in_order(net, records)):
        if emit(net, layer, records, assumption, records.order[rank]):
            count += 1
    return count


@helper
def is_empty(net: Net, members: U64) -> bool:
    """Return whether a set of candidates is empty."""
    union = np.uint64(0)
    for word in range(net.sizes[WORDS]):
        union |= members[word]
    return bool(union == 0)


@helper
def in_order(net: Net, records: Records) -> Index:
    """Write the candidates of `Records.goes` in the explainer's order, and return their number.

    It keeps cells in a table with 16 rows, and goes through that row by row.
    """
    count = 0
    for word in range(net.sizes[WORDS]):
        rest = records.goes[word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            rank = count
            while rank > 0 and net.cell[records.order[rank - 1]] & 15 > net.cell[one] & 15:
                records.order[rank] = records.order[rank - 1]
                rank -= 1
            records.order[rank] = one
            count += 1
    return count


@helper
def clear(net: Net, members: U64) -> None:
    """Make a set of candidates empty."""
    for word in range(net.sizes[WORDS]):
        members[word] = 0
