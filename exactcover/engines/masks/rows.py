"""The propagation of a row of masks: choose an option and all that it forces."""

import numpy as np

from exactcover.engines.masks.state import State
from exactcover.engines.masks.table import NONE, intersect_row
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.vectors import (
    Words,
    add_popcounts,
    has_zero,
    intersect,
    lanes_equal,
    least,
    load,
    minimum,
    ones,
    pack,
    store,
)

ONE = np.uint64(1)

FAILED = np.uint64(0)
"""The key of a row in which an item has no option left."""


@helper
def propagate(
    state: State, parent: Words, child: Words, option: Unsigned, n_chosen: Unsigned
) -> tuple[Unsigned, Unsigned]:
    """Set `child` to the rest of `parent` after choosing an option and all options that it forces.

    Return the key of `child`, and where in `chosen` the next option goes.
    """
    row = parent
    while True:
        key = _intersect_counting(state, row, state.table.rows[option], child)
        if key >> state.table.index_bits != ONE:
            return key, n_chosen
        option, n_chosen = _choose_forced(state, child, n_chosen)
        if option == NONE:
            return FAILED, n_chosen
        row = child


@helper
def _intersect_counting(state: State, parent: Words, allowed: Words, child: Words) -> Unsigned:
    """Set `child` to the allowed options of `parent`, and set `counts`; return its key."""
    table = state.table
    keys = ones(child)
    for group in range(np.uint64(len(table.group) - 1)):
        counts = ones(child)
        for k in range(np.uint64(table.group[group]), np.uint64(table.group[group + ONE])):
            # An item with the options 0b1011, of which 0b0110 may stay, keeps 0b0010.
            left = intersect(load(parent, k), load(allowed, k))
            store(child, k, left)
            counts = add_popcounts(counts, left)
        if has_zero(counts):
            return FAILED
        store(state.counts, group, counts)
        keys = minimum(keys, pack(counts, load(table.item_at, group)))
    return least(keys)


@helper
def _choose_forced(state: State, row: Words, n_chosen: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Choose the options of all items that have one left, and remove those that clash.

    That is left undone for the last of the options. Return it, or NONE if an item has failed, and
    where in `chosen` the next one goes.
    """
    table = state.table
    option = table.nothing
    for group in range(np.uint64(len(table.group) - 1)):
        end = np.uint64(table.group[group + ONE]) * table.lanes
        forced = lanes_equal(load(state.counts, group), ONE)
        while forced:
            word = table.group[group] * table.lanes + trailing_zeros64(forced)
            forced &= forced - ONE  # 0b0110 & 0b0101 is 0b0100: the next lane
            bits = np.uint64(row[word] & table.rows[option, word])
            while bits == 0 and word + table.lanes < end:
                word += table.lanes
                bits = np.uint64(row[word] & table.rows[option, word])
            if bits == 0:
                continue  # it was covered meanwhile
            if option != table.nothing:
                intersect_row(row, table.rows[option], table.n_vectors)
            option = np.uint64(table.option_at[word, trailing_zeros64(bits)])
            if option == NONE:
                return option, n_chosen
            state.chosen[n_chosen] = option
            n_chosen += ONE
    return option, n_chosen
