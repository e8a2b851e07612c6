"""The easiest nested chain that eliminates each candidate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.board import N_CANDIDATES
from sudoku.ratings.explainer.nested.findings import Records, emit, has_room, note
from sudoku.ratings.explainer.nested.layer import Layer
from sudoku.ratings.explainer.nested.net import COUNT, N_WORDS, WORDS, Index, Net

__all__ = ["Hints", "hints9"]

NO_HINT = np.int64(1 << 62)
SEQUENCE = 20
"""The bits of a key that number the hints in the order in which they are found."""

# What is kept in `Hints.facts`.
KIND, UNIT, NODE = range(3)


class Hints(NamedTuple):
    """The easiest nested chain for each candidate that some chain eliminates.

    ======== =================== ============ ====================================================
    array    shape, dtype        indexed by   holds
    ======== =================== ============ ====================================================
    key      (729,), int64       candidate    orders chains by their rating, length and kind, and
                                              by when they were found; NO_HINT
    length   (729,), int64       candidate    the length of the chain
    facts    (729, 3), int64     candidate    the KIND of chain, and what it is about: a UNIT, or an
                                              assumption, and a NODE
    parents  (729, 12), uint64   candidate    the false candidates that the chain follows from
    name     (729,), uint64      candidate    a number that equal chains share
    order    (729,), int64       0 ..         candidates, the easiest chain first
    found    (1,), int64         -            how many chains were looked at
    ======== =================== ============ ====================================================
    """

    key: NDArray[np.int64]
    length: NDArray[np.int64]
    facts: NDArray[np.int64]
    parents: U64
    name: U64
    order: NDArray[np.int64]
    found: NDArray[np.int64]


def hints9() -> Hints:
    """Return empty arrays for the easiest nested chains."""
    return Hints(
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros((N_CANDIDATES, 3), np.int64),
        np.zeros((N_CANDIDATES, N_WORDS), np.uint64),
        np.zeros(N_CANDIDATES, np.uint64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(1, np.int64),
    )


@helper
def forget_hints(net: Net, hints: Hints) -> None:
    """Begin a search for nested chains."""
    hints.found[0] = 0
    for one in range(net.sizes[COUNT]):
        hints.key[one] = NO_HINT


@helper
def key_of(rating: Index, length: Index, kind: Index) -> Index:
    """Return the part of a key that does not depend on when a chain is found."""
    return ((rating << 14 | length) << 3 | kind) << SEQUENCE


@helper
def improves(hints: Hints, one: Index, key: Index) -> bool:
    """Return whether a chain is easier than all that eliminate a candidate so far."""
    return bool(key + hints.found[0] < hints.key[one])


@helper
def keep(
    hints: Hints, one: Index, key: Index, length: Index, kind: Index, unit: Index, node: Index
) -> None:
    """Keep a chain as the easiest that eliminates a candidate."""
    hints.key[one] = key + hints.found[0]
    hints.length[one] = length
    hints.facts[one, KIND] = kind
    hints.facts[one, UNIT] = unit
    hints.facts[one, NODE] = node


@helper
def sort_hints(net: Net, hints: Hints) -> Index:
    """Order the candidates that chains eliminate, and return their number."""
    count = 0
    for one in range(net.sizes[COUNT]):
        if hints.key[one] == NO_HINT:
            continue
        rank = count
        while rank > 0 and is_later(net, hints, hints.order[rank - 1], one):
            hints.order[rank] = hints.order[rank - 1]
            rank -= 1
        hints.order[rank] = one
        count += 1
    return count


@helper
def is_later(net: Net, hints: Hints, one: Index, other: Index) -> bool:
    """Return whether a candidate is eliminated after another that has a higher number."""
    if hints.key[one] != hints.key[other]:
        return bool(hints.key[one] > hints.key[other])
    return bool(net.cell[one] & 15 > net.cell[other] & 15)


@helper
def emit_hints(
    net: Net, layer: Layer, records: Records, hints: Hints, assumption: Index, count: Index
) -> Index:
    """Note that the first `count` candidates in order are false; return how many are new."""
    n_new = 0
    for rank in range(count):
        one = hints.order[rank]
        any_parent = False
        for word in range(net.sizes[WORDS]):
            records.needs[word] = hints.parents[one, word]
            any_parent |= hints.parents[one, word] != 0
        if any_parent and has_room(records):
            note(net, records, hints.length[one], hints.name[one])
            if emit(net, layer, records, assumption, one):
                n_new += 1
    return n_new
