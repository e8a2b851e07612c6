"""The search that counts units: which item it branches on, and its loop."""

import numpy as np

from exactcover.engines.multicover_units.state import (
    BACK_UP,
    CHOOSE,
    CHOSEN,
    CURSOR,
    DECIDED,
    DEPTH,
    ENTER,
    FIRST,
    LAST,
    MARK,
    NODES,
    NONE,
    OFFERED,
    ONE,
    OPEN,
    OUT,
    PHASE,
    SKIP,
    SOLUTIONS,
    UPDATES,
    State,
    decide,
    propagate,
    undo,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, OUT_FULL, Out


@helper
def most_urgent(state: State) -> Unsigned:
    """Return the item with the least degree of those that need more units, or NONE.

    If an item needs n more options at least and has k open ones, k + 1 - n of them can be chosen
    first: that is its degree.
    """
    best, least = NONE, NONE
    for item in range(np.uint32(state.n_primary)):
        if state.covered[item] < state.low[item]:
            need = state.low[item] - state.covered[item]
            most = state.most[item]
            degree = state.n_open[item] + ONE - (need + most - ONE) // most
            if degree < least:
                best, least = np.uint32(item), degree
    return best


@helper
def open_level(state: State) -> bool:
    """Open a level of alternatives; return False if all options are decided."""
    item = most_urgent(state)
    if item == NONE:
        for option in range(np.uint32(len(state.fate))):
            if state.fate[option] == OPEN:
                offer_one(state, np.uint32(option))
                return True
        return False
    least = second = NONE
    best = most = np.uint32(0)
    for k in range(state.start[item], state.start[item] + state.size[item]):
        node = state.block[k]
        if state.fate[state.option_of[node]] == OPEN:
            units = state.unit_of[node]
            if units > most:
                most, best = units, state.option_of[node]
            if units < least:
                second, least = least, units
            elif units < second:
                second = units
    room = state.high[item] - state.covered[item]
    # Without overflow: is there room for the smallest two?
    if second < room and least <= room - second:
        offer_one(state, best)
    else:
        offer_all(state, item)
    state.position[UPDATES] += state.size[item]
    return True


@helper
def offer_one(state: State, option: Unsigned) -> None:
    """Open a level of two alternatives: choose an option, or leave it out."""
    first = state.position[OFFERED]
    state.offered[first] = option
    push_level(state, first, first + ONE, first + ONE + ONE)


@helper
def offer_all(state: State, item: Unsigned) -> None:
    """Open a level for an item of whose open options exactly one can be chosen."""
    first = state.position[OFFERED]
    last = first
    for k in range(state.start[item], state.start[item] + state.size[item]):
        option = state.option_of[state.block[k]]
        if state.fate[option] == OPEN:
            state.offered[last] = option
            last += ONE
    push_level(state, first, NONE, last)


@helper
def push_level(state: State, first: Unsigned, skip: Unsigned, last: Unsigned) -> None:
    """Open a level."""
    position = state.position
    level = position[DEPTH]
    state.levels[level, FIRST] = first
    state.levels[level, CURSOR] = first
    state.levels[level, LAST] = last
    state.levels[level, SKIP] = skip
    state.levels[level, MARK] = position[DECIDED]
    position[DEPTH] = level + ONE
    position[OFFERED] = last


@helper
def take_alternative(state: State) -> bool:
    """Make the choice under the cursor of the last level; return False if an item fails."""
    level = state.position[DEPTH] - ONE
    cursor = state.levels[level, CURSOR]
    if cursor == state.levels[level, SKIP]:
        is_possible = decide(state, state.offered[cursor - ONE], OUT)
    else:
        is_possible = decide(state, state.offered[cursor], CHOSEN)
    return propagate(state) and is_possible


@helper
def next_alternative(state: State) -> bool:
    """Undo the last levels, until one has another alternative; return False if none has."""
    position, levels = state.position, state.levels
    while position[DEPTH] > 0:
        level = position[DEPTH] - ONE
        undo(state, np.uint64(levels[level, MARK]))
        levels[level, CURSOR] += ONE
        if levels[level, CURSOR] < levels[level, LAST]:
            return True
        position[OFFERED] = levels[level, FIRST]
        position[DEPTH] = level
    return False


@helper
def put(state: State, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n_chosen = np.uint32(0)
    for k in range(state.position[DECIDED]):
        option = state.trail[k]
        if state.fate[option] == CHOSEN:
            out.rows[found, n_chosen] = option
            n_chosen += ONE
    out.lengths[found] = n_chosen


@kernel
def begin(state: State, options: U32, fates: U32) -> bool:
    """Decide some options before the search begins; if an item fails, the search ends at once."""
    is_possible = propagate(state)
    for k in range(len(options)):
        fate = state.fate[options[k]]
        if is_possible and fate == OPEN:
            is_possible = decide(state, options[k], fates[k])
            is_possible = propagate(state) and is_possible
        elif fate != fates[k]:
            is_possible = False
    if not is_possible:
        state.position[PHASE] = BACK_UP
    return is_possible


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search for all solutions, up to a limit or the end."""
    position = state.position
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found, most = np.uint64(0), np.uint64(out.room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if position[NODES] >= last_node:
                break
            position[NODES] += ONE
            if open_level(state):
                phase = np.uint64(CHOOSE)
            else:
                put(state, out, found)
                position[SOLUTIONS] += ONE
                found += ONE
                phase = np.uint64(BACK_UP)
                if found >= most:
                    status = OUT_FULL
                    break
        elif phase == CHOOSE:
            phase = np.uint64(ENTER if take_alternative(state) else BACK_UP)
        elif next_alternative(state):
            phase = np.uint64(CHOOSE)
        else:
            status = EXHAUSTED
            break
    position[PHASE] = phase
    return status
