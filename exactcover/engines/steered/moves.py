"""The steps of a steered search: those of dancing cells, which also note what hooks need to know.

`take` and `hide` are those of `exactcover.engines.dancing_cells.cells`. They also note which item
lost its last option and, to keep consistency, which options were deleted; and they keep the numbers
of items with bounds. They stand here a second time so that plain searches do not pay for it.

A branch on an item that may be covered several times offers one of its options, or to do without
that one. A branch on an item that may be covered once more offers all its options, and, if it needs
none, to do without them. That alternative, at SKIP, always comes last.
"""

import numpy as np

from exactcover.engines.dancing_cells import branching
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
    SIZE,
    TAKEN,
    UPDATES,
    put,
)
from exactcover.engines.steered.state import (
    CULPRIT,
    GONE,
    HAS_BOUNDS,
    IS_CONSISTENT,
    SKIP,
    SKIPPED,
    State,
)
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import Out


@helper
def take(state: State, node: Unsigned) -> bool:
    """Choose the option of `node`: cover its items; False if that leaves an item too few options.

    The item is then at CULPRIT.
    """
    size, item_of, colour_of = state.cells.size, state.cells.item_of, state.cells.colour_of
    first = state.cells.first_of[node]
    if state.settings[HAS_BOUNDS]:
        count_cover(state, first)
    else:
        node = first
        while item_of[node] != END:
            size[item_of[node]] |= TAKEN
            node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if TAKEN <= size[item] < COVERED:
            begin = state.cells.start[item]
            end = begin + (size[item] & SIZE)
            size[item] |= COVERED
            colour = colour_of[node]
            for k in range(begin, end):
                other = state.cells.block[k]
                differs = colour == 0 or colour_of[other] != colour
                if differs and not hide(state, other, True):
                    return False
        node += ONE
    return True


@helper
def count_cover(state: State, node: Unsigned) -> None:
    """Count a cover of the items of the option that begins at `node`."""
    size, item_of = state.cells.size, state.cells.item_of
    while item_of[node] != END:
        item = item_of[node]
        if item < state.cells.n_primary:
            state.bound[item] -= ONE
            if state.need[item] > 0:
                state.need[item] -= ONE
            if state.bound[item] == 0:
                size[item] |= TAKEN
            elif state.need[item] == 0 and size[item] == 0:
                size[item] = COVERED
        node += ONE


@helper
def give_back(state: State, node: Unsigned) -> None:
    """Undo `count_cover`, but for the sizes."""
    item_of = state.cells.item_of
    node = state.cells.first_of[node]
    while item_of[node] != END:
        item = item_of[node]
        if item < state.cells.n_primary:
            state.bound[item] += ONE
            if state.bound[item] > state.slack[item]:
                state.need[item] = state.bound[item] - state.slack[item]
        node += ONE


@helper
def hide(state: State, node: Unsigned, may_fail: bool) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    With `may_fail`, stop and return False when a primary item would be left with too few options,
    and note the items that need all that are left. Without it, the choice of the option may follow.
    """
    size, block, place, item_of = (
        state.cells.size,
        state.cells.block,
        state.cells.place,
        state.cells.item_of,
    )
    position = state.cells.position
    first = state.cells.first_of[node]
    if state.settings[IS_CONSISTENT]:
        note_gone(state, first)
    node = first
    while item_of[node] != END:
        item = item_of[node]
        left = size[item]
        if left < COVERED:
            left -= ONE
            need = state.need[item]
            if left <= need:
                if may_fail and need > 0:
                    if left < need:
                        position[CULPRIT] = item
                        return False
                    state.cells.forced[position[FORCED]] = item
                    position[FORCED] += ONE
                if left == 0 and need == 0:
                    left |= COVERED
            size[item] = left
            # Swap the node with the last live one of its block.
            gap = place[node]
            end = state.cells.start[item] + (left & SIZE)
            moved = block[end]
            block[end] = node
            place[node] = end
            block[gap] = moved
            place[moved] = gap
        node += ONE
    position[UPDATES] += node - first
    return True


@helper
def note_gone(state: State, node: Unsigned) -> None:
    """Note that the option of a node is deleted: what it supports needs another support."""
    state.gone[state.cells.position[GONE]] = state.cells.option_of[node]
    state.cells.position[GONE] += ONE


@helper
def branch(state: State, item: Unsigned) -> None:
    """Open a level for an item, and save what belongs to it."""
    row = state.cells.position[SAVED]
    if state.settings[HAS_BOUNDS]:
        offer(state, item)
    else:
        branching.branch(state.cells, item)
    if state.cells.position[SAVED] > row:
        for k in range(np.uint64(len(state.own))):
            state.kept[row, k] = state.own[k]


@helper
def offer(state: State, item: Unsigned) -> None:
    """Open a level for an item that may have bounds: hide the options it offers, save the sizes."""
    position, size, levels = state.cells.position, state.cells.size, state.cells.levels
    first = state.cells.start[item]
    may_skip = size[item] > state.need[item]
    if state.bound[item] == 1:
        last = first + size[item]
        may_skip = state.need[item] == 0
        size[item] |= COVERED
        for k in range(first, last):
            hide(state, state.cells.block[k], False)
    else:
        node = state.cells.block[first]
        hide(state, node, False)
        first = state.cells.place[node]
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
    position[GONE] = 0  # `note_siblings` follows
    if last - first > 1:
        branching.save(state.cells)


@helper
def is_skipping(state: State, level: Unsigned) -> bool:
    """Return whether a level chose none of its options."""
    return bool(state.cells.levels[level, CURSOR] == state.cells.levels[level, SKIP])


@helper
def close_levels(state: State) -> None:
    """Close the levels that have no alternative left."""
    if not state.settings[HAS_BOUNDS]:
        branching.close_levels(state.cells)
        return
    position, levels = state.cells.position, state.cells.levels
    depth = position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
        if is_skipping(state, depth):
            position[SKIPPED] -= ONE
        else:
            give_back(state, state.cells.block[levels[depth, CURSOR]])
    position[DEPTH] = depth


@helper
def next_option(state: State) -> None:
    """Undo the choice made on the last level, and move to its next alternative."""
    row = state.cells.position[SAVED] - ONE
    for k in range(np.uint64(len(state.own))):
        state.own[k] = state.kept[row, k]
    if state.settings[HAS_BOUNDS]:
        level = state.cells.position[DEPTH] - ONE
        give_back(state, state.cells.block[state.cells.levels[level, CURSOR]])
    branching.next_option(state.cells)


@helper
def note_siblings(state: State) -> None:
    """Note that all options of the last level but the one chosen are deleted.

    With bounds that one, too, is deleted: an item may need another one beside it.
    """
    levels, level = state.cells.levels, state.cells.position[DEPTH] - ONE
    cursor, skip = levels[level, CURSOR], levels[level, SKIP]
    for k in range(levels[level, FIRST], levels[level, LAST]):
        if k != skip and (k != cursor or state.settings[HAS_BOUNDS]):
            note_gone(state, state.cells.block[k])


@helper
def put_chosen(state: State, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if not state.settings[HAS_BOUNDS]:
        put(state.cells, out, found)
        return
    if len(out.rows) == 0:
        return
    n_chosen = np.uint32(0)
    for level in range(state.cells.position[DEPTH]):
        if not is_skipping(state, level):
            node = state.cells.block[state.cells.levels[level, CURSOR]]
            out.rows[found, n_chosen] = state.cells.option_of[node]
            n_chosen += ONE
    out.lengths[found] = n_chosen
