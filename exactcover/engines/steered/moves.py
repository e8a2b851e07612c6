"""The steps of a steered search: those of dancing cells, which also note what hooks need to know.

`take` and `hide` are those of `exactcover.engines.dancing_cells.cells`, and note which item lost
its last option and, to keep consistency, which options were deleted. They stand here a second time
so that plain searches do not pay for it.
"""

import numpy as np

from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned
from exactcover.engines.dancing_cells import branching
from exactcover.engines.dancing_cells.cells import (
    COVERED,
    CURSOR,
    DEPTH,
    FIRST,
    FORCED,
    LAST,
    ONE,
    SAVED,
    SIZE,
    TAKEN,
    UPDATES,
)
from exactcover.engines.steered.state import CULPRIT, GONE, IS_CONSISTENT, State
from exactcover.problem.links import END


@helper
def take(state: State, node: Unsigned) -> bool:
    """Choose the option of `node`: cover its items; False if that leaves an item without options.

    The item is then at CULPRIT.
    """
    size, item_of, colour_of = state.cells.size, state.cells.item_of, state.cells.colour_of
    first = state.cells.first_of[node]
    node = first
    while item_of[node] != END:
        size[item_of[node]] |= TAKEN
        node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if size[item] < COVERED:
            begin = state.cells.start[item]
            end = begin + (size[item] & SIZE)
            size[item] |= COVERED
            colour = colour_of[node]
            for k in range(begin, end):
                other = state.cells.block[k]
                differs = colour == 0 or colour_of[other] != colour
                if differs and not hide(state, other):
                    return False
        node += ONE
    return True


@helper
def hide(state: State, node: Unsigned) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    Stop and return False when a primary item would be left without options; note the items that
    are left with one.
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
            if left <= 1:
                if left == 0:
                    position[CULPRIT] = item
                    return False
                state.cells.forced[position[FORCED]] = item
                position[FORCED] += ONE
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
    branching.branch(state.cells, item)
    if state.cells.position[SAVED] > row:
        for k in range(np.uint64(len(state.own))):
            state.kept[row, k] = state.own[k]


@helper
def next_option(state: State) -> None:
    """Undo the choice made on the last level, and move to its next option."""
    row = state.cells.position[SAVED] - ONE
    for k in range(np.uint64(len(state.own))):
        state.own[k] = state.kept[row, k]
    branching.next_option(state.cells)


@helper
def note_siblings(state: State) -> None:
    """Note that all options of the last level but the one chosen are deleted."""
    level = state.cells.position[DEPTH] - ONE
    cursor = state.cells.levels[level, CURSOR]
    for k in range(state.cells.levels[level, FIRST], state.cells.levels[level, LAST]):
        if k != cursor:
            note_gone(state, state.cells.block[k])
