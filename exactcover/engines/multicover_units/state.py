"""The position of a search that counts units, its decisions, and how they are undone."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned

ONE = np.uint32(1)
NONE = np.uint32(0xFFFFFFFF)

# The values of `State.fate`.
OPEN, CHOSEN, OUT = np.uint32(0), np.uint32(1), np.uint32(2)
# The places of `State.position`.
PHASE, DEPTH, DECIDED, QUEUED, OFFERED, NODES, UPDATES, SOLUTIONS = range(8)
# The phases of the search: visit a node, make the choice under the cursor, or back up.
ENTER, CHOOSE, BACK_UP = range(3)
# The columns of `State.levels`.
FIRST, CURSOR, LAST, SKIP, MARK = range(5)

CHANGING = (
    "covered", "open", "n_open", "fixed", "fate", "trail", "offered", "levels", "position"
)  # fmt: skip
"""The arrays of `State` that a search changes; the queue is empty between two steps."""


class State(NamedTuple):
    """The position of a search; see `exactcover.problem.links.Links` for the first nine arrays.

    ========== ================= ========== =====================================================
    array      shape             indexed by holds
    ========== ================= ========== =====================================================
    most       (n_primary,)      item       the most units of it that one option covers
    covered    (n_items,)        item       how many units the chosen options cover; of a
                                            secondary item, how many options
    open       (n_items,)        item       how many units the open options cover
    n_open     (n_items,)        item       how many open options it has
    fixed      (n_items,)        item       of a secondary item that is covered, its colour
    fate       (n_options,)      option     OPEN, CHOSEN or OUT
    trail      (n_options,)      place      the options decided, in this order
    queue      (n_items,)        place      items whose options may have to be decided
    is_queued  (n_items,)        item       whether it is in the queue
    offered    (2 n_options + 2) place      the options of the alternatives of all levels
    levels     (n_options, 5)    level      FIRST, CURSOR, LAST: its alternatives in `offered`, and
                                            the one taken; SKIP: the place of the alternative "leave
                                            out the option before this place", or NONE; MARK: how
                                            many options were decided before
    position   (8,), uint64      PHASE ...  where the search stands, and its counters
    ========== ================= ========== =====================================================

    All but `position` are uint32.
    """

    item_of: U32
    colour_of: U32
    option_of: U32
    unit_of: U32
    node_of: U32
    start: U32
    size: U32
    block: U32
    low: U32
    high: U32
    most: U32
    covered: U32
    open: U32
    n_open: U32
    fixed: U32
    fate: U32
    trail: U32
    queue: U32
    is_queued: U32
    offered: U32
    levels: U32
    position: NDArray[np.uint64]
    n_primary: int


def initial_state(links: Links) -> State:
    """Return the position before a search, in which all items are to be looked at."""
    n_options, n_items, n_primary = len(links.node_of), len(links.start), links.n_primary
    unit_of = links.unit_of if len(links.unit_of) else np.ones_like(links.item_of)
    is_node = links.item_of != END
    items, units = links.item_of[is_node], unit_of[is_node]
    most = np.zeros(n_items, dtype=np.uint32)
    np.maximum.at(most, items, units)
    empty = np.zeros(n_items, dtype=np.uint32)
    position = np.zeros(8, dtype=np.uint64)
    position[QUEUED] = n_items
    return State(
        links.item_of,
        links.colour_of,
        links.option_of,
        unit_of,
        links.node_of,
        links.start,
        links.size,
        links.block,
        links.low,
        links.high,
        most[:n_primary],
        empty,
        np.bincount(items, units, n_items).astype(np.uint32),
        links.size.copy(),
        empty.copy(),
        np.zeros(n_options, dtype=np.uint32),
        np.zeros(n_options, dtype=np.uint32),
        np.arange(n_items, dtype=np.uint32)[::-1].copy(),
        np.ones(n_items, dtype=np.uint32),
        np.zeros(2 * n_options + 2, dtype=np.uint32),
        np.zeros((n_options + 1, 5), dtype=np.uint32),
        position,
        n_primary,
    )


@helper
def decide(state: State, option: Unsigned, fate: Unsigned) -> bool:
    """Choose an open option, or leave it out; return False if an item is covered too often."""
    position, is_possible = state.position, True
    state.fate[option] = fate
    state.trail[position[DECIDED]] = option
    position[DECIDED] += ONE
    node = state.node_of[option]
    while state.item_of[node] != END:
        item, units = state.item_of[node], state.unit_of[node]
        state.open[item] -= units
        state.n_open[item] -= ONE
        if fate == CHOSEN:
            state.covered[item] += units
            if item < state.n_primary:
                if state.covered[item] > state.high[item]:
                    is_possible = False
            elif state.covered[item] == ONE:
                state.fixed[item] = state.colour_of[node]
            elif state.colour_of[node] == 0 or state.colour_of[node] != state.fixed[item]:
                is_possible = False
        if state.is_queued[item] == 0:
            state.is_queued[item] = ONE
            state.queue[position[QUEUED]] = item
            position[QUEUED] += ONE
        node += ONE
    return is_possible


@helper
def undo(state: State, mark: Unsigned) -> None:
    """Undo the last decisions, until `mark` of them are left."""
    position = state.position
    while position[DECIDED] > mark:
        position[DECIDED] -= ONE
        option = state.trail[position[DECIDED]]
        is_chosen = state.fate[option] == CHOSEN
        state.fate[option] = OPEN
        node = state.node_of[option]
        while state.item_of[node] != END:
            item, units = state.item_of[node], state.unit_of[node]
            state.open[item] += units
            state.n_open[item] += ONE
            if is_chosen:
                state.covered[item] -= units
            node += ONE


@helper
def propagate(state: State) -> bool:
    """Decide the options that the items in the queue decide; return False if an item fails."""
    position, is_possible = state.position, True
    while position[QUEUED] > 0:
        position[QUEUED] -= ONE
        item = state.queue[position[QUEUED]]
        state.is_queued[item] = 0
        if is_possible:
            if item < state.n_primary:
                is_possible = _propagate_primary(state, item)
            elif state.covered[item] > 0:
                is_possible = _propagate_secondary(state, item)
    return is_possible


@helper
def _propagate_primary(state: State, item: Unsigned) -> bool:
    """Leave out the options that cover too much of an item, and choose those that it needs.

    Each decision puts the item into the queue again, so that it is looked at until none follows.
    """
    low, high, covered, left = state.low[item], state.high[item], state.covered, state.open
    if covered[item] + left[item] < low or covered[item] > high:
        return False
    room, spare = high - covered[item], covered[item] + left[item] - low
    if room >= state.most[item] and spare >= state.most[item]:
        return True
    for k in range(state.start[item], state.start[item] + state.size[item]):
        node = state.block[k]
        option = state.option_of[node]
        if state.fate[option] == OPEN:
            units = state.unit_of[node]
            is_needed = units > covered[item] + left[item] - low
            if units > high - covered[item]:
                if is_needed or not decide(state, option, OUT):
                    return False
            elif is_needed and not decide(state, option, CHOSEN):
                return False
    state.position[UPDATES] += state.size[item]
    return True


@helper
def _propagate_secondary(state: State, item: Unsigned) -> bool:
    """Leave out the options that do not have the colour of an item that is covered."""
    colour = state.fixed[item]
    if state.n_open[item] == 0:
        return True
    for k in range(state.start[item], state.start[item] + state.size[item]):
        node = state.block[k]
        option = state.option_of[node]
        if state.fate[option] == OPEN and (colour == 0 or state.colour_of[node] != colour):
            decide(state, option, OUT)
    state.position[UPDATES] += state.size[item]
    return True


def check(state: State) -> None:
    """Assert that the sums of units follow from the options decided."""
    decided = state.trail[: state.position[DECIDED]]
    assert len(set(decided.tolist())) == len(decided)
    assert (state.fate[decided] != OPEN).all()
    assert np.count_nonzero(state.fate) == len(decided)
    assert not state.position[QUEUED]
    is_node = state.item_of != END
    items, units = state.item_of[is_node], state.unit_of[is_node].astype(np.int64)
    fate = state.fate[state.option_of[is_node]]
    n_items = len(state.start)
    for found, kind, weights in (
        (state.covered, CHOSEN, units),
        (state.open, OPEN, units),
        (state.n_open, OPEN, np.ones_like(units)),
    ):
        of_kind = fate == kind
        assert (found == np.bincount(items[of_kind], weights[of_kind], n_items)).all()
