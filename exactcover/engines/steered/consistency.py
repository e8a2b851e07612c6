"""Domain consistency kept at every node: each live option has a support in every open item.

An item with bounds that needs no further cover asks for no support. Two options of an item that may
be covered twice more count as agreeing, also where a later choice leaves room for one of them only.

A support of an option for an item that it does not have is a live option of this item which can be
chosen beside it. An option that has none for some item is in no solution, and is deleted; this may
take the support of others. Every pair of an option and an item waits in the list of its support
until that is deleted (a watched support). Nothing needs to be restored when the search backs up: an
option that is live at a node is live at the nodes above it.

References
----------
D. E. Knuth, The Art of Computer Programming, section 7.2.2.3 (domain consistency, supports and
triggers), and his program XCCDC1. C. Bessiere, Constraint propagation, in: Handbook of Constraint
Programming, 2006.
"""

import numpy as np

from exactcover.engines.dancing_cells.cells import NONE, ONE, TAKEN, UPDATES, is_live
from exactcover.engines.steered.moves import hide
from exactcover.engines.steered.state import GONE, State
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned


@kernel
def establish(state: State, first: int, last: int) -> bool:
    """Give the options from `first` to before `last` their first supports.

    Return False if that leaves an item without options. `restore_supports` must follow.
    """
    for option in range(np.uint64(first), np.uint64(last)):
        node = state.node_of[option]
        describe(state, option)
        item = np.uint64(0)
        while item < np.uint64(state.cells.n_primary) and is_live(state.cells, node):
            if needs_cover(state, item):
                pair = option * np.uint64(state.cells.n_primary) + item
                needs_one = state.mark[item] != option + ONE
                if (
                    needs_one
                    and not find_support(state, pair, item)
                    and not hide(state, node, True)
                ):
                    return False
            item += ONE
    return True


@helper
def restore_supports(state: State) -> bool:
    """Find other supports for what the options that were deleted supported.

    Options without one are deleted, until none is. Return False if that leaves an item without
    options.
    """
    position = state.cells.position
    n_primary = np.uint64(state.cells.n_primary)
    while position[GONE] > 0:
        position[GONE] -= ONE
        gone = state.gone[position[GONE]]
        pair = state.heads[gone]
        state.heads[gone] = NONE
        while pair != NONE:
            following = state.nexts[pair]
            option = np.uint64(pair) // n_primary
            item = np.uint64(pair) - option * n_primary
            node = state.node_of[option]
            is_needed = needs_cover(state, item) and is_live(state.cells, node)
            if is_needed:
                describe(state, option)
            # A pair that needs no support now keeps the old one: where the search backs up to a
            # node at which the option and the item are live, so is the support.
            if not is_needed or not find_support(state, pair, item):
                watch(state, pair, gone)
                if is_needed and not hide(state, node, True):
                    while following != NONE:  # these keep it, too
                        pair = following
                        following = state.nexts[pair]
                        watch(state, pair, gone)
                    position[GONE] = 0
                    return False
            pair = following
    return True


@helper
def needs_cover(state: State, item: Unsigned) -> bool:
    """Return whether an item is open, and some option of it must still be chosen."""
    return bool(state.cells.size[item] < TAKEN and state.need[item] > 0)


@helper
def watch(state: State, pair: Unsigned, support: Unsigned) -> None:
    """Let a pair wait in the list of its support."""
    state.nexts[pair] = state.heads[support]
    state.heads[support] = np.uint32(pair)


@helper
def describe(state: State, option: Unsigned) -> None:
    """Mark the items of an option, with their colours."""
    node = state.node_of[option]
    stamp = np.uint32(option) + ONE
    while state.cells.item_of[node] != END:
        state.mark[state.cells.item_of[node]] = stamp
        state.hue[state.cells.item_of[node]] = state.cells.colour_of[node]
        node += ONE


@helper
def find_support(state: State, pair: Unsigned, item: Unsigned) -> bool:
    """Find a support for a pair whose option is described; return whether there is one."""
    stamp = np.uint32(np.uint64(pair) // np.uint64(state.cells.n_primary)) + ONE
    begin = state.cells.start[item]
    for k in range(begin, begin + state.cells.size[item]):
        first = state.cells.first_of[state.cells.block[k]]
        node = first
        agrees = True
        while state.cells.item_of[node] != END:
            other = state.cells.item_of[node]
            if state.mark[other] == stamp:
                colour = state.cells.colour_of[node]
                has_room = other < state.cells.n_primary and state.bound[other] > 1
                if not has_room and (colour == 0 or colour != state.hue[other]):
                    agrees = False
                    break
            node += ONE
        state.cells.position[UPDATES] += node - first
        if agrees:
            watch(state, pair, state.cells.option_of[first])
            return True
    return False
