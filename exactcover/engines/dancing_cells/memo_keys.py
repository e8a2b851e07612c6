"""Keys of nodes for dancing cells: nodes with equal keys have the same solutions below them.

Without bounds a key has one bit an item, set if the item is live: not covered, and with live
options. These bits are followed by a field for every item that can have a colour: the colour if one
is fixed and live options still have it, else 0. So an item of no live option does not affect the
key. It is sufficient: an option is live if all of its items are live or have its colour.

With bounds a key has one bit for each option, set if the option is live. An option that is left out
is hidden without any of its items being covered, so the live items do not determine the live
options. A field for each item with bounds follows: how many covers it still needs, and how many it
allows. More covers than live options count as those, and the field is 0 if any number of covers is
allowed. The key is sufficient: two live options with a coloured item that is fixed have its colour,
and those of an item that is covered once are all live.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.engines.dancing_cells.cells import (
    COVERED,
    ONE,
    SIZE,
    State,
    has_bounds,
    is_live,
)
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned

WORD = np.uint64(64)


class Keys(NamedTuple):
    """The fields of a key, behind its bits.

    ======== ============= =========== ============================================================
    array    shape, dtype  indexed by  holds
    ======== ============= =========== ============================================================
    item     (n,)                      the items with a field: those that can have a colour, or
                                       those with bounds; uint32
    place    (n,)                      at which bit of the key the field begins; uint64
    width    (n,)                      its bits; with bounds, those of one of the two numbers;
                                       uint64
    fixed    (n_items,)    item        the colour that the option chosen last gave it; uint32
    ======== ============= =========== ============================================================

    Only `fixed` ever changes. What it says of items that are not covered means nothing.
    """

    item: U32
    place: U64
    width: U64
    fixed: U32


def place_fields(widths: Sequence[int], n_bits: int) -> tuple[U64, int]:
    """Place fields of these widths behind the first bits; return their places and the words.

    No field lies in two words.
    """
    places = []
    n_bits += -n_bits % 64
    for width in widths:
        if n_bits % 64 + width > 64:
            n_bits += -n_bits % 64
        places.append(n_bits)
        n_bits += width
    return np.array(places, dtype=np.uint64), -(-n_bits // 64)


def most_colours(links: Links) -> U32:
    """Return the highest colour of every item, 0 for none."""
    most = np.zeros(links.n_items, dtype=np.uint32)
    is_node = links.item_of != END
    np.maximum.at(most, links.item_of[is_node], links.colour_of[is_node])
    return most


def bounded_items(links: Links) -> tuple[U32, list[int]]:
    """Return the items with bounds, and the bits for a number of live options, and one more."""
    items = np.flatnonzero((links.low != 1) | (links.high != 1)).astype(np.uint32)
    return items, [int(size + 1).bit_length() for size in links.size[items].tolist()]


def keys_of(links: Links, *, has_bounds: bool) -> tuple[Keys, int]:
    """Return the fields before any colour is fixed, and how many words a key has."""
    if has_bounds:
        items, widths = bounded_items(links)
        place, n_words = place_fields([2 * width for width in widths], len(links.node_of))
        n_words = max(1, n_words)
    else:
        most = most_colours(links)
        items = np.flatnonzero(most).astype(np.uint32)
        widths = [colour.bit_length() for colour in most[items].tolist()]
        place, n_words = place_fields(widths, links.n_items)
    fixed = np.zeros(links.n_items, dtype=np.uint32)
    return Keys(items, place, np.array(widths, dtype=np.uint64), fixed), n_words


@helper
def fix_colours(state: State, keys: Keys, node: Unsigned) -> None:
    """Note what colours the option of `node` gives to its items."""
    if len(keys.item) > 0:
        node = state.first_of[node]
        while state.item_of[node] != END:
            keys.fixed[state.item_of[node]] = state.colour_of[node]
            node += ONE


@helper
def write_key(state: State, keys: Keys, key: U64) -> None:
    """Write the key of a node that the search has just entered."""
    for k in range(np.uint64(len(key))):
        key[k] = 0
    if has_bounds(state):
        _write_options(state, key)
        _write_bounds(state, keys, key)
    else:
        _write_items(state, key)
        _write_colours(state, keys, key)


@helper
def _write_items(state: State, key: U64) -> None:
    """Set the bits of the live items."""
    size = state.size
    n_items = np.uint64(len(size))
    for begin in range(np.uint64(0), n_items, WORD):
        word = np.uint64(0)
        for k in range(min(WORD, n_items - begin)):
            item_size = size[begin + k]
            matters = (item_size < COVERED) & (item_size & SIZE != 0)
            word |= np.uint64(matters) << k
        key[begin // WORD] = word


@helper
def _write_colours(state: State, keys: Keys, key: U64) -> None:
    """Write the colours that are fixed and matter."""
    for k in range(np.uint64(len(keys.item))):
        item = keys.item[k]
        colour = keys.fixed[item]
        if state.size[item] >= COVERED and colour != 0 and _matters(state, colour, item):
            bit = keys.place[k]
            key[bit // WORD] |= np.uint64(colour) << (bit % WORD)


@helper
def _matters(state: State, colour: Unsigned, item: Unsigned) -> bool:
    """Return whether a live option has the colour that is fixed for `item`."""
    first = state.start[item]
    # The options that were live when it was fixed: its block was not touched since.
    for k in range(first, first + (state.size[item] & SIZE)):
        node = state.block[k]
        if state.colour_of[node] == colour and is_live(state, node):
            return True
    return False


@helper
def _write_options(state: State, key: U64) -> None:
    """Set the bits of the live options."""
    size = state.size
    for item in range(np.uint64(state.n_primary)):
        if size[item] < COVERED:
            for k in range(state.start[item], state.base[item] + (size[item] & SIZE)):
                option = np.uint64(state.option_of[state.block[k]])
                key[option // WORD] |= np.uint64(1) << option % WORD


@helper
def _write_bounds(state: State, keys: Keys, key: U64) -> None:
    """Write the covers that items need and allow, where these matter."""
    for k in range(np.uint64(len(keys.item))):
        item = keys.item[k]
        if state.size[item] >= COVERED:
            continue
        n_live = np.uint64(state.base[item] + (state.size[item] & SIZE) - state.start[item])
        need = np.uint64(state.base[item] + ONE - state.start[item])
        allowed = min(np.uint64(state.bound[item]), n_live)
        if need > 0 or allowed < n_live:
            bit = keys.place[k]
            field = need << keys.width[k] | allowed
            key[bit // WORD] |= field << bit % WORD
