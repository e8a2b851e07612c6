"""The choice of the item to branch on, and what the orders learn from failures.

An item with at most one option comes first in any order, and so do the items to be decided first
before others with more options (Knuth's sharp preference).

Where items have bounds, the number of options stands for a degree: one more than the options that
an item could do without. It is 1 if all its options must be chosen, and 0 if there are too few.

References
----------
F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting
constraints, ECAI 2004 (weights). C. Lecoutre, L. Sais, S. Tabary and V. Vidal, Reasoning from last
conflict(s) in constraint programming, Artificial Intelligence 173 (2009). H. Li, M. Yin and Z. Li,
Failure based variable ordering heuristics for solving CSPs, CP 2021 (failure rates).
"""

from typing import Any

import numpy as np

from exactcover.engines.dancing_cells import branching
from exactcover.engines.dancing_cells.cells import (
    CURSOR,
    DEPTH,
    FIRST,
    FORCED,
    LAST,
    NONE,
    ONE,
    TAKEN,
)
from exactcover.engines.steered.state import (
    CHOOSER,
    CONFLICT,
    CULPRIT,
    FAILURE_RATE,
    FAILURES,
    HAS_BOUNDS,
    INPUT,
    IS_PLAIN,
    LAST_CONFLICT,
    N_FIRST,
    NO_HOOK,
    ORDER,
    SKIPPED,
    TRIES,
    WEIGHTED,
    State,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.pointers import call
from exactcover.runtime.kernels.types import Unsigned

WRONG_ITEM = np.uint32(0xFFFFFFFE)
"""The result of `select` if a hook raised an error, or named no open item."""
TWO = np.uint32(2)


@helper
def select(state: State, hook: Any) -> Unsigned:
    """Return the item to branch on, NONE if all are covered, or WRONG_ITEM."""
    item = next_forced(state)
    if item != NONE:
        return item
    settings, position = state.settings, state.cells.position
    item = smallest(state) if settings[HAS_BOUNDS] else branching.smallest(state.cells)
    if item == NONE or state.cells.size[item] <= state.need[item]:
        return item
    if settings[CHOOSER] != NO_HOOK:
        named = call(settings[CHOOSER], hook, np.uint64(position[DEPTH] - position[SKIPPED]))
        if named != -1:
            if not 0 <= named < state.cells.n_primary:
                return WRONG_ITEM
            item = state.inner[np.uint64(named)]
            return item if state.cells.size[item] < TAKEN else WRONG_ITEM
    if settings[IS_PLAIN]:
        return item
    return first_in_order(state)


@helper
def next_forced(state: State) -> Unsigned:
    """Return an item of which all live options must be chosen, or NONE.

    The item stays in `forced`, because it may have to be covered more than once.
    """
    position, size = state.cells.position, state.cells.size
    while position[FORCED] > 0:
        item = state.cells.forced[position[FORCED] - ONE]
        if size[item] == state.need[item]:
            return item
        position[FORCED] -= ONE
    return NONE


@helper
def smallest(state: State) -> Unsigned:
    """Return the open item with the least degree, the first of them, or NONE."""
    size, need = state.cells.size, state.need
    best, least = NONE, TAKEN
    for item in range(np.uint64(state.cells.n_primary)):
        if size[item] < TAKEN:
            if size[item] < need[item]:
                return np.uint32(item)
            spare = size[item] - need[item]
            if spare < least:
                best, least = np.uint32(item), np.uint32(spare)
    return best


@helper
def first_in_order(state: State) -> Unsigned:
    """Return the first open item in the order of the search; every one has several options."""
    settings, size, order = state.settings, state.cells.size, state.order
    kind, n_first = settings[ORDER], np.uint64(settings[N_FIRST])
    conflict = state.cells.position[CONFLICT]
    if kind == LAST_CONFLICT and conflict > 0 and size[conflict - ONE] < TAKEN:
        return np.uint32(conflict - ONE)
    best, least = NONE, np.inf
    for k in range(np.uint64(len(order))):
        if k == n_first and best != NONE:
            break
        item = order[k]
        if size[item] < TAKEN:
            if kind == INPUT:
                return item
            value = np.float64(size[item] + ONE - state.need[item]) / state.weights[item]
            if kind == FAILURE_RATE:
                value *= np.float64(state.rates[item, TRIES] + TWO)
                value /= np.float64(state.rates[item, FAILURES] + ONE)
            if value < least:
                best, least = item, value
    return best


@helper
def learn(state: State, has_failed: bool, has_culprit: bool) -> None:
    """Note that the option under the cursor was chosen, and whether that failed.

    `has_culprit` says that an item lost its last option, which is at CULPRIT.
    """
    position = state.cells.position
    level = position[DEPTH] - ONE
    item = state.cells.item_of[state.cells.block[state.cells.levels[level, CURSOR]]]
    state.rates[item, TRIES] += ONE
    if not has_failed:
        return
    state.rates[item, FAILURES] += ONE
    if state.cells.levels[level, FIRST] + ONE < state.cells.levels[level, LAST]:
        position[CONFLICT] = item + ONE
    if has_culprit and state.settings[ORDER] == WEIGHTED:
        state.weights[position[CULPRIT]] += 1.0
