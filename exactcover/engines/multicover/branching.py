"""The choice of an item under bounds, and the levels of the search tree.

See `exactcover.engines.multicover.engine`.
"""

import numpy as np

from exactcover.engines.multicover.cells import (
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
    hide,
    retire,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


@helper
def next_forced(state: State) -> Unsigned:
    """Return an item of which all live options must be chosen, or NONE.

    The item stays in `forced`, for it may have to be covered more than once.
    """
    position = state.position
    while position[FORCED] > 0:
        item = state.forced[position[FORCED] - ONE]
        # It may have been covered since it was recorded.
        if state.degree[item] == 1 and not retire(state, item):
            return item
        position[FORCED] -= ONE
    return NONE


@helper
def smallest(state: State) -> Unsigned:
    """Return the live primary item with the least degree, the first of them, or NONE."""
    degree = state.degree
    while True:
        least = TAKEN
        # Two plain passes: both become vector instructions, one with an index would not.
        for item in range(np.uint64(state.n_primary)):
            least = min(least, degree[item])
        if least == TAKEN:
            return NONE
        first: Unsigned = np.uint32(0)
        while degree[first] != least:
            first += ONE
        if least != 1 or not retire(state, first):
            return first


@helper
def branch(state: State, item: Unsigned) -> bool:
    """Open a level for `item`: hide the options it offers, and save the degrees.

    Return False if each choice would leave some other item with too few options.
    """
    position, degree, levels = state.position, state.degree, state.levels
    first = state.start[item]
    may_skip = state.base[item] < first
    if state.bound[item] == 1:
        last = state.base[item] + degree[item]
        degree[item] |= COVERED
        for k in range(first, last):
            if not hide(state, state.block[k], False):
                return False
    else:
        may_skip = may_skip or degree[item] > 1
        node = state.block[first]
        if not hide(state, node, False):
            return False
        first = state.place[node]
        last = first + ONE
    depth = position[DEPTH]
    levels[depth, FIRST] = first
    levels[depth, CURSOR] = first
    levels[depth, SKIP] = NONE
    if may_skip:
        levels[depth, SKIP] = last
        last += ONE
    levels[depth, LAST] = last
    position[DEPTH] = depth + ONE
    if last - first > 1:
        row = position[SAVED]
        for other in range(np.uint64(len(degree))):
            state.saved[row, other] = degree[other]
        position[SAVED] = row + ONE
    return True


@helper
def close_levels(state: State) -> None:
    """Close the levels that have no alternative left."""
    depth = state.position[DEPTH]
    while depth > 0 and is_last(state, depth - ONE):
        depth -= ONE
        undo_last(state, depth)
    state.position[DEPTH] = depth


@helper
def is_last(state: State, level: Unsigned) -> bool:
    """Return whether a level has no alternative after the one taken."""
    return bool(state.levels[level, CURSOR] + ONE >= state.levels[level, LAST])


@helper
def undo_last(state: State, level: Unsigned) -> None:
    """Give back the option taken on a level that is closed, if one is."""
    cursor = state.levels[level, CURSOR]
    if cursor != state.levels[level, SKIP]:
        give_back(state, state.block[cursor])


@helper
def next_option(state: State) -> None:
    """Undo the choice made on the last level: restore its degrees, go to its next alternative."""
    position, degree, levels = state.position, state.degree, state.levels
    level = position[DEPTH] - ONE
    row = position[SAVED] - ONE
    for item in range(np.uint64(len(degree))):
        degree[item] = state.saved[row, item]
    cursor = levels[level, CURSOR]
    give_back(state, state.block[cursor])
    cursor += ONE
    levels[level, CURSOR] = cursor
    if cursor + ONE == levels[level, LAST]:
        position[SAVED] = row
