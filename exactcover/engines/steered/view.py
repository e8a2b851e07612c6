"""The view of a search that a hook gets: its state, and the functions that read it.

A number of an item or an option is that of the problem, also where the search has a random order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from exactcover.engines.dancing_cells.cells import CURSOR, DEPTH, SIZE, TAKEN
from exactcover.engines.steered.state import SKIP, SKIPPED
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.pointers import opener
from exactcover.runtime.kernels.types import I64, U32, U64


class View(NamedTuple):
    """The arrays of a search that a hook reads, and its own.

    `data`, `cells` and `memory` are those of the `exactcover.Hook`. `inner` has the number in the
    search of every item of the problem, and `outer` the inverse.
    """

    item_of: U32
    colour_of: U32
    option_of: U32
    node_of: U32
    start: U32
    size: U32
    block: U32
    levels: U32
    position: U64
    inner: U32
    outer: U32
    data: I64
    cells: I64
    memory: I64
    table: I64


def _example() -> View:
    """Return a view without items, for the types of its arrays."""
    words, rows = np.zeros(0, dtype=np.uint32), np.zeros((0, 0), dtype=np.uint32)
    whole, counters = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint64)
    return View(
        words, words, words, words, words, words, words, rows, counters, words, words,
        whole, whole, whole, whole,
    )  # fmt: skip


state_of: Any = opener(_example())


@helper
def n_chosen(state: View) -> int:
    """Return how many options are chosen."""
    return int(np.int64(state.position[DEPTH] - state.position[SKIPPED]))


@helper
def chosen(state: View, level: int) -> int:
    """Return the index of one of the options chosen so far; the first is number 0."""
    row = np.uint64(level)
    if state.position[SKIPPED] > 0:
        # Of the levels that chose an option, this is the one with that number.
        left, row = level, np.uint64(0)
        while left > 0 or state.levels[row, CURSOR] == state.levels[row, SKIP]:
            left -= state.levels[row, CURSOR] != state.levels[row, SKIP]
            row += np.uint64(1)
    return int(np.int64(state.option_of[state.block[state.levels[row, CURSOR]]]))


@helper
def is_open(state: View, item: int) -> bool:
    """Return whether an item is primary and not covered yet.

    One with bounds is open until it has as many options as it may have, or no other is left.
    """
    return bool(state.size[state.inner[np.uint64(item)]] < TAKEN)


@helper
def n_live(state: View, item: int) -> int:
    """Return how many options an item has left; of a covered item, how many it had then."""
    return int(np.int64(state.size[state.inner[np.uint64(item)]] & SIZE))


@helper
def live_option(state: View, item: int, k: int) -> int:
    """Return the index of one of the options that an item has left, from 0."""
    place = np.uint64(state.start[state.inner[np.uint64(item)]]) + np.uint64(k)
    return int(np.int64(state.option_of[state.block[place]]))


@helper
def n_members(state: View, option: int) -> int:
    """Return how many items an option has."""
    node = np.uint64(state.node_of[np.uint64(option)])
    first = node
    while state.item_of[node] != END:
        node += np.uint64(1)
    return int(np.int64(node - first))


@helper
def member(state: View, option: int, k: int) -> int:
    """Return the number of one of the items of an option, from 0."""
    node = np.uint64(state.node_of[np.uint64(option)]) + np.uint64(k)
    return int(np.int64(state.outer[state.item_of[node]]))


@helper
def colour(state: View, option: int, k: int) -> int:
    """Return the colour of one of the items of an option: its number in `incidence`, 0 for none."""
    return int(
        np.int64(state.colour_of[np.uint64(state.node_of[np.uint64(option)]) + np.uint64(k)])
    )


@helper
def is_solution(state: View) -> bool:
    """Return whether all primary items are covered, and no further option can be chosen."""
    n_open = 0
    for item in range(len(state.outer)):
        n_open += state.size[np.uint64(item)] < TAKEN
    return n_open == 0
