"""What nested techniques find under an assumption, and what that follows from."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.nested.arrays import (
    END,
    FALSE,
    FIRST,
    MOST_OF_ONE,
    N_RECORDS,
    N_WORDS,
    WORDS,
    Index,
    NestedSearch,
    Net,
)
from sudoku.ratings.explainer.nested.implications import ADVANCED, queue_up
from sudoku.ratings.explainer.nested.net import has, lowest


@helper
def has_room(search: NestedSearch) -> bool:
    """Return whether another record can be kept."""
    eliminations = search.eliminations
    end = eliminations.ends[END]
    return bool(end < N_RECORDS and end - eliminations.ends[FIRST] < MOST_OF_ONE)


@helper
def note(search: NestedSearch, length: Index, name: Index) -> None:
    """Keep a record of what `Eliminations.needs` has."""
    net, eliminations = search.net, search.eliminations
    end = eliminations.ends[END]
    for word in range(net.sizes[WORDS]):
        eliminations.parents[end, word] = eliminations.needs[word]
    eliminations.length[end] = length
    eliminations.name[end] = name
    eliminations.ends[END] = end + 1


@helper
def emit(search: NestedSearch, assumption: Index, one: Index) -> bool:
    """Note that a candidate is false by the last record, unless that is known."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    if has(implied.off[assumption], one):
        return False
    node, record = 2 * one + FALSE, eliminations.ends[END] - 1
    for word in range(2 * N_WORDS):
        implied.causes[node, word] = 0
    for word in range(net.sizes[WORDS]):
        rest = eliminations.parents[record, word]
        while rest != 0:
            parent = 2 * (64 * word + lowest(rest)) + FALSE
            rest &= rest - np.uint64(1)
            for k in range(net.sizes[WORDS]):
                implied.causes[node, k] |= implied.causes[parent, k]
                implied.causes[node, N_WORDS + k] |= implied.causes[parent, N_WORDS + k]
    queue_up(net, implied, assumption, one, FALSE, ADVANCED + record - eliminations.ends[FIRST])
    return True


@helper
def emit_all(search: NestedSearch, assumption: Index) -> Index:
    """Note that all of `Eliminations.goes` are false, if `Eliminations.needs` is not empty.

    Return how many are new. What needs nothing was known before the assumption.
    """
    net, eliminations = search.net, search.eliminations
    if (
        is_empty(net, eliminations.needs)
        or is_empty(net, eliminations.goes)
        or not has_room(search)
    ):
        return 0
    note(search, 0, np.uint64(0))
    count = 0
    for rank in range(in_order(search)):
        if emit(search, assumption, eliminations.order[rank]):
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
def in_order(search: NestedSearch) -> Index:
    """Write the candidates of `Eliminations.goes` in the explainer's order; return their number.

    It keeps cells in a table with 16 rows, and goes through that row by row.
    """
    net, eliminations = search.net, search.eliminations
    count = 0
    for word in range(net.sizes[WORDS]):
        rest = eliminations.goes[word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            rank = count
            while rank > 0 and net.cell[eliminations.order[rank - 1]] & 15 > net.cell[one] & 15:
                eliminations.order[rank] = eliminations.order[rank - 1]
                rank -= 1
            eliminations.order[rank] = one
            count += 1
    return count


@helper
def clear(net: Net, members: U64) -> None:
    """Make a set of candidates empty."""
    for word in range(net.sizes[WORDS]):
        members[word] = 0
