"""Kernels that release items without effect: see `exactcover.reduce`.

They change `State.role` only. Releasing an item does not change which options are compatible, so it
enables no other step, and one pass at the end is enough.
"""

import numpy as np

from exactcover.analysis.consistency import (
    EQUAL,
    FREE,
    ITEM,
    ONE,
    PLACE,
    STAYS,
    WORK,
    State,
    _clashes_with_marked,
    _has,
    _mark,
)
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned

# The results of `_is_never_violated`.
NO, YES, PAUSED = range(3)


@kernel
def release_items(state: State, step_work: int, limit: int) -> bool:
    """Release items that exclude no options the others allow; return whether all are done.

    It returns after about `step_work` nodes, and another call continues. When WORK has reached
    `limit`, items that need a longer check stay.
    """
    position = state.position
    pause = position[WORK] + np.uint64(step_work)
    while position[ITEM] < np.uint64(len(state.size)):
        item = position[ITEM]
        if state.role[item] == STAYS:
            if item < state.n_primary:
                _merge_equal(state, item)
            else:
                verdict = _is_never_violated(state, item, np.uint64(limit), pause)
                if verdict == PAUSED:
                    return False
                if verdict == YES:
                    state.role[item] = FREE
        position[ITEM] += ONE
        position[PLACE] = 0
        if position[WORK] >= pause:
            return False
    return True


@helper
def _merge_equal(state: State, item: Unsigned) -> None:
    """Release the later primary items that are in the same options as `item`."""
    if state.size[item] == 0:
        return
    node = state.first_of[state.block[state.start[item]]]
    while state.item_of[node] != END:
        other = state.item_of[node]
        if (
            item < other < state.n_primary
            and state.role[other] == STAYS
            and state.size[other] == state.size[item]
            and _is_within(state, item, other)
        ):
            state.role[other] = EQUAL
        node += ONE


@helper
def _is_within(state: State, item: Unsigned, other: Unsigned) -> bool:
    """Return whether all options of `item` have `other`."""
    begin = state.start[item]
    for k in range(begin, begin + state.size[item]):
        if not _has(state, state.first_of[state.block[k]], other):
            return False
    return True


@helper
def _is_never_violated(state: State, item: Unsigned, limit: Unsigned, pause: Unsigned) -> int:
    """Return whether options that clash on `item` also clash on another item that stays.

    The result PAUSED means that the check continues in the next call, at the option at PLACE.
    """
    position = state.position
    begin = state.start[item]
    size = state.size[item]
    if position[PLACE] == 0 and _has_one_colour(state, begin, begin + size):
        return YES
    while position[PLACE] < size:
        node = state.block[begin + position[PLACE]]
        colour = state.colour_of[node]
        _mark(state, state.first_of[node])
        for j in range(position[PLACE]):
            other = state.block[begin + j]
            if colour == 0 or colour != state.colour_of[other]:
                if position[WORK] >= limit:
                    return NO
                if not _clashes_with_marked(state, state.first_of[other], item):
                    return NO
        position[PLACE] += ONE
        if position[WORK] >= pause:
            return PAUSED
    return YES


@helper
def _has_one_colour(state: State, begin: Unsigned, end: Unsigned) -> bool:
    """Return whether the nodes in these places all have the same colour."""
    colour = state.colour_of[state.block[begin]] if begin < end else ONE
    for k in range(begin, end):
        if colour == 0 or state.colour_of[state.block[k]] != colour:
            return False
    return True
