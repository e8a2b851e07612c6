"""The sparse sets of the engine `multicover`: how options are hidden and chosen."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned

ONE = np.uint32(1)
TAKEN = np.uint32(1 << 24)
"""The flag of a degree: its item is not branched on, being secondary or covered to its bound."""
COVERED = np.uint32(1 << 28)
"""The flag of a degree: no option may cover its item any more."""
DEGREE = np.uint32((1 << 24) - 1)
NONE = np.uint32(0xFFFFFFFF)

# The indices of `State.position`.
PHASE, DEPTH, SAVED, FORCED, NODES, UPDATES, SOLUTIONS = range(7)
# The phases of the search: visit a node, choose the option under the cursor, or back up.
ENTER, CHOOSE, BACK_UP = range(3)
# The columns of `State.levels`.
FIRST, CURSOR, SKIP, LAST = range(4)


class State(NamedTuple):
    """The position of a search; see `exactcover.problem.links.Links` for the first five arrays.

    ========== ===================== ============= ==============================================
    array      shape                 indexed by    holds
    ========== ===================== ============= ==============================================
    degree     (n_items,)            item          its branching degree, and flags
    base       (n_items,)            item          start + covers needed - 1, so that its live
                                                   options are block[start : base + degree]
    bound      (n_primary,)          item          how often it may still be covered
    slack      (n_primary,)          item          bound - slack covers are needed, if positive
    block      (n_blocks + 1,)       place         every item's nodes, the live ones first; the
                                                   first place is empty, for base may be start - 1
    place      (n_nodes,)            node          where in `block` it stands
    levels     (n_levels, 4)         level         FIRST .. LAST: the alternatives, CURSOR: the one
                                                   taken. They are places in `block`, but for SKIP,
                                                   "none of these" (NONE where that cannot be)
    saved      (depth + 1, n_items)  open level    `degree` as it was when the level was opened
    forced     (n_items + 1,)        0 .. FORCED   items that fell to degree 1
    position   (7,), uint64          PHASE ...     where the search stands, and its counters
    ========== ===================== ============= ==============================================

    All but `position` are uint32. A secondary item's base is its start. A level is open while
    CURSOR + 1 < LAST; only open levels have a row in `saved`. `base` and `bound` are restored by
    giving back the options taken.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    degree: U32
    base: U32
    bound: U32
    slack: U32
    block: U32
    place: U32
    levels: U32
    saved: U32
    forced: U32
    position: NDArray[np.uint64]
    n_primary: int


def initial_state(links: Links) -> State:
    """Return the position at which a search begins."""
    need, bound = need_and_bound(links)
    start = links.start + ONE
    degree = links.size.copy()
    degree[: links.n_primary] += ONE - need
    degree[links.n_primary :] |= TAKEN
    base = start.copy()
    base[: links.n_primary] -= ONE - need
    n_levels = len(links.node_of) + links.n_primary + 1
    return State(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.option_of,
        start,
        degree,
        base,
        bound,
        bound - need,
        np.concatenate((np.zeros(1, dtype=np.uint32), links.block)),
        links.place + ONE,
        np.zeros((n_levels, 4), dtype=np.uint32),
        # The operating system provides memory only for rows that are written, which are few.
        np.empty((links.depth + 1, links.n_items), dtype=np.uint32),
        np.zeros(links.n_items + 1, dtype=np.uint32),
        np.zeros(7, dtype=np.uint64),
        links.n_primary,
    )


def need_and_bound(links: Links) -> tuple[U32, U32]:
    """Return how often each primary item must and may be covered.

    No item may be covered more often than it has options. An item with too few options needs one
    more than it has, so that it fails at once.
    """
    size = links.size[: links.n_primary]
    need = np.minimum(links.low, size + ONE)
    return need, np.maximum(np.minimum(links.high, size), need)


@helper
def take(state: State, node: Unsigned) -> bool:
    """Choose the option of `node`, which is hidden; False if that leaves an item with too few.

    An item that may be covered again needs one cover less. The other items are covered: all their
    options of another colour are hidden; without a colour, all their options are.
    """
    degree, base, item_of, colour_of = state.degree, state.base, state.item_of, state.colour_of
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if item < state.n_primary:
            state.bound[item] -= ONE
            if state.bound[item] == 0:
                degree[item] |= TAKEN
            elif base[item] >= state.start[item]:
                base[item] -= ONE
                degree[item] += ONE
        node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if degree[item] >= TAKEN and degree[item] < COVERED:
            begin = state.start[item]
            end = base[item] + (degree[item] & DEGREE)
            degree[item] |= COVERED
            colour = colour_of[node]
            for k in range(begin, end):
                other = state.block[k]
                differs = colour == 0 or colour_of[other] != colour
                if differs and not hide(state, other, True):
                    return False
        node += ONE
    return True


@helper
def give_back(state: State, node: Unsigned) -> None:
    """Undo what choosing the option of `node` did to the bounds of its items."""
    bound, item_of = state.bound, state.item_of
    node = state.first_of[node]
    while item_of[node] != END:
        item = item_of[node]
        if item < state.n_primary:
            bound[item] += ONE
            if bound[item] > 1 and bound[item] > state.slack[item]:
                state.base[item] += ONE
        node += ONE


@helper
def hide(state: State, node: Unsigned, is_chosen: bool) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    After the option of the level was chosen (`is_chosen`), stop and return False when the degree of
    an item would fall to 0, and record the items whose degree falls to 1 in `forced`. Before that,
    the choice may still raise a degree by 1: so stop and return False when one would fall below 0.
    """
    degree, block, place, item_of = state.degree, state.block, state.place, state.item_of
    position = state.position
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        left = degree[item]
        if left < COVERED:
            if is_chosen and left <= 2:
                # It may be at 0 already, by the options that the level has hidden.
                if left <= 1:
                    return False
                state.forced[position[FORCED]] = item
                position[FORCED] += ONE
            elif left == 0:
                return False
            left -= ONE
            degree[item] = left
            # Swap the node with the last live one of its block.
            gap = place[node]
            end = state.base[item] + (left & DEGREE)
            moved = block[end]
            block[end] = node
            place[node] = end
            block[gap] = moved
            place[moved] = gap
        node += ONE
    position[UPDATES] += node - first
    return True


@helper
def is_live(state: State, node: Unsigned) -> bool:
    """Return whether the option of `node` can still be chosen."""
    degree, item_of = state.degree, state.item_of
    node = state.first_of[node]
    while item_of[node] != END:
        item = item_of[node]
        if degree[item] < COVERED:
            return bool(state.place[node] < state.base[item] + (degree[item] & DEGREE))
        node += ONE
    return False


@helper
def retire(state: State, item: Unsigned) -> bool:
    """Mark an item of degree 1 as covered if it has and needs no options; return whether it is."""
    if state.base[item] < state.start[item]:
        state.degree[item] |= COVERED
        return True
    return False


def agree(links: Links, options: list[int]) -> bool:
    """Return whether these options exceed no bound and their colours agree."""
    if len(set(options)) < len(options):
        return False
    times: Counter[int] = Counter()
    colours: dict[int, int] = {}
    for option in options:
        node = int(links.node_of[option])
        while links.item_of[node] != END:
            item, colour = int(links.item_of[node]), int(links.colour_of[node])
            times[item] += 1
            if item < links.n_primary:
                if times[item] > links.high[item]:
                    return False
            elif times[item] > 1 and (colour == 0 or colours[item] != colour):
                return False
            colours[item] = colour
            node += 1
    return True


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    nodes = links.block
    n_primary = links.n_primary
    assert (state.block[state.place[nodes]] == nodes).all()
    owner = np.repeat(np.arange(links.n_items), links.size)
    assert (state.item_of[state.block[1:]] == owner).all()
    levels = state.levels[: state.position[DEPTH]]
    assert state.position[SAVED] == (levels[:, CURSOR] + 1 < levels[:, LAST]).sum()
    chosen = state.block[levels[:, CURSOR][levels[:, CURSOR] != levels[:, SKIP]]]
    if state.position[PHASE] == CHOOSE:
        chosen = chosen[:-1]  # the last one is not chosen yet
    covers, wanted = _covers(links, state.first_of[chosen])
    assert (covers[:n_primary] + state.bound == need_and_bound(links)[1]).all()
    need = np.maximum(state.bound.astype(int) - state.slack, 0)
    assert (state.base[:n_primary].astype(int) == state.start[:n_primary] + need - 1)[
        state.bound > 1
    ].all()
    is_solved = len(levels) > 0 and (state.degree[:n_primary] >= COVERED).all()
    if state.position[PHASE] != ENTER and not (state.position[PHASE] == BACK_UP and is_solved):
        return  # between two choices, or after a failure, the degrees are not up to date
    # A node hides its option if its item is covered, and not by the same colour.
    items, colours = state.item_of[nodes], state.colour_of[nodes]
    is_covered = covers > 0
    is_covered[:n_primary] = state.bound == 0
    clashes = is_covered[items] & ((colours == 0) | (colours != wanted[items]))
    is_dead = np.zeros(len(state.item_of), dtype=np.bool_)
    is_dead[state.first_of[nodes[clashes]]] = True
    for first, _, skip, last in levels:
        offered = state.block[first : last if skip == NONE else skip]
        is_dead[state.first_of[offered]] = True
    is_live_node = ~is_dead[state.first_of]
    for item in np.flatnonzero(state.degree < COVERED):
        first = state.start[item]
        live = state.block[first : state.base[item] + (state.degree[item] & DEGREE)]
        block = state.block[first : first + links.size[item]]
        assert set(live.tolist()) == set(block[is_live_node[block]].tolist())


def _covers(links: Links, firsts: U32) -> tuple[NDArray[np.int64], U32]:
    """Return how often each item is covered by these options, and its last colour."""
    covers = np.zeros(links.n_items, dtype=np.int64)
    colours = np.zeros(links.n_items, dtype=np.uint32)
    for node in firsts:
        while links.item_of[node] != END:
            covers[links.item_of[node]] += 1
            colours[links.item_of[node]] = links.colour_of[node]
            node += ONE
    return covers, colours
