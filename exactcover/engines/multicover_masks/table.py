"""The table of masks under bounds: which options remain when an option is chosen or an item full.

The layout is that of `exactcover.engines.masks.table`. The row of an option has the options that
go with it, without the option itself; an item with bounds forbids nothing there. After the row that
allows everything, every item with bounds has a row without its options, and without its bit "not
covered yet": it is used when the item may not be covered again. The last row has the bits of all
options.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.shape import roomy_shape
from exactcover.engines.masks.table import NONE, MaskTable, lay_out
from exactcover.problem.links import Links, cached_per_links
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.kernels.vectors import Words

# The places of `BoundedTable.special`.
COVERED, OPTIONAL = range(2)


class BoundedTable(NamedTuple):
    """The table, and the items with bounds. It is fixed once it is built.

    ========== ================ ============= ====================================================
    array      shape, dtype     indexed by    holds
    ========== ================ ============= ====================================================
    masks      MaskTable                      see above
    first      (n_options + 1,) option        the first of its places in `bounded`; uint32
    bounded    (n,)             place         an item with bounds, by its number among these;
                                              uint32
    lane       (n_bounded,)     item          its lane; uint32
    slack      (n_bounded,)     item          how many covers more than needed are allowed; uint32
    number     (n_primary,)     item          its number among those with bounds, or NONE; uint32
    at_least_2 (n,)                           the items that must be covered more than once;
                                              uint32
    bound      (n_bounded,)     item          how often it may be covered; uint32
    offset     (lanes,)         lane          what is added to the number of ones of an item's
                                              words, to get its degree. Words
    special    (2,)                           the offsets of items that are COVERED as often as
                                              they may be, and of those whose further covers are
                                              OPTIONAL. Words
    first_bit  (n_options + 1,) option        the first of its places in the next two; uint32
    word       (n,)             place         a word in which the option has a bit; uint32
    others     (n,)             place         all bits but this one. Words
    ========== ================ ============= ====================================================
    """

    masks: MaskTable
    first: U32
    bounded: U32
    lane: U32
    slack: U32
    number: U32
    at_least_2: U32
    bound: U32
    offset: Words
    special: Words
    first_bit: U32
    word: U32
    others: Words


@cached_per_links
def bounded_table(links: Links) -> BoundedTable:
    """Return the table of these links: built once, and shared by all searches."""
    n_options = len(links.node_of)
    items = np.flatnonzero((links.low != 1) | (links.high != 1))
    shape = roomy_shape(links.size[: links.n_primary].astype(np.int64))
    masks, _, uncovered = lay_out(links, shape, n_options + len(items) + 2)
    _fill(links, masks, uncovered, items)

    nodes = links.block[: links.size[: links.n_primary].sum()]
    number = np.full(links.n_primary, NONE)
    number[items] = np.arange(len(items))
    bounded = number[links.item_of[nodes]]
    owner = links.option_of[nodes][bounded != NONE]
    order = np.argsort(owner, kind="stable")
    first = np.searchsorted(owner[order], np.arange(n_options + 1))

    size = links.size[: links.n_primary]
    low = np.minimum(links.low, size + 1).astype(np.int64)
    bound = np.maximum(np.minimum(links.high, size), low).astype(np.int64)
    # An item with too few options needs one more than it has: it fails at once.
    lane = np.empty(links.n_primary, dtype=np.int64)
    lane[shape.order] = np.arange(links.n_primary)
    offset = np.full(masks.item_at.shape, -1, dtype=np.int64)
    offset[lane] = np.where(low == 0, optional(masks) - 1, -low)
    return BoundedTable(
        masks,
        first.astype(np.uint32),
        bounded[bounded != NONE][order],
        lane[items].astype(np.uint32),
        np.maximum(bound - low, 0)[items].astype(np.uint32),
        number,
        np.flatnonzero(low[items] > 1).astype(np.uint32),
        bound[items].astype(np.uint32),
        offset.astype(masks.rows.dtype),
        np.array([-1, optional(masks) - 1]).astype(masks.rows.dtype),
        *_own_bits(masks, n_options),
    )


def branch_on_optional(table: BoundedTable) -> BoundedTable:
    """Return a table in which the degree of an item is one more than the options it has left.

    This is of items that need no more covers, which else have large degrees.
    """
    special, offset = table.special.copy(), table.offset.copy()
    offset[offset == special[OPTIONAL]] = special[OPTIONAL] = 0
    return table._replace(special=special, offset=offset)


def _own_bits(masks: MaskTable, n_options: int) -> tuple[U32, U32, Words]:
    """Return the last three arrays of `BoundedTable`."""
    option_at, n_bits, word = masks.option_at.ravel(), masks.option_at.shape[1], masks.rows.dtype
    places = np.flatnonzero(option_at != NONE)
    owner = option_at[places]
    order = np.argsort(owner, kind="stable")
    places = places[order]
    bits = np.left_shift(np.ones(len(places), dtype=word), (places % n_bits).astype(word))
    return (
        np.searchsorted(owner[order], np.arange(n_options + 1)).astype(np.uint32),
        (places // n_bits).astype(np.uint32),
        ~bits,
    )


def optional(masks: MaskTable) -> int:
    """Return the degree of an item that needs no more covers and has no options left."""
    return (int(masks.covered) + 1) // 2


def _fill(links: Links, masks: MaskTable, uncovered: U32, items: NDArray[np.int64]) -> None:
    """Fill the rows of all options, and of the items with bounds."""
    n_options, word = len(links.node_of), masks.rows.dtype
    option_at = masks.option_at.ravel()
    places = np.flatnonzero(option_at != NONE)
    owner = option_at[places]
    full = masks.rows[n_options]

    def without(options: U32, others: U32) -> Words:
        """Return the row of everything but some options and some other bits."""
        is_gone = np.zeros(n_options, dtype=np.bool_)
        is_gone[options] = True
        bits = np.zeros(len(option_at), dtype=np.bool_)
        bits[places[is_gone[owner]]] = True
        bits[others] = True
        row: Words = full & ~np.packbits(bits, bitorder="little").view(word)
        return row

    nothing = np.empty(0, dtype=np.uint32)
    masks.rows[:n_options] = full
    number = {item: k for k, item in enumerate(items.tolist())}
    for item in range(links.n_items):
        nodes = links.block[links.start[item] :][: links.size[item]]
        options = links.option_of[nodes]
        if item in number:
            masks.rows[n_options + 1 + number[item]] = without(options, uncovered[[item]])
            continue
        also = uncovered[[item]] if item < links.n_primary else nothing
        colours = links.colour_of[nodes]
        for colour in np.unique(colours).tolist():
            clashing = options[(colours != colour) | (colour == 0)]
            same = options[colours == colour]
            masks.rows[same] &= without(clashing, also)
    n_bits = masks.option_at.shape[1]
    own = np.left_shift(np.ones(len(places), dtype=word), (places % n_bits).astype(word))
    masks.rows[owner, places // n_bits] &= ~own  # an option has one bit in a word at most
    masks.rows[-1] = full
    masks.rows[-1].view(np.uint8)[:] &= np.packbits(option_at != NONE, bitorder="little")
