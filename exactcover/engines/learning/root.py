"""The work at the root of the tree: before the first decision, and after each restart."""

import numpy as np

from exactcover.engines.learning.order import push
from exactcover.engines.learning.propagation import assign
from exactcover.engines.learning.state import (
    FALSE,
    FIRST,
    FREE,
    LENGTH,
    N_TRAIL,
    NONE,
    ONE,
    SIMPLIFIED,
    START,
    TWO,
    WATCH,
    State,
)
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


@helper
def begin(state: State) -> bool:
    """Make every primary item watch two options, and queue the options to be decided.

    An item's only option is chosen. Return False if an item has none.
    """
    items, value = state.items, state.value
    for item in range(np.uint64(state.n_primary)):
        n_watched = np.uint32(0)
        start = items[item, START]
        for k in range(start, start + items[item, LENGTH]):
            option = state.block[k]
            if n_watched < TWO and value[TWO * option] != FALSE:
                items[item, WATCH + n_watched] = option
                n_watched += ONE
        if n_watched == 0:
            return False
        if n_watched == ONE:
            only = items[item, WATCH]
            items[item, WATCH + ONE] = only
            if value[TWO * only] == FREE:
                assign(state, TWO * only, NONE)
    for option in range(np.uint64(len(state.option_of))):
        if value[TWO * option] == FREE:
            push(state, option)
    return True


@helper
def simplify(state: State) -> None:
    """Drop decided options from the items, and then items without options from the options."""
    state.position[SIMPLIFIED] = state.position[N_TRAIL]
    for item in range(np.uint64(len(state.items))):
        _shorten_item(state, item)
    for option in range(np.uint64(len(state.option_of))):
        if state.value[TWO * option] == FREE:
            _shorten_option(state, option)


@helper
def _shorten_item(state: State, item: Unsigned) -> None:
    """Drop the decided options of an item, and all if no two of those left clash."""
    block, block_colour = state.block, state.block_colour
    start = state.items[item, START]
    end = start
    agree = True
    for k in range(start, start + state.items[item, LENGTH]):
        option = block[k]
        if state.value[TWO * option] == FREE:
            block[end] = option
            block_colour[end] = block_colour[k]
            agree &= block_colour[k] != 0 and block_colour[k] == block_colour[start]
            end += ONE
    length = end - start
    if item >= state.n_primary:
        if agree or length == ONE:
            length = np.uint32(0)
    elif length > 0:
        state.items[item, WATCH] = block[start]
        state.items[item, WATCH + ONE] = block[start + ONE]
    state.items[item, LENGTH] = length


@helper
def _shorten_option(state: State, option: Unsigned) -> None:
    """Drop the items without options from an option."""
    item_of, colour_of = state.item_of, state.colour_of
    node = state.options[option, FIRST]
    end = node
    while item_of[node] != END:
        if state.items[item_of[node], LENGTH] > 0:
            item_of[end] = item_of[node]
            colour_of[end] = colour_of[node]
            end += ONE
        node += ONE
    item_of[end] = END
