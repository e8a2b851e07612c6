"""The table of the masks engine: for every option, a row of the options that go with it.

A row has one bit for every option of every primary item, item by item. The bits of an item lie in
one word or, where it has many options, in the same lane of several vectors that follow each other;
the highest bit of the last word says "not covered yet". A vector holds words of as many items as
it has lanes. Items with many words come first, so that few words are left empty:

    group 0    items a0 a1 a2 ..., first words
               items a0 a1 a2 ..., second words
    group 1    items b0 b1 b2 ..., only words

The words have 16, 32 or 64 bits, whichever makes the row shortest.

To fill the table, every item (or colour of an item) has a mask: all bits but those of the options
that have the item (in another colour). The row of an option is the AND of the masks of its items.
"""

import weakref
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.jit import helper, kernel
from exactcover.links import END, U32, Links, Unsigned
from exactcover.vectors import (
    INDEX_BITS,
    VECTOR_BYTES,
    Words,
    aligned_empty,
    intersect,
    load,
    n_lanes,
    store,
)

ONE = np.uint64(1)
BITS = np.uint64(64)
LANES = np.uint64(n_lanes(np.uint64))
NONE = np.uint32(0xFFFFFFFF)

WORDS = (np.uint16, np.uint32, np.uint64)

U64 = NDArray[np.uint64]


class MaskTable(NamedTuple):
    """What goes with what. All of it is fixed once it is built, and shared between searches.

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
    index_bits  uint64                            see `exactcover.vectors.INDEX_BITS`
    covered     uint64                            what is above the index in the key of a row in
                                                  which all items are covered
    =========== ===================== =========== =================================================

    Options have their indices in the problem; an item's options stand in the order of its block.
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


class Shape(NamedTuple):
    """How the items lie in a row."""

    word: type[np.unsignedinteger]
    n_words: NDArray[np.int64]
    """Of each primary item."""
    order: NDArray[np.int64]
    """The primary items, in the order of the lanes."""
    group: NDArray[np.int64]
    """The first vector of each group, and the number of vectors."""

    @property
    def n_bytes(self) -> int:
        """The size of a row."""
        return int(self.group[-1]) * VECTOR_BYTES


def shape_of(sizes: NDArray[np.int64]) -> Shape:
    """Choose the words that make the row shortest, for items of so many options."""
    shapes = [_shape(sizes, word) for word in WORDS if _fits(sizes, word)]
    return min(shapes, key=lambda shape: shape.n_bytes)


def row_bytes(sizes: NDArray[np.int64]) -> int:
    """Return the size of a row, for primary items of so many options."""
    return shape_of(sizes).n_bytes


def _fits(sizes: NDArray[np.int64], word: type[np.unsignedinteger]) -> bool:
    """Tell whether a key of this type has room for every count and index."""
    bits = np.dtype(word).itemsize * 8
    # The largest count stands for "covered".
    most = (1 << (bits - INDEX_BITS[bits])) - 2
    return len(sizes) <= 1 << INDEX_BITS[bits] and int(sizes.max()) <= most


def _shape(sizes: NDArray[np.int64], word: type[np.unsignedinteger]) -> Shape:
    n_words = sizes // (np.dtype(word).itemsize * 8) + 1
    order = np.argsort(-n_words, kind="stable")
    group = np.concatenate(([0], np.cumsum(n_words[order[:: n_lanes(word)]])))
    return Shape(word, n_words, order, group)


_tables: dict[int, tuple[weakref.ref[U32], MaskTable]] = {}


def table_of(links: Links) -> MaskTable:
    """Return the table of these links: built once, shared by all searches, kept while they live.

    A named tuple cannot be referred to weakly, but its arrays can.
    """
    key = id(links.block)
    if key not in _tables:
        # Called when the array dies, before anything else can have its id.
        forget = weakref.ref(links.block, lambda _: _tables.pop(key, None))
        _tables[key] = forget, build(links)
    return _tables[key][1]


def build(links: Links) -> MaskTable:
    """Lay out the rows, and fill them: one pass over a row for every node, and some flips of bits.

    Bits are numbered through a row from word to word, which is the same in words of any size.
    """
    shape = shape_of(links.size[: links.n_primary].astype(np.int64))
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

    rows = aligned_empty((n_options + 1, row), shape.word)
    is_used = option_at != NONE
    is_used[uncovered] = True
    rows[:] = np.packbits(is_used, bitorder="little").view(shape.word)
    mask = aligned_empty((row,), shape.word)
    mask[:] = rows[n_options]
    _fill(rows.view(np.uint64), mask.view(np.uint64), _nodes_of(links, bit_of_node), uncovered)
    return MaskTable(
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


class Nodes(NamedTuple):
    """What `_fill` needs of `exactcover.links.Links`, and the bits of the nodes."""

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    size: U32
    block: U32
    """The nodes of each item, in the order of their colours."""
    bit_of: U32
    """Of each node: its bit in a row, NONE for secondary items."""


def _nodes_of(links: Links, bit_of: U32) -> Nodes:
    block = links.block
    if links.colour_of.any():
        block = block[np.lexsort((links.colour_of[block], links.item_of[block]))]
    return Nodes(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.option_of,
        links.start,
        links.size,
        block,
        bit_of,
    )


@helper
def strike(row: Words, allowed: Words, n_vectors: Unsigned) -> None:
    """Take from a row what is not allowed."""
    for k in range(n_vectors):
        store(row, k, intersect(load(row, k), load(allowed, k)))


@kernel
def _fill(rows: U64, mask: U64, nodes: Nodes, uncovered: U32) -> None:
    """Take from the row of every option what does not go with it; rows and mask are full."""
    n_vectors = np.uint64(len(mask)) // LANES
    for item in range(np.uint64(len(nodes.start))):
        first = np.uint64(nodes.start[item])
        last = first + nodes.size[item]
        _flip(mask, nodes, first, last)
        if item < len(uncovered):
            _flip_bit(mask, uncovered[item])
        k = first
        while k < last:
            colour = nodes.colour_of[nodes.block[k]]
            end = k + ONE
            while end < last and nodes.colour_of[nodes.block[end]] == colour:
                end += ONE
            # Options that give an item the same colour agree.
            if colour != 0:
                _flip(mask, nodes, k, end)
            for other in range(k, end):
                strike(rows[nodes.option_of[nodes.block[other]]], mask, n_vectors)
            if colour != 0:
                _flip(mask, nodes, k, end)
            k = end
        _flip(mask, nodes, first, last)
        if item < len(uncovered):
            _flip_bit(mask, uncovered[item])


@kernel
def _flip(mask: U64, nodes: Nodes, first: Unsigned, last: Unsigned) -> None:
    """Flip the bits of the options of a part of `nodes.block`."""
    for k in range(first, last):
        node = nodes.first_of[nodes.block[k]]
        while nodes.item_of[node] != END:
            if nodes.bit_of[node] != NONE:
                _flip_bit(mask, nodes.bit_of[node])
            node += ONE


@helper
def _flip_bit(mask: U64, bit: Unsigned) -> None:
    mask[bit // BITS] ^= ONE << bit % BITS


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
        strike(row, rows[options[k]], np.uint64(len(row)) // LANES)
    return len(options)
