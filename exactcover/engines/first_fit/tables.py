"""The tables of first fit, and its position."""

from typing import NamedTuple

import numpy as np

from exactcover.orders.fixed_order import Arrangement, Numbers, Pairs
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.bitsets import KeyWords, key_words, pack, words_for
from exactcover.runtime.kernels.types import U32, U64

# The columns of `State.levels`; from COVERED on, the words of the covered bits.
LIVE, BLOCK, BACK, CHOSEN, COVERED = (np.uint64(k) for k in range(5))
NONE = np.uint64(0xFFFFFFFFFFFFFFFF)
"""No item or no row; as a set, all bits."""

# The indices of `State.position`.
PHASE, ROW, NODES, SOLUTIONS = range(4)
# The phases of the search: visit the root, go on from a row of levels, or end.
START, SEARCH, DONE = range(3)

BLOCK_SIZE = 64
CHUNK_SIZE = 6
MOST_WORDS = 16
MOST_BYTES = 1 << 26


class State(NamedTuple):
    """The tables of a problem, and the position of a search.

    ========== ======================== ========== ==============================================
    array      shape                    indexed by holds
    ========== ======================== ========== ==============================================
    masks      (64 n_blocks W,)         option     the bits that it sets: W words
    wanted     (W,)                     word       the bits of the primary items
    block_of   (n_primary + 1,), uint32 item       the first block of its group
    continues  (n_blocks,), uint32      block      1 if the next one is of the same group
    options    (n_blocks,)              block      the set of its options
    chunk_of   (n_blocks + 1,), uint32  block      its first chunk; it has an even number of them
    shift      (n_chunks,), uint32      chunk      the lowest of the six bits that it looks at
    table      (64 n_chunks,)           chunk      for each state of those bits, the set of the
                                                   options that are possible
    option_of  (64 n_blocks,), uint32   option     its index in the problem
    given      (n_given,), uint32                  the options taken before the search
    levels     ((depth + 1) (4 + W),)   level      a row: the options not tried yet, LIVE, of
                                                   BLOCK; BACK, where the last row before it
                                                   begins that has more of them; the option
                                                   CHOSEN; what was COVERED before
    position   (4,)                     PHASE ...  where the search stands, and its counters
    ========== ======================== ========== ==============================================

    All but those marked are uint64. Option k of block b has the number 64 b + k, and is bit k of a
    set. `words` is W zeros (`exactcover.runtime.kernels.bitsets.key_words`). The kernels change
    only `levels` and `position`.
    """

    masks: U64
    wanted: U64
    block_of: U32
    continues: U32
    options: U64
    chunk_of: U32
    shift: U32
    table: U64
    option_of: U32
    given: U32
    levels: U64
    position: U64
    words: KeyWords

    @property
    def row_size(self) -> int:
        """The number of columns of `levels`."""
        return int(COVERED) + len(self.words)


def lay_out(arrangement: Arrangement, depth: int) -> State:
    """Build the tables, in time linear in their size; see `State`."""
    n_words = words_for(arrangement.n_bits)
    n_blocks_of = np.maximum(1, -(-np.diff(arrangement.group) // BLOCK_SIZE))
    block_of = np.concatenate(([0], np.cumsum(n_blocks_of)))
    n_blocks = int(block_of[-1])
    lowest = arrangement.lowest
    rank = np.arange(arrangement.n_options) - arrangement.group[lowest]
    number = BLOCK_SIZE * block_of[lowest] + rank

    option, bit = arrangement.sets
    masks = np.zeros(BLOCK_SIZE * n_blocks * n_words, dtype=np.uint64)
    np.bitwise_or.at(masks, number[option] * n_words + bit // 64, _word(bit))
    options = np.zeros(n_blocks, dtype=np.uint64)
    np.bitwise_or.at(options, number // BLOCK_SIZE, _word(number))
    option_of = np.zeros(BLOCK_SIZE * n_blocks, dtype=np.uint32)
    option_of[number] = arrangement.option_of
    continues = np.ones(n_blocks, dtype=np.uint32)
    continues[block_of[1:] - 1] = 0
    # In the stage of a group, its own item is not covered.
    option, bit = arrangement.clashes
    others = bit != lowest[option]
    chunk_of, shift, table = _chunks(Pairs(number[option[others]], bit[others]), n_blocks, n_words)
    levels = np.zeros((depth + 1) * (int(COVERED) + n_words), dtype=np.uint64)
    levels[BACK] = NONE
    return State(
        masks,
        pack(np.arange(arrangement.n_bits) < arrangement.n_primary, n_words),
        block_of.astype(np.uint32),
        continues,
        options,
        chunk_of,
        shift,
        table,
        option_of,
        np.empty(0, dtype=np.uint32),
        levels,
        np.zeros(4, dtype=np.uint64),
        key_words(n_words),
    )


def _chunks(clashes: Pairs, n_blocks: int, n_words: int) -> tuple[U32, U32, U64]:
    """Cut the bits that each block clashes with into chunks, none across two words."""
    block = clashes.option // BLOCK_SIZE
    piece, piece_of = _distinct(block * n_words + clashes.bit // 64, n_blocks * n_words)
    first = np.full(len(piece), 64 * n_words)
    np.minimum.at(first, piece_of, clashes.bit)
    offset = (clashes.bit - first[piece_of]) // CHUNK_SIZE
    chunk, chunk_of_pair = _distinct(64 * piece_of + offset, 64 * len(piece))
    block_of_chunk = piece[chunk // 64] // n_words
    shift = first[chunk // 64] + CHUNK_SIZE * (chunk % 64)
    # The kernel reads two chunks at once, so an odd number is made even by an empty chunk.
    odd = np.flatnonzero(np.bincount(block_of_chunk, minlength=n_blocks) % 2)
    block_of_chunk = np.concatenate((block_of_chunk, odd))
    shift = np.concatenate((shift, np.zeros_like(odd)))

    forbids = np.zeros((len(shift), CHUNK_SIZE), dtype=np.uint64)
    place = clashes.bit - shift[chunk_of_pair]
    np.bitwise_or.at(forbids, (chunk_of_pair, place), _word(clashes.option))
    by_block = np.argsort(block_of_chunk, kind="stable")
    return (
        np.searchsorted(block_of_chunk[by_block], np.arange(n_blocks + 1)).astype(np.uint32),
        shift[by_block].astype(np.uint32),
        _possible(forbids[by_block]).ravel(),
    )


def _distinct(keys: Numbers, n_keys: int) -> tuple[Numbers, Numbers]:
    """Return the different keys in ascending order, and the place of each given key in them."""
    occurs = np.zeros(n_keys, dtype=np.bool_)
    occurs[keys] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[keys]


def _possible(forbids: U64) -> U64:
    """Intersect, for every subset of the bits of a chunk, the options that they allow."""
    n_chunks, n_bits = forbids.shape
    table = np.full((n_chunks, 1 << n_bits), NONE)
    for k in range(n_bits):
        table[:, 1 << k : 2 << k] = table[:, : 1 << k] & ~forbids[:, k : k + 1]
    return table


def _word(bit: Numbers) -> U64:
    """Return words with one of these bits each."""
    return np.uint64(1) << (bit % 64).astype(np.uint64)


def too_large(problem: Problem) -> str | None:
    """Return which table of a problem would be too large, or None."""
    _, members, colours = problem.incidence
    secondary = np.flatnonzero(members >= problem.n_primary)
    shade = members[secondary].astype(np.int64) << 32 | colours[secondary]
    shades_of = np.bincount(np.unique(shade) >> 32, minlength=problem.n_items)
    n_bits = problem.n_primary + int(shades_of.sum())
    n_words = words_for(n_bits)
    if n_words > MOST_WORDS:
        return f"it would need {n_bits} bits to say what is covered: at most {64 * MOST_WORDS}"
    n_clashes = problem.n_nodes - len(secondary) + int(shades_of[members[secondary]].sum())
    n_blocks = problem.n_primary + problem.n_options // BLOCK_SIZE
    n_chunks = min(n_clashes, n_blocks * (n_bits // CHUNK_SIZE + 2 * n_words)) + n_blocks
    n_bytes = 8 * (n_chunks << CHUNK_SIZE) + 8 * n_words * BLOCK_SIZE * n_blocks
    if n_bytes > MOST_BYTES:
        return f"its tables could take {n_bytes >> 20} MB: at most {MOST_BYTES >> 20}"
    return None


def possible(state: State, block: int, covered: int) -> int:
    """Return the set of the possible options of a block, as the kernel does but in plain Python."""
    live = int(state.options[block])
    for chunk in range(state.chunk_of[block], state.chunk_of[block + 1]):
        bits = covered >> int(state.shift[chunk]) & (1 << CHUNK_SIZE) - 1
        live &= int(state.table[(chunk << CHUNK_SIZE) + bits])
    return live
