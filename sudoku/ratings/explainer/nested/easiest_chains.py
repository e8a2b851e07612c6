"""The easiest nested chain that eliminates each candidate."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper
from sudoku.ratings.explainer.nested.arrays import (
    COUNT,
    KIND,
    NODE,
    UNIT,
    WORDS,
    Index,
    NestedSearch,
)
from sudoku.ratings.explainer.nested.eliminations import emit, has_room, note

NO_HINT = np.int64(1 << 62)
SEQUENCE = 20
"""The bits of a key that number the chains in the order in which they are found."""


@helper
def forget_chains(search: NestedSearch) -> None:
    """Begin a search for nested chains."""
    net, easiest = search.net, search.easiest
    easiest.found[0] = 0
    for one in range(net.sizes[COUNT]):
        easiest.key[one] = NO_HINT


@helper
def key_of(rating: Index, length: Index, kind: Index) -> Index:
    """Return the part of a key that does not depend on when a chain is found."""
    return ((rating << 14 | length) << 3 | kind) << SEQUENCE


@helper
def improves(search: NestedSearch, one: Index, key: Index) -> bool:
    """Return whether a chain is easier than all that eliminate a candidate so far."""
    easiest = search.easiest
    return bool(key + easiest.found[0] < easiest.key[one])


@helper
def keep(
    search: NestedSearch,
    one: Index,
    key: Index,
    length: Index,
    kind: Index,
    unit: Index,
    node: Index,
) -> None:
    """Keep a chain as the easiest that eliminates a candidate."""
    easiest = search.easiest
    easiest.key[one] = key + easiest.found[0]
    easiest.length[one] = length
    easiest.facts[one, KIND] = kind
    easiest.facts[one, UNIT] = unit
    easiest.facts[one, NODE] = node


@helper
def sort_chains(search: NestedSearch) -> Index:
    """Order the candidates that chains eliminate, and return their number."""
    net, easiest = search.net, search.easiest
    count = 0
    for one in range(net.sizes[COUNT]):
        if easiest.key[one] == NO_HINT:
            continue
        rank = count
        while rank > 0 and is_later(search, easiest.order[rank - 1], one):
            easiest.order[rank] = easiest.order[rank - 1]
            rank -= 1
        easiest.order[rank] = one
        count += 1
    return count


@helper
def is_later(search: NestedSearch, one: Index, other: Index) -> bool:
    """Return whether a candidate is eliminated after another that has a higher number."""
    net, easiest = search.net, search.easiest
    if easiest.key[one] != easiest.key[other]:
        return bool(easiest.key[one] > easiest.key[other])
    return bool(net.cell[one] & 15 > net.cell[other] & 15)


@helper
def eliminate_in_order(search: NestedSearch, assumption: Index, count: Index) -> Index:
    """Note that the first `count` candidates in order are false; return how many are new."""
    net, eliminations, easiest = search.net, search.eliminations, search.easiest
    n_new = 0
    for rank in range(count):
        one = easiest.order[rank]
        any_parent = False
        for word in range(net.sizes[WORDS]):
            eliminations.needs[word] = easiest.parents[one, word]
            any_parent |= easiest.parents[one, word] != 0
        if any_parent and has_room(search):
            note(search, easiest.length[one], easiest.name[one])
            if emit(search, assumption, one):
                n_new += 1
    return n_new
