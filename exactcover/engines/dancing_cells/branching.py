"""The choice of an item in dancing cells, and the levels of the search tree.

The search branches on the item with the fewest options (MRV); of several, on the first.
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
    TAKEN,
    State,
    hide,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

# The columns of `State.changes`.
ITEM, BEFORE = range(2)


@helper
def next_forced(state: State) -> Unsigned:
    """Return an item with only one live option, or NONE."""
    position = state.position
    while position[FORCED] > 0:
        position[FORCED] -= ONE
        item = state.forced[position[FORCED]]
        # It may have been covered since it was recorded.
        if state.size[item] == 1:
            return item
    return NONE


@helper
def smallest(state: State) -> Unsigned:
    """Return the live primary item with the fewest options, the first of them, or NONE."""
    size = state.size
    least = TAKEN
    # Two plain passes: both are compiled to vector instructions, one with an index would not be.
    for item in range(np.uint64(state.n_primary)):
        least = min(least, size[item])
    if least == TAKEN:
        return NONE
    first: Unsigned = np.uint32(0)
    while size[first] != least:
        first += ONE
    return first


@helper
def branch(state: State, item: Unsigned) -> None:
    """Open a level for `item`: hide its options from all other items, and save the sizes."""
    position, size, levels = state.position, state.size, state.levels
    first = state.start[item]
    last = first + size[item]
    size[item] |= COVERED
    for k in range(first, last):
        hide(state, state.block[k], False)
    depth = position[DEPTH]
    levels[depth, FIRST] = first
    levels[depth, CURSOR] = first
    levels[depth, LAST] = last
    position[DEPTH] = depth + ONE
    if last - first > 1:
        save(state)


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
def close_levels(state: State) -> None:
    """Close the levels that have no option left."""
    levels = state.levels
    depth = state.position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
    state.position[DEPTH] = depth


@helper
def next_option(state: State) -> None:
    """Undo the choice made on the last level: restore its sizes, and move to its next option."""
    position, size, levels = state.position, state.size, state.levels
    level = position[DEPTH] - ONE
    row = position[SAVED] - ONE if len(state.changes) == 0 else np.uint64(0)
    for item in range(np.uint64(len(size))):
        size[item] = state.saved[row, item]
    cursor = levels[level, CURSOR] + ONE
    levels[level, CURSOR] = cursor
    if cursor + ONE == levels[level, LAST]:
        forget(state)
