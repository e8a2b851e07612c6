"""Sparse sets of the live options of items: the position of dancing cells, and its steps.

Other engines that search with dancing cells share it: those with a memo, with costs, and those that
build diagrams. `exactcover.engines.dancing_cells.engine` explains the flags.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import Out

ONE = np.uint32(1)
TAKEN = np.uint32(1 << 24)
"""The flag of a size: the search does not branch on this item, which is secondary or covered."""
COVERED = np.uint32(1 << 28)
"""The flag of a size: the item is covered, and its block does not change any more."""
SIZE = np.uint32((1 << 24) - 1)
NONE = np.uint32(0xFFFFFFFF)

# The places of `State.position`.
PHASE, DEPTH, SAVED, FORCED, NODES, UPDATES, SOLUTIONS = range(7)
# The phases of the search: visit a node, choose the option under the cursor, or back up.
ENTER, CHOOSE, BACK_UP = range(3)
# The columns of `State.levels`.
FIRST, CURSOR, LAST = range(3)


CHANGING = (
    "size", "block", "place", "levels", "saved", "changes", "change_start", "forced", "position"
)  # fmt: skip
"""The arrays of `State` that the kernels change."""
MOST_SAVED = 1 << 26
"""The most bytes for which `saved` has a row for each level; else it has one, and `changes`."""


class State(NamedTuple):
    """The position of a search; see `exactcover.problem.links.Links` for the first five arrays.

    ========== ===================== ============= ==============================================
    array      shape                 indexed by    holds
    ========== ===================== ============= ==============================================
    size       (n_items,)            item          live options of its block, and flags
    block      (n_blocks,)           place         every item's nodes, the live ones first
    place      (n_nodes,)            node          where in `block` it stands
    levels     (depth + 1, 3)        level         FIRST, CURSOR, LAST: the live options, in
                                                   `block`, of the item branched on; CURSOR is
                                                   at the one chosen
    saved      (depth + 1, n_items)  open level    `size` as it was when the level was opened
    forced     (n_items + 1,)        0 .. FORCED   items that fell to one option
    position   (7,), uint64          PHASE ...     where the search stands, and its counters
    ========== ===================== ============= ==============================================

    All but `position` are uint32. A level is open while CURSOR + 1 < LAST; only open levels have a
    row in `saved`. The kernels change every array but the five of `Links`.

    In a large problem `saved` would need too much memory. Then it has only the row of the last open
    level, and for each open level `changes` has the items in which that of the level before
    differs, with its sizes: those of the open level k are the rows from `change_start[k]` to
    `change_start[k + 1]`. Along a branch sizes only become smaller, so there are at most as many
    changes as nodes, and two for each item. In a small problem both arrays are empty.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    size: U32
    block: U32
    place: U32
    levels: U32
    saved: U32
    changes: U32
    change_start: U32
    forced: U32
    position: NDArray[np.uint64]
    n_primary: int


def initial_state(links: Links) -> State:
    """Return the position before a search; its memory is linear in the size of the problem."""
    size = links.size.copy()
    size[links.n_primary :] |= TAKEN
    n_rows, n_changes = links.depth + 1, 0
    if n_rows * links.n_items * size.itemsize > MOST_SAVED:
        n_rows, n_changes = 1, len(links.item_of) + 2 * links.n_items
    return State(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.option_of,
        links.start,
        size,
        links.block.copy(),
        links.place.copy(),
        np.zeros((links.depth + 1, 3), dtype=np.uint32),
        # The operating system provides memory only for rows that are written, which are few.
        np.empty((n_rows, links.n_items), dtype=np.uint32),
        np.empty((n_changes, 2), dtype=np.uint32),
        np.zeros(links.depth + 2 if n_changes else 0, dtype=np.uint32),
        np.zeros(links.n_items + 1, dtype=np.uint32),
        np.zeros(7, dtype=np.uint64),
        links.n_primary,
    )


@helper
def is_live(state: State, node: Unsigned) -> bool:
    """Return whether the option that begins at `node` may still be chosen."""
    while state.item_of[node] >= state.n_primary:
        node += ONE
    item = state.item_of[node]
    if state.size[item] >= COVERED:
        return False
    return bool(state.place[node] < state.start[item] + state.size[item])


@helper
def take(state: State, node: Unsigned, may_fail: bool) -> bool:
    """Choose the option of `node`: cover its items; False if that leaves an item without options.

    To cover a primary item and to purify a secondary one is the same: all options of another
    colour are hidden, and having no colour is to differ from every other option.
    """
    size, item_of, colour_of = state.size, state.item_of, state.colour_of
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        size[item_of[node]] |= TAKEN
        node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if size[item] < COVERED:
            begin = state.start[item]
            end = begin + (size[item] & SIZE)
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
def hide(state: State, node: Unsigned, may_fail: bool) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    With `may_fail`, stop and return False when a primary item would be left without options, and
    note the items that are left with one.
    """
    size, block, place, item_of = state.size, state.block, state.place, state.item_of
    position = state.position
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        left = size[item]
        if left < COVERED:
            left -= ONE
            if may_fail and left <= 1:
                if left == 0:
                    return False
                state.forced[position[FORCED]] = item
                position[FORCED] += ONE
            size[item] = left
            # Swap the node with the last live one of its block.
            gap = place[node]
            end = state.start[item] + (left & SIZE)
            moved = block[end]
            block[end] = node
            place[node] = end
            block[gap] = moved
            place[moved] = gap
        node += ONE
    position[UPDATES] += node - first
    return True


@helper
def put(state: State, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    depth = state.position[DEPTH]
    for level in range(depth):
        out.rows[found, level] = state.option_of[state.block[state.levels[level, CURSOR]]]
    out.lengths[found] = depth


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    nodes = links.block
    assert (state.block[state.place[nodes]] == nodes).all()
    owner = np.repeat(np.arange(links.n_items), links.size)
    assert (state.item_of[state.block] == owner).all()
    levels = state.levels[: state.position[DEPTH]]
    n_open = int((levels[:, CURSOR] + 1 < levels[:, LAST]).sum())
    assert state.position[SAVED] == n_open
    is_covered = state.size >= COVERED
    is_solved = len(levels) > 0 and is_covered[: links.n_primary].all()
    if state.position[PHASE] != ENTER and not (state.position[PHASE] == BACK_UP and is_solved):
        return  # between two choices, or after a failure, the sizes are not up to date
    wanted = np.zeros(links.n_items, dtype=np.uint32)
    taken = np.zeros(links.n_items, dtype=np.bool_)
    for option in state.option_of[state.block[levels[:, CURSOR]]]:
        node = links.node_of[option]
        while state.item_of[node] != END:
            wanted[state.item_of[node]] = state.colour_of[node]
            taken[state.item_of[node]] = True
            node += ONE
    assert (taken == is_covered).all()
    # A node hides its option if its item is covered, and not by the same colour.
    colours = state.colour_of[nodes]
    items = state.item_of[nodes]
    clashes = is_covered[items] & ((colours == 0) | (colours != wanted[items]))
    is_dead = np.zeros(len(state.item_of), dtype=np.bool_)
    is_dead[state.first_of[nodes[clashes]]] = True
    is_live_node = ~is_dead[state.first_of]
    for item in np.flatnonzero(~is_covered):
        first = state.start[item]
        live = state.block[first : first + (state.size[item] & SIZE)]
        block = state.block[first : first + links.size[item]]
        assert set(live.tolist()) == set(block[is_live_node[block]].tolist())
