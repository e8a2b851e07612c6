"""The choice of an item in dancing cells, and the levels of the search tree.

The search branches on the item with the fewest options (MRV); of several, on the first. With
bounds, sizes are degrees, and the last alternative of a level may be "none of these options".
"""

import numpy as np

from exactcover.engines.dancing_cells.cells import (
    COVERED,
    CURSOR,
    DEPTH,
    FIRST,
    FORCED,
    LAST,
    NONE,
    ONE,
    SAVED,
    SKIP,
    TAKEN,
    State,
    give_back,
    has_bounds,
    hide,
    retire,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

# The columns of `State.changes`.
ITEM, BEFORE = range(2)


@helper
def select(state: State) -> Unsigned:
    """Return the item to branch on; NONE if all are covered."""
    item = next_forced(state)
    if item == NONE:
        item = smallest(state)
    return item


@helper
def next_forced(state: State) -> Unsigned:
    """Return an item of which all live options must be chosen, or NONE.

    The item stays in `forced`, for it may have to be covered more than once.
    """
    position = state.position
    while position[FORCED] > 0:
        item = state.forced[position[FORCED] - ONE]
        # It may have been covered since it was recorded.
        if state.size[item] == 1 and not retire(state, item):
            return item
        position[FORCED] -= ONE
    return NONE


@helper
def smallest(state: State) -> Unsigned:
    """Return the live primary item with the fewest options, the first of them, or NONE."""
    size = state.size
    while True:
        least = TAKEN
        # Two plain passes: both become vector instructions, one with an index would not.
        for item in range(np.uint64(state.n_primary)):
            least = min(least, size[item])
        if least == TAKEN:
            return NONE
        first: Unsigned = np.uint32(0)
        while size[first] != least:
            first += ONE
        if least != 1 or not retire(state, first):
            return first


@helper
def branch(state: State, item: Unsigned) -> bool:
    """Open a level for `item`: hide the options it offers, and save the sizes.

    Return False if, under bounds, each choice would leave some other item with too few options.
    """
    position, size, levels = state.position, state.size, state.levels
    depth, first = position[DEPTH], state.start[item]
    may_skip = has_bounds(state) and state.base[item] < first
    if not has_bounds(state) or state.bound[item] == 1:
        last = state.base[item] + size[item]
        size[item] |= COVERED
        for k in range(first, last):
            if not hide(state, state.block[k], False):
                return False
    else:
        may_skip = may_skip or size[item] > 1
        node = state.block[first]
        if not hide(state, node, False):
            return False
        first = state.place[node]
        last = first + ONE
    levels[depth, FIRST] = first
    levels[depth, CURSOR] = first
    if has_bounds(state):
        levels[depth, SKIP] = NONE
        if may_skip:
            levels[depth, SKIP] = last
            last += ONE
    levels[depth, LAST] = last
    position[DEPTH] = depth + ONE
    if last - first > 1:
        save(state)
    return True


@helper
def save(state: State) -> None:
    """Save the sizes for the level that was just opened."""
    size, saved, changes = state.size, state.saved, state.changes
    row = state.position[SAVED]
    if len(changes) == 0:
        for item in range(np.uint64(len(size))):
            saved[row, item] = size[item]
    else:
        last = state.change_start[row]
        for item in range(np.uint64(len(size))):
            if saved[0, item] != size[item]:
                changes[last, ITEM] = item
                changes[last, BEFORE] = saved[0, item]
                saved[0, item] = size[item]
                last += ONE
        state.change_start[row + ONE] = last
    state.position[SAVED] = row + ONE


@helper
def forget(state: State) -> None:
    """Forget the sizes that were saved last."""
    row = state.position[SAVED] - ONE
    if len(state.changes) > 0:
        for k in range(state.change_start[row], state.change_start[row + ONE]):
            state.saved[0, state.changes[k, ITEM]] = state.changes[k, BEFORE]
    state.position[SAVED] = row


@helper
def is_skipping(state: State, level: Unsigned) -> bool:
    """Return whether the alternative taken on a level is "none of these options"."""
    return bool(has_bounds(state) and state.levels[level, CURSOR] == state.levels[level, SKIP])


@helper
def is_last(state: State, level: Unsigned) -> bool:
    """Return whether a level has no alternative after the one taken."""
    return bool(state.levels[level, CURSOR] + ONE >= state.levels[level, LAST])


@helper
def close_level(state: State, level: Unsigned) -> None:
    """Close the last level, which has no alternative left: give back the option taken on it."""
    if has_bounds(state) and not is_skipping(state, level):
        give_back(state, state.block[state.levels[level, CURSOR]])
    state.position[DEPTH] = level


@helper
def close_levels(state: State) -> None:
    """Close the levels that have no alternative left."""
    depth = state.position[DEPTH]
    while depth > 0 and is_last(state, depth - ONE):
        depth -= ONE
        close_level(state, depth)


@helper
def next_option(state: State) -> None:
    """Undo the choice made on the last level: restore its sizes, and move to its next option."""
    position, size, levels = state.position, state.size, state.levels
    level = position[DEPTH] - ONE
    row = position[SAVED] - ONE if len(state.changes) == 0 else np.uint64(0)
    for item in range(np.uint64(len(size))):
        size[item] = state.saved[row, item]
    cursor = levels[level, CURSOR]
    if has_bounds(state):
        give_back(state, state.block[cursor])
    cursor += ONE
    levels[level, CURSOR] = cursor
    if cursor + ONE == levels[level, LAST]:
        forget(state)
