"""The implications of single candidates, and the chain of them that is examined."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper
from sudoku.ratings.explainer.nested.alternatives import MIX
from sudoku.ratings.explainer.nested.arrays import (
    COUNT,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    NestedSearch,
)
from sudoku.ratings.explainer.nested.easiest_chains import keep


@helper
def start(search: NestedSearch, one: Index, truth: Index) -> None:
    """Forget the last search and put its first node."""
    net, singles = search.net, search.singles
    for other in range(net.sizes[COUNT]):
        singles.parent[0, other] = NOBODY
        singles.parent[1, other] = NOBODY
    singles.queue[0] = 2 * one + truth
    singles.parent[truth, one] = one
    singles.depth[truth, one] = 1


@helper
def reach(
    search: NestedSearch, one: Index, parent: Index, truth: Index, way: Index, tail: Index
) -> Index:
    """Put a candidate into the queue unless it was there, and return the queue's end."""
    singles = search.singles
    if singles.parent[truth, one] != NOBODY:
        return tail
    singles.parent[truth, one] = parent
    singles.way[truth, one] = way
    singles.depth[truth, one] = singles.depth[1 - truth, parent] + 1
    singles.queue[tail] = 2 * one + truth
    return tail + 1


@helper
def keep_path(search: NestedSearch, one: Index, key: Index, length: Index) -> None:
    """Keep the chain in `SingleChains.chain` as the easiest that eliminates a candidate."""
    net, singles, easiest = search.net, search.singles, search.easiest
    keep(search, one, key, length, 0, 0, 0)
    name = np.uint64(length)
    for word in range(net.sizes[WORDS]):
        easiest.parents[one, word] = singles.needs[word]
        name = (name ^ singles.chain[word]) * MIX
        name = (name ^ name >> np.uint64(29) ^ singles.chain[N_WORDS + word]) * MIX
    easiest.name[one] = name ^ name >> np.uint64(31)


@helper
def forget_chain(search: NestedSearch) -> None:
    """Begin to note a chain."""
    net, singles = search.net, search.singles
    for word in range(net.sizes[WORDS]):
        singles.chain[word] = 0
        singles.chain[N_WORDS + word] = 0
        singles.needs[word] = 0


@helper
def need(search: NestedSearch, unit: Index) -> None:
    """Note that a chain follows from what the assumption eliminated in a unit."""
    net, implied, singles = search.net, search.implied, search.singles
    for word in range(net.sizes[WORDS]):
        singles.needs[word] |= net.members[unit, word] & implied.base[word] & ~implied.live[word]
