"""Kernels that let go of items which forbid nothing: see `exactcover.reduce`.

They change no more than `State.role`, and do not enable each other or anything else: the options
that may stand together stay the same. So once is enough, at the end.
"""

import numpy as np

from exactcover.consistency import (
    EQUAL,
    FREE,
    ONE,
    STAYS,
    WORK,
    State,
    _clashes_with_marked,
    _has,
    _mark,
)
from exactcover.jit import helper, kernel
from exactcover.links import END, Unsigned


@kernel
def release_items(state: State, most_work: int) -> None:
    """Let go of items that forbid nothing that the others allow."""
    limit = state.position[WORK] + np.uint64(most_work)
    for item in range(np.uint64(len(state.size))):
        if state.role[item] == STAYS:
            if item < state.n_primary:
                _merge_equal(state, item)
            elif _is_never_violated(state, item, limit):
                state.role[item] = FREE


@helper
def _merge_equal(state: State, item: Unsigned) -> None:
    """Let go of the later primary items that are in the same options as `item`."""
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
    """Tell whether all options of `item` have `other`."""
    begin = state.start[item]
    for k in range(begin, begin + state.size[item]):
        if not _has(state, state.first_of[state.block[k]], other):
            return False
    return True


@helper
def _is_never_violated(state: State, item: Unsigned, limit: Unsigned) -> bool:
    """Tell whether options that clash on `item` clash on another item that stays, too."""
    begin = state.start[item]
    end = begin + state.size[item]
    if _has_one_colour(state, begin, end):
        return True
    for k in range(begin, end):
        node = state.block[k]
        colour = state.colour_of[node]
        _mark(state, state.first_of[node])
        for j in range(begin, k):
            other = state.block[j]
            if colour == 0 or colour != state.colour_of[other]:
                if state.position[WORK] >= limit:
                    return False
                if not _clashes_with_marked(state, state.first_of[other], item):
                    return False
    return True


@helper
def _has_one_colour(state: State, begin: Unsigned, end: Unsigned) -> bool:
    """Tell whether the nodes in these places all have one and the same colour."""
    colour = state.colour_of[state.block[begin]] if begin < end else ONE
    for k in range(begin, end):
        if colour == 0 or state.colour_of[state.block[k]] != colour:
            return False
    return True
