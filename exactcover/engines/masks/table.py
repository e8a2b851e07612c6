"""The table of the engine `masks`: for every option, a row of the compatible options.

A row has one bit for every option of every primary item, item by item. The bits of an item lie in
one word or, where it has many options, in the same lane of several vectors that follow each other;
the highest bit of the last word says "not covered yet". A vector holds words of as many items as
it has lanes. Items with many words come first, so that few words are left empty:

    group 0    items a0 a1 a2 ..., first words
               items a0 a1 a2 ..., second words
    group 1    items b0 b1 b2 ..., only words

The words have 16, 32 or 64 bits, whichever makes the row shortest (see
`shape.py`).

To fill the table, every item (and every colour of an item) has a mask: all bits but those of the
options that have the item (in another colour). The row of an option is the AND of the masks of its
items.
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.masks.shape import Shape, shape_of
from exactcover.problem.links import END, Links, cached_per_links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.lanes import INDEX_BITS, VECTOR_BYTES
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.kernels.vectors import Words, aligned_empty, intersect, load, n_lanes, store

ONE = np.uint64(1)
BITS = np.uint64(64)
LANES = np.uint64(n_lanes(np.uint64))
NONE = np.uint32(0xFFFFFFFF)

MASK_BYTES = 1 << 24
"""The approximate limit of the memory of the masks, which matters for thousands of colours."""


class MaskTable(NamedTuple):
    """Which options agree. The table is fixed once it is built, and shared between searches.

    =========== ===================== =========== =================================================
    array       shape, dtype          indexed by  holds
    =========== ===================== =========== =================================================
    rows        (n_options + 1, row)  option      the options of other items that go with it; its
                                                  own items have no bits. The last row has all
                                                  bits that are in use. Words
    group       (n_groups + 1,)       group       its first vector; uint32
    item_at     (n_groups * lanes,)   lane        the item of the lane, all ones for none. Words
    first_word  (n_primary,)          item        its first word in a row; uint32
    option_at   (row, word bits)      word, bit   the option; NONE at "not covered yet"; uint32
    bit_of      (n_options,)          option      word * word bits + bit of it in its first
                                                  primary item; uint32
    nothing     uint64                            the row that allows everything: n_options
    n_vectors   uint64                            how many vectors a row has
    lanes       uint64                            words of a vector: from a word of an item to its
                                                  next one
    index_bits  uint64                            see `INDEX_BITS` of `runtime.kernels.vectors`
    covered     uint64                            what is above the index in the key of a row in
                                                  which all items are covered
    =========== ===================== =========== =================================================

    Options have their indices in the problem; the options of an item are in the order of its block.
    """

    rows: Words
    group: U32
    item_at: Words
    first_word: U32
    option_at: U32
    bit_of: U32
    nothing: np.uint64
    n_vectors: np.uint64
    lanes: np.uint64
    index_bits: np.uint64
    covered: np.uint64


@cached_per_links
def table_of(links: Links) -> MaskTable:
    """Return the table of these links: built once, and shared by all searches."""
    return build(links)


def options_left(table: MaskTable, row: Words, word: int, number: int) -> list[int]:
    """Return `number` options of an item that are left in a row, from one of its words on."""
    n_bits, options = table.option_at.shape[1], list[int]()
    while len(options) < number:
        bits = int(row[word])
        options += [int(table.option_at[word, k]) for k in range(n_bits) if bits >> k & 1]
        word += int(table.lanes)
    return options[:number]


def build(links: Links) -> MaskTable:
    """Lay out and fill the rows: one pass over a row for every node, and some flips of bits."""
    shape = shape_of(links.size[: links.n_primary].astype(np.int64))
    table, bit_of_node, uncovered = lay_out(links, shape, len(links.node_of) + 1)
    _fill_rows(table.rows.view(np.uint64), links, bit_of_node, uncovered)
    return table


def lay_out(links: Links, shape: Shape, n_rows: int) -> tuple[MaskTable, U32, U32]:
    """Return a table of which only the row that allows everything is filled.

    Also return the bit of every node in a row, NONE for secondary items, and the bit "not covered
    yet" of every primary item. Bits are numbered through a row from word to word, which is the same
    in words of any size.
    """
    lanes, bits = n_lanes(shape.word), np.dtype(shape.word).itemsize * 8
    n_options, row = len(links.node_of), int(shape.group[-1]) * lanes

    lane_of = np.empty(links.n_primary, dtype=np.int64)
    lane_of[shape.order] = np.arange(links.n_primary)
    first_word = shape.group[lane_of // lanes] * lanes + lane_of % lanes
    item_at = aligned_empty(((len(shape.group) - 1) * lanes,), shape.word)
    item_at.fill(~shape.word(0))
    item_at[: links.n_primary] = shape.order

    nodes = links.block[: links.size[: links.n_primary].sum()]
    items = links.item_of[nodes]
    rank = np.arange(len(nodes)) - links.start[items]
    bit = (first_word[items] + rank // bits * lanes) * bits + rank % bits
    bit_of_node = np.full(len(links.item_of), NONE)
    bit_of_node[nodes] = bit
    bit_of = np.zeros(n_options, dtype=np.uint32)
    bit_of[links.option_of[nodes]] = bit
    option_at = np.full(row * bits, NONE, dtype=np.uint32)
    option_at[bit] = links.option_of[nodes]
    uncovered = ((first_word + (shape.n_words - 1) * lanes + 1) * bits - 1).astype(np.uint32)

    rows = aligned_empty((n_rows, row), shape.word)
    is_used = option_at != NONE
    is_used[uncovered] = True
    rows[n_options] = np.packbits(is_used, bitorder="little").view(shape.word)
    table = MaskTable(
        rows,
        shape.group.astype(np.uint32),
        item_at,
        first_word.astype(np.uint32),
        option_at.reshape(row, bits),
        bit_of,
        np.uint64(n_options),
        np.uint64(shape.group[-1]),
        np.uint64(lanes),
        np.uint64(INDEX_BITS[bits]),
        np.uint64((1 << bits) - 1 >> INDEX_BITS[bits]),
    )
    return table, bit_of_node, uncovered


class Nodes(NamedTuple):
    """The arrays of `Links` that are needed to fill the rows, and two arrays by node."""

    item_of: U32
    colour_of: U32
    first_of: U32
    node_of: U32
    start: U32
    size: U32
    block: U32
    bit_of: U32
    """Of each node: its bit in a row, NONE for secondary items."""
    mask_of: U32
    """Of each node: the mask of its item, or of its item's colour."""


def _fill_rows(rows: U64, links: Links, bit_of: U32, uncovered: U32) -> None:
    """Fill all rows but the last, which has all bits that are in use.

    Where the masks would take too much memory, it is done for some vectors of the rows at a time.
    """
    nodes = Nodes(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.node_of,
        links.start,
        links.size,
        links.block,
        bit_of,
        np.zeros(len(links.item_of), dtype=np.uint32),
    )
    seen = np.zeros(int(links.colour_of.max(initial=0)) + 1, dtype=np.uint32)
    n_masks = _number_masks(nodes, seen)
    n_vectors = rows.shape[1] // n_lanes(np.uint64)
    width = min(n_vectors, max(1, MASK_BYTES // (n_masks * VECTOR_BYTES)))
    masks = aligned_empty((n_masks, width * n_lanes(np.uint64)), np.uint64)
    for first in range(0, n_vectors, width):
        _fill(rows, masks, nodes, uncovered, first, min(width, n_vectors - first))


@helper
def intersect_row(row: Words, allowed: Words, n_vectors: Unsigned) -> None:
    """Remove from a row the options that are not allowed."""
    for k in range(n_vectors):
        store(row, k, intersect(load(row, k), load(allowed, k)))


@kernel
def _number_masks(nodes: Nodes, seen: U32) -> int:
    """Give every item a mask, and others to its colours; return how many there are.

    `seen`, indexed by colour, holds the mask that had it last.
    """
    n_masks = np.uint32(0)
    for item in range(np.uint64(len(nodes.start))):
        own = n_masks
        n_masks += np.uint32(1)
        first = np.uint64(nodes.start[item])
        for k in range(first, first + nodes.size[item]):
            node = nodes.block[k]
            colour = nodes.colour_of[node]
            mask = own
            if colour != 0:
                mask = seen[colour]
                if mask <= own:
                    mask = seen[colour] = n_masks
                    n_masks += np.uint32(1)
            nodes.mask_of[node] = mask
    return int(n_masks)


@kernel
def _fill(rows: U64, masks: U64, nodes: Nodes, uncovered: U32, first: int, n_vectors: int) -> None:
    """Fill some vectors of every row, and of the masks."""
    begin, width = np.uint64(first), np.uint64(n_vectors)
    full = rows[len(rows) - 1]
    _make_masks(masks, full, nodes, uncovered, begin, width)
    for option in range(np.uint64(len(nodes.node_of))):
        first_node = np.uint64(nodes.node_of[option])
        for k in range(width):
            left = load(full, begin + k)
            node = first_node
            while nodes.item_of[node] != END:
                left = intersect(left, load(masks[nodes.mask_of[node]], k))
                node += ONE
            store(rows[option], begin + k, left)


@helper
def _make_masks(
    masks: U64, full: U64, nodes: Nodes, uncovered: U32, begin: Unsigned, width: Unsigned
) -> None:
    """Fill the masks from a vector on."""
    own = np.uint64(0)
    for item in range(np.uint64(len(nodes.start))):
        for k in range(width):
            store(masks[own], k, load(full, begin + k))
        if item < len(uncovered):
            _flip(masks[own], uncovered[item], begin, width)
        last = own
        first = np.uint64(nodes.start[item])
        end = first + nodes.size[item]
        for k in range(first, end):
            _flip_option(masks[own], nodes, nodes.block[k], begin, width)
            last = max(last, np.uint64(nodes.mask_of[nodes.block[k]]))
        for mask in range(own + ONE, last + ONE):
            for k in range(width):
                store(masks[mask], k, load(masks[own], k))
        # Options that give an item the same colour agree.
        for k in range(first, end):
            if nodes.colour_of[nodes.block[k]] != 0:
                mask = nodes.mask_of[nodes.block[k]]
                _flip_option(masks[mask], nodes, nodes.block[k], begin, width)
        own = last + ONE


@helper
def _flip_option(mask: U64, nodes: Nodes, node: Unsigned, begin: Unsigned, width: Unsigned) -> None:
    """Flip the bits of the option of a node."""
    node = np.uint64(nodes.first_of[node])
    while nodes.item_of[node] != END:
        if nodes.bit_of[node] != NONE:
            _flip(mask, nodes.bit_of[node], begin, width)
        node += ONE


@helper
def _flip(mask: U64, bit: Unsigned, begin: Unsigned, width: Unsigned) -> None:
    """Flip a bit, if it is in the `width` vectors of a mask from `begin` on."""
    place = bit // BITS
    if begin * LANES <= place < (begin + width) * LANES:
        mask[place - begin * LANES] ^= ONE << bit % BITS


def choose(table: MaskTable, row: Words, options: list[int]) -> int:
    """Choose options in a row until one clashes; return how many were chosen."""
    wide, indices = table.rows.view(np.uint64), np.array(options, dtype=np.uint32)
    return _choose(wide, row.view(np.uint64), table.bit_of, indices)


@kernel
def _choose(rows: U64, row: U64, bit_of: U32, options: U32) -> int:
    for k in range(len(options)):
        bit = np.uint64(bit_of[options[k]])
        if row[bit // BITS] >> bit % BITS & ONE == 0:
            return k
        intersect_row(row, rows[options[k]], np.uint64(len(row)) // LANES)
    return len(options)
