"""Keys of nodes for dancing cells: nodes with equal keys have the same live options.

A key has one bit an item, set if the item is live: not covered, and with live options. These
bits are followed by a field for every item that can have a colour: the colour if one is fixed and
live options still have it, else 0. So an item of no live option does not affect the key.

The key is sufficient: an option is live if all of its items are live or have its colour.
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.dancing_cells.cells import COVERED, ONE, SIZE, State, is_live
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned

WORD = np.uint64(64)


class Colours(NamedTuple):
    """The colours that are fixed, and their places in a key.

    ========= ============= =========== ===========================================================
    array     shape, dtype  indexed by  holds
    ========= ============= =========== ===========================================================
    coloured  (n,)                      the items that can have a colour; uint32
    field     (n,)                      at which bit of the key theirs stands; uint64
    fixed     (n_items,)    item        what the option chosen last gave it; uint32
    ========= ============= =========== ===========================================================

    Only `fixed` ever changes. What it says of items that are not covered means nothing.
    """

    coloured: U32
    field: U64
    fixed: U32


def layout(most_colour: U32, n_bits: int) -> tuple[U64, int]:
    """Place fields for numbers up to these behind the first bits; return the places and words.

    No field lies in two words.
    """
    field = []
    for most in most_colour.tolist():
        width = most.bit_length()
        if n_bits % 64 + width > 64:
            n_bits += -n_bits % 64
        field.append(n_bits)
        n_bits += width
    return np.array(field, dtype=np.uint64), -(-n_bits // 64)


def most_colours(links: Links) -> U32:
    """Return the highest colour of every item, 0 for none."""
    most = np.zeros(links.n_items, dtype=np.uint32)
    is_node = links.item_of != END
    np.maximum.at(most, links.item_of[is_node], links.colour_of[is_node])
    return most


def colours_of(links: Links) -> tuple[Colours, int]:
    """Return the colours before any is fixed, and how many words a key has."""
    most = most_colours(links)
    coloured = np.flatnonzero(most)
    field, n_words = layout(most[coloured], -(-links.n_items // 64) * 64)
    fixed = np.zeros(links.n_items, dtype=np.uint32)
    return Colours(coloured.astype(np.uint32), field, fixed), n_words


@helper
def fix_colours(state: State, colours: Colours, node: Unsigned) -> None:
    """Note what colours the option of `node` gives to its items."""
    if len(colours.coloured) > 0:
        node = state.first_of[node]
        while state.item_of[node] != END:
            colours.fixed[state.item_of[node]] = state.colour_of[node]
            node += ONE


@helper
def write_key(state: State, colours: Colours, key: U64) -> None:
    """Write the key of a node that the search has just entered."""
    size, fixed = state.size, colours.fixed
    n_items = np.uint64(len(size))
    for k in range(np.uint64(len(key))):
        key[k] = 0
    for begin in range(np.uint64(0), n_items, WORD):
        word = np.uint64(0)
        for k in range(min(WORD, n_items - begin)):
            item_size = size[begin + k]
            matters = (item_size < COVERED) & (item_size & SIZE != 0)
            word |= np.uint64(matters) << k
        key[begin // WORD] = word
    for k in range(np.uint64(len(colours.coloured))):
        item = colours.coloured[k]
        if size[item] >= COVERED and fixed[item] != 0 and _matters(state, fixed[item], item):
            bit = colours.field[k]
            key[bit // WORD] |= np.uint64(fixed[item]) << (bit % WORD)


@helper
def _matters(state: State, colour: Unsigned, item: Unsigned) -> bool:
    """Return whether a live option has the colour that is fixed for `item`."""
    first = state.start[item]
    # The options that were live when it was fixed: its block was not touched since.
    for k in range(first, first + (state.size[item] & SIZE)):
        node = state.block[k]
        if state.colour_of[node] == colour and is_live(state, state.first_of[node]):
            return True
    return False
