"""Sparse sets of the live options of items: the position of dancing cells, and its steps.

All engines that search with dancing cells share them: `exactcover.engines.dancing_cells.engine`
explains the flags, and `exactcover.engines.multicover.engine` what bounds on items change. Whether
a state has bounds is a part of its type. So a kernel is compiled once for states without bounds and
once for states with them, and neither pays for the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.multicover.bounds import need_and_bound
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import Out

ONE, TWO = np.uint32(1), np.uint32(2)
TAKEN = np.uint32(1 << 24)
"""The flag of a size: the search does not branch on this item, which is secondary or covered."""
COVERED = np.uint32(1 << 28)
"""The flag of a size: no option may cover the item any more, and its block does not change."""
SIZE = np.uint32((1 << 24) - 1)
NONE = np.uint32(0xFFFFFFFF)

# The places of `State.position`.
PHASE, DEPTH, SAVED, FORCED, NODES, UPDATES, SOLUTIONS = range(7)
# The phases of the search: visit a node, choose the option under the cursor, or back up.
ENTER, CHOOSE, BACK_UP = range(3)
# The columns of `State.levels`.
FIRST, CURSOR, LAST, SKIP = range(4)


CHANGING = (
    "size", "block", "place", "levels", "saved", "changes", "change_start", "forced", "position"
)  # fmt: skip
"""The arrays of `State` that the kernels change; with bounds also these two."""
CHANGING_BOUNDS = ("base", "bound")


class State(NamedTuple):
    """The position of a search; see `exactcover.problem.links.Links` for the first five arrays.

    ========== ===================== ============= ==============================================
    array      shape                 indexed by    holds
    ========== ===================== ============= ==============================================
    size       (n_items,)            item          live options of its block, and flags
    block      (n_blocks,)           place         every item's nodes, the live ones first
    place      (n_nodes,)            node          where in `block` it stands
    levels     (n_levels, 4)         level         FIRST, CURSOR, LAST: the live options, in
                                                   `block`, of the item branched on; CURSOR is
                                                   at the one chosen; SKIP: NONE
    saved      (depth + 1, n_items)  open level    `size` as it was when the level was opened
    forced     (n_items + 1,)        0 .. FORCED   items that fell to one option
    position   (7,), uint64          PHASE ...     where the search stands, and its counters
    ========== ===================== ============= ==============================================

    All but `position` are uint32. A level is open while CURSOR + 1 < LAST; only open levels have a
    row in `saved`. The kernels change every array but the five of `Links`.

    In a large problem `saved` would need too much memory. Then it has only the row of the last open
    level, and for each open level `changes` has the items in which that of the level before
    differs, with its sizes: those of the open level k are the rows from `change_start[k]` to
    `change_start[k + 1]`. Along a branch a size changes at most once for each node (twice with
    bounds) and each flag. In a small problem both arrays are empty.

    With bounds, `bounded` has an item, otherwise none; see `has_bounds`. Without them, `base` is
    `start`, and `bound` and `slack` are empty. With them:

    ========== ===================== ============= ==============================================
    size       (n_items,)            item          the branching degree of a primary item
    base       (n_items,)            item          start + covers needed - 1, so that its live
                                                   options are block[start : base + size]
    bound      (n_primary,)          item          how often it may still be covered
    slack      (n_primary,)          item          bound - slack covers are needed, if positive
    block      (n_blocks + 1,)       place         the first place is empty, for base may be
                                                   start - 1
    levels     (n_levels, 4)         level         SKIP: the place before LAST, if it stands for
                                                   "none of these", or NONE
    ========== ===================== ============= ==============================================

    A secondary item's base is its start. `base` and `bound` are restored by giving back the options
    taken.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    size: U32
    base: U32
    bound: U32
    slack: U32
    block: U32
    place: U32
    levels: U32
    saved: U32
    changes: U32
    change_start: U32
    forced: U32
    position: NDArray[np.uint64]
    n_primary: int
    bounded: tuple[bool, ...]


@helper
def has_bounds(state: State) -> bool:
    """Return whether items have bounds; the compiler knows it from the type of the state."""
    return len(state.bounded) > 0


@helper
def is_live(state: State, node: Unsigned) -> bool:
    """Return whether the option of `node` may still be chosen."""
    size, item_of = state.size, state.item_of
    node = state.first_of[node]
    while item_of[node] != END:
        item = item_of[node]
        if size[item] < COVERED:
            return bool(state.place[node] < state.base[item] + (size[item] & SIZE))
        node += ONE
    return False


@helper
def take(state: State, node: Unsigned, may_fail: bool) -> bool:
    """Choose the option of `node`: cover its items; False if that leaves an item without options.

    To cover a primary item and to purify a secondary one is the same: all options of another
    colour are hidden, and having no colour is to differ from every other option. An item that may
    be covered again only needs one cover less. With bounds the option itself is hidden already.
    """
    size, item_of, colour_of = state.size, state.item_of, state.colour_of
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        if has_bounds(state):
            _count_cover(state, item_of[node])
        else:
            size[item_of[node]] |= TAKEN
        node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if size[item] < COVERED and (not has_bounds(state) or size[item] >= TAKEN):
            begin = state.start[item]
            end = state.base[item] + (size[item] & SIZE)
            size[item] |= COVERED
            colour = colour_of[node]
            for k in range(begin, end):
                other = state.block[k]
                differs = colour == 0 or colour_of[other] != colour
                if differs and not hide(state, other, may_fail):
                    return False
        node += ONE
    return True


@helper
def _count_cover(state: State, item: Unsigned) -> None:
    """Note that an item is covered once more: the last time, or it needs one cover less."""
    if item < state.n_primary:
        state.bound[item] -= ONE
        if state.bound[item] == 0:
            state.size[item] |= TAKEN
        elif state.base[item] >= state.start[item]:
            state.base[item] -= ONE
            state.size[item] += ONE


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
def hide(state: State, node: Unsigned, may_fail: bool) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    With `may_fail`, stop and return False when a primary item would be left without options, and
    note the items that are left with one. Under bounds, sizes are degrees; and without `may_fail`,
    before a choice that may still raise a degree by 1, stop when one would fall below 0.
    """
    size, block, place, item_of = state.size, state.block, state.place, state.item_of
    position = state.position
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        left = size[item]
        if left < COVERED:
            if may_fail and left <= TWO:
                # Under bounds it may be 0 already, by the options that the level has hidden.
                if left <= ONE:
                    return False
                state.forced[position[FORCED]] = item
                position[FORCED] += ONE
            elif has_bounds(state) and left == 0:
                return False
            left -= ONE
            size[item] = left
            # Swap the node with the last live one of its block.
            gap = place[node]
            end = state.base[item] + (left & SIZE)
            moved = block[end]
            block[end] = node
            place[node] = end
            block[gap] = moved
            place[moved] = gap
        node += ONE
    position[UPDATES] += node - first
    return True


@helper
def retire(state: State, item: Unsigned) -> bool:
    """Mark an item of degree 1 as covered if it has and needs no options; return whether it is."""
    if has_bounds(state) and state.base[item] < state.start[item]:
        state.size[item] |= COVERED
        return True
    return False


@helper
def put(state: State, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    levels, n_chosen = state.levels, np.uint32(0)
    for level in range(state.position[DEPTH]):
        cursor = levels[level, CURSOR]
        if not has_bounds(state) or cursor != levels[level, SKIP]:
            out.rows[found, n_chosen] = state.option_of[state.block[cursor]]
            n_chosen += ONE
    out.lengths[found] = n_chosen


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    nodes, n_primary = links.block, links.n_primary
    assert (state.block[state.place[nodes]] == nodes).all()
    owner = np.repeat(np.arange(links.n_items), links.size)
    assert (state.item_of[state.block[len(state.bounded) :]] == owner).all()
    levels = state.levels[: state.position[DEPTH]]
    assert state.position[SAVED] == (levels[:, CURSOR] + 1 < levels[:, LAST]).sum()
    chosen = state.block[levels[:, CURSOR][levels[:, CURSOR] != levels[:, SKIP]]]
    if state.position[PHASE] == CHOOSE:
        chosen = chosen[:-1]  # the last one is not chosen yet
    covers, wanted = _covers(links, state.first_of[chosen])
    is_covered = covers > 0
    if state.bounded:
        _check_bounds(links, state, covers)
        is_covered[:n_primary] = state.bound == 0
    is_solved = len(levels) > 0 and (state.size[:n_primary] >= COVERED).all()
    if state.position[PHASE] != ENTER and not (state.position[PHASE] == BACK_UP and is_solved):
        return  # between two choices, or after a failure, the sizes are not up to date
    if not state.bounded:
        assert (is_covered == (state.size >= COVERED)).all()
    # A node hides its option if its item is covered, and not by the same colour.
    items, colours = state.item_of[nodes], state.colour_of[nodes]
    clashes = is_covered[items] & ((colours == 0) | (colours != wanted[items]))
    is_dead = np.zeros(len(state.item_of), dtype=np.bool_)
    is_dead[state.first_of[nodes[clashes]]] = True
    for first, _, last, skip in levels:
        is_dead[state.first_of[state.block[first : min(last, skip)]]] = True
    is_live_node = ~is_dead[state.first_of]
    for item in np.flatnonzero(state.size < COVERED):
        first = state.start[item]
        live = state.block[first : state.base[item] + (state.size[item] & SIZE)]
        block = state.block[first : first + links.size[item]]
        assert set(live.tolist()) == set(block[is_live_node[block]].tolist())


def _check_bounds(links: Links, state: State, covers: NDArray[np.int64]) -> None:
    """Assert that what items need and allow follows from how often they are covered."""
    n_primary = links.n_primary
    assert (covers[:n_primary] + state.bound == need_and_bound(links)[1]).all()
    need = np.maximum(state.bound.astype(int) - state.slack, 0)
    base = state.start[:n_primary] + need - 1
    assert (state.base[:n_primary] == base)[state.bound > 1].all()


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
