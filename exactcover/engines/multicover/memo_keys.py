"""Keys of nodes under bounds: nodes with equal keys have the same solutions below them.

A key has one bit for each option, set if the option is live. An option that is left out is hidden
without any of its items being covered, so the live items do not determine the live options, as they
do in `exactcover.engines.dancing_cells.memo_keys`. A field for each item with bounds follows: how
many covers it still needs, and how many it allows. More covers than live options count as those,
and the field is 0 if any number of covers is allowed.

The key is sufficient: two live options with a coloured item that is fixed have its colour, and
those of an item that is covered once are all live.
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.multicover.cells import COVERED, DEGREE, ONE, State
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64

WORD = np.uint64(64)


class Fields(NamedTuple):
    """The places of the items with bounds in a key.

    ======== ============= ================================================================
    array    shape, dtype  holds
    ======== ============= ================================================================
    item     (n,)          the items; uint32
    place    (n,)          the bit of the key at which the item's field begins; uint64
    width    (n,)          half the width of the field: the bits of each number; uint64
    ======== ============= ================================================================
    """

    item: U32
    place: U64
    width: U64


def fields_of(links: Links) -> tuple[Fields, int]:
    """Return the fields, and the number of words of a key."""
    item = np.flatnonzero((links.low != 1) | (links.high != 1))
    width = np.array([int(n + 1).bit_length() for n in links.size[item].tolist()], dtype=np.uint64)
    n_bits, place = -(-len(links.node_of) // 64) * 64, list[int]()
    for bits in (2 * width).tolist():
        if n_bits % 64 + bits > 64:  # no field lies in two words
            n_bits += -n_bits % 64
        place.append(n_bits)
        n_bits += bits
    return Fields(item.astype(np.uint32), np.array(place, dtype=np.uint64), width), max(
        1, -(-n_bits // 64)
    )


@helper
def write_key(state: State, fields: Fields, key: U64) -> None:
    """Write the key of a node that the search has just entered."""
    degree = state.degree
    for k in range(np.uint64(len(key))):
        key[k] = 0
    for item in range(np.uint64(state.n_primary)):
        if degree[item] < COVERED:
            for k in range(state.start[item], state.base[item] + (degree[item] & DEGREE)):
                option = np.uint64(state.option_of[state.block[k]])
                key[option // WORD] |= np.uint64(1) << option % WORD
    for k in range(np.uint64(len(fields.item))):
        item = fields.item[k]
        if degree[item] >= COVERED:
            continue
        n_live = np.uint64(state.base[item] + (degree[item] & DEGREE) - state.start[item])
        need = np.uint64(state.base[item] + ONE - state.start[item])
        allowed = min(np.uint64(state.bound[item]), n_live)
        if need > 0 or allowed < n_live:
            bit = fields.place[k]
            field = need << fields.width[k] | allowed
            key[bit // WORD] |= field << bit % WORD
