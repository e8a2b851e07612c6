"""The moves of a search by masks under bounds: propagate, branch, choose and leave out.

See `exactcover.engines.multicover_masks.engine`.
"""

import numpy as np

from exactcover.engines.masks.table import NONE, intersect_row
from exactcover.engines.multicover_masks.state import (
    LAST,
    LEFT,
    MANY,
    MARK,
    PENDING,
    WAYS,
    WORD,
    State,
)
from exactcover.engines.multicover_masks.table import COVERED, OPTIONAL
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.vectors import (
    add_popcounts,
    has_zero,
    least,
    load,
    minimum,
    ones,
    pack,
    store,
)

ONE = np.uint64(1)
FAILED = np.uint64(0)
"""The key of a row in which an item has too few options."""


@helper
def propagate(state: State, level: Unsigned) -> Unsigned:
    """Choose all that is forced on a level; return the key of its row."""
    masks, levels = state.table.masks, state.levels
    index = (ONE << masks.index_bits) - ONE
    state.path[levels[level, MARK] - ONE] = levels[level, LAST]
    while True:
        key = _look_at(state, level)
        if key >> masks.index_bits != ONE:
            return key
        item = key & index
        number = np.uint64(state.table.number[item])
        if number != NONE and state.bounds[level, number] <= state.table.slack[number]:
            _close(state, level, number)  # it needs no more covers, and has no options left
            continue
        option = _first_option(state, level, np.uint64(masks.first_word[item]))
        mark = levels[level, MARK]
        state.path[mark] = option
        levels[level, MARK] = mark + ONE
        apply(state, level, option)


@helper
def _look_at(state: State, level: Unsigned) -> Unsigned:
    """Compute the degrees of all items on a level; return the key of its row."""
    table, row, offset = state.table, state.rows[level], state.offsets[level]
    masks = table.masks
    keys = ones(row)
    for group in range(np.uint64(len(masks.group) - 1)):
        counts = load(offset, group)
        for k in range(np.uint64(masks.group[group]), np.uint64(masks.group[group + ONE])):
            counts = add_popcounts(counts, load(row, k))
        if has_zero(counts):
            return FAILED
        store(state.counts, group, counts)
        keys = minimum(keys, pack(counts, load(masks.item_at, group)))
    for k in range(np.uint64(len(table.at_least_2))):
        item = table.at_least_2[k]
        # Many options can go at once, so that a degree may fall below 0.
        is_negative = np.uint64(state.counts[table.lane[item]]) >= state.negative
        if is_negative and state.bounds[level, item] > 0:
            return FAILED
    return least(keys)


@helper
def _first_option(state: State, level: Unsigned, word: Unsigned) -> Unsigned:
    """Return the first option of the item of a word that is left on a level."""
    masks, row = state.table.masks, state.rows[level]
    while row[word] == 0:
        word += masks.lanes
    return np.uint64(masks.option_at[word, trailing_zeros64(np.uint64(row[word]))])


@helper
def apply(state: State, level: Unsigned, option: Unsigned) -> None:
    """Choose an option on a level."""
    table, masks = state.table, state.table.masks
    intersect_row(state.rows[level], masks.rows[option], masks.n_vectors)
    for k in range(np.uint64(table.first[option]), np.uint64(table.first[option + ONE])):
        item = np.uint64(table.bounded[k])
        left = state.bounds[level, item] - np.uint32(1)
        state.bounds[level, item] = left
        lane = table.lane[item]
        offset = state.offsets[level]
        if left == 0:
            _close(state, level, item)
        elif left == table.slack[item]:
            offset[lane] = table.special[OPTIONAL]
        elif left > table.slack[item]:
            offset[lane] += ONE


@helper
def _close(state: State, level: Unsigned, item: Unsigned) -> None:
    """Let an item with bounds, given by its number among these, be covered no more."""
    table, masks = state.table, state.table.masks
    closed = np.uint64(state.n_options) + ONE + item
    intersect_row(state.rows[level], masks.rows[closed], masks.n_vectors)
    state.bounds[level, item] = 0
    state.offsets[level][table.lane[item]] = table.special[COVERED]


@helper
def leave_out(state: State, level: Unsigned, option: Unsigned) -> None:
    """Remove the bits of an option from the row of a level."""
    table, row = state.table, state.rows[level]
    for k in range(np.uint64(table.first_bit[option]), np.uint64(table.first_bit[option + ONE])):
        row[table.word[k]] &= table.others[k]


@helper
def _copy(state: State, level: Unsigned, option: Unsigned, ways: Unsigned) -> None:
    """Begin the next level: the row of a level after choosing an option; it is pending."""
    child = level + ONE
    for k in range(state.table.masks.n_vectors):
        store(state.rows[child], k, load(state.rows[level], k))
    for k in range(np.uint64(len(state.table.masks.group) - 1)):
        store(state.offsets[child], k, load(state.offsets[level], k))
    for k in range(np.uint64(len(state.table.bound))):
        state.bounds[child, k] = state.bounds[level, k]
    make_pending(state, child, state.levels[level, MARK], option, ways)
    apply(state, child, option)


@helper
def make_pending(
    state: State, level: Unsigned, mark: Unsigned, number: Unsigned, ways: Unsigned
) -> None:
    """Let a level wait, with one more number on its path."""
    levels = state.levels
    levels[level, WORD] = PENDING
    levels[level, LEFT] = ONE
    levels[level, MARK] = mark + ONE
    levels[level, LAST] = number
    levels[level, WAYS] = ways


@helper
def branch(state: State, level: Unsigned, key: Unsigned) -> bool:
    """Branch on the item that the key names; return False if nothing is left to be decided."""
    table, levels = state.table, state.levels
    masks = table.masks
    item = key & ((ONE << masks.index_bits) - ONE)
    degree = key >> masks.index_bits
    ways, mark = levels[level, WAYS], levels[level, MARK]
    if degree >= state.optional:
        option = _any_option(state, level)
        if option == NONE:
            return False
    else:
        word = np.uint64(masks.first_word[item])
        number = np.uint64(table.number[item])
        if number == NONE or (state.bounds[level, number] == 1 and table.slack[number] == 0):
            levels[level, WORD] = word
            levels[level, LEFT] = degree
            levels[level, WAYS] = min(ways * degree, MANY)
            return True
        option = _first_option(state, level, word)
    ways = min(ways + ways, MANY)
    _copy(state, level, option, ways)
    leave_out(state, level, option)
    make_pending(state, level, mark, option + np.uint64(state.n_options), ways)
    return True


@helper
def _any_option(state: State, level: Unsigned) -> Unsigned:
    """Return an option that is left on a level, or NONE."""
    masks, row = state.table.masks, state.rows[level]
    options = masks.rows[np.uint64(len(masks.rows)) - ONE]
    for word in range(np.uint64(len(row))):
        bits = np.uint64(row[word] & options[word])
        if bits != 0:
            return np.uint64(masks.option_at[word, trailing_zeros64(bits)])
    return np.uint64(NONE)


@helper
def try_option(state: State, level: Unsigned) -> Unsigned:
    """Try the next option of the item of a level; return how many levels are open."""
    masks, levels, row = state.table.masks, state.levels, state.rows[level]
    word = levels[level, WORD]
    while row[word] == 0:
        word += masks.lanes
    bits = np.uint64(row[word])
    option = np.uint64(masks.option_at[word, trailing_zeros64(bits)])
    row[word] = bits & (bits - ONE)
    levels[level, WORD] = word
    levels[level, LEFT] -= ONE
    if levels[level, LEFT] > 0:
        _copy(state, level, option, levels[level, WAYS])
        return level + ONE + ONE
    make_pending(state, level, levels[level, MARK], option, levels[level, WAYS])
    apply(state, level, option)
    return level + ONE
