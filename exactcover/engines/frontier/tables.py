"""The tables for counting along the frontier, and its states."""

from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from exactcover.orders.fixed_order import Arrangement, Bits, Numbers, Pairs, arrange
from exactcover.runtime.kernels.bitsets import KeyWords, key_words, words_for
from exactcover.runtime.kernels.types import U32, U64
from exactcover.runtime.search.limits import stop_if_due, watched

TAKEN = np.uint64(1)
"""The lowest bit of every key, so that no key is 0: rows of zeros are free."""
NONE = np.uint64(0xFFFFFFFFFFFFFFFF)

MOST_BITS = 1 << 10
"""Keys are not longer than this: their words are handled one by one, by compiled code."""
BATCH = 32
"""The number of states that are expanded before the states that they lead to are stored.

Storing mostly waits for memory, and the waits of consecutive stores overlap.
"""
# The columns of `State.pending` behind the words of a key.
FROM, BY, LAYER_OF, HASH = (np.uint64(k) for k in range(4))
FIRST_ROWS = 1 << 10
# The indices of `State.position`: the layer that is expanded and the next of its rows; the numbers
# of pending states and of those that are stored; the first row that was never used; the row whose
# count needs more words; and counters.
LAYER, CURSOR, FILLED, STORED, TOP, CARRY, NODES, UPDATES, STATES = range(9)
# While a layer moves to more rows: the number of new rows, 0 if no layer moves; the first of them;
# the number of cleared ones; the number of old rows that have moved.
NEW_SIZE, NEW_BEGIN, CLEARED, MOVED = range(9, 13)
# Odd numbers whose bits look random (the first is 2**64 over the golden ratio).
MIX = np.uint64(0x9E3779B97F4A7C15)
FINISH = np.uint64(0xD6E8FEB86659FD93)
_ALL_BITS = (1 << 64) - 1


class State(NamedTuple):
    """The tables of a problem, and the states that were reached and not expanded yet.

    ========= ========================== =========== =============================================
    array     shape                      indexed by  holds
    ========= ========================== =========== =============================================
    group     (n_layers,), uint32        layer       its first option
    option_of (n_options,), uint32       option      its index in the problem
    sets      (n_options, W)             option      the bits that it sets, if they matter later
    clashes   (n_options, W)             option      the bits that must not be set to take it
    keep      (n_layers, W)              layer       the bits that matter behind it
    own       (n_layers, W)              layer       the bit of its item, if that can be set
    must      (n_layers, W)              layer       the bits of items that no option covers from
                                                     here on
    begin     (n_layers,)                layer       the first row of its states
    size      (n_layers,)                layer       how many rows they have: 0 or a power of 2
    used      (n_layers,)                layer       how many of the rows hold a state
    free      (64,)                      k           the first of the free blocks of 2**k rows, or
                                                     NONE; each names the next one
    pending   (BATCH + most, W + 4)                  states to be stored: the key, the row that they
                                                     come FROM, the option that led there, their
                                                     layer and their HASH
    memory    (n_rows, W + K)            row         the key of a state and its count, in K words,
                                                     the lowest first; row 0 has the count 1
    position  (13,)                      LAYER ...   where the search stands, and its counters
    ========= ========================== =========== =============================================

    All but the first two are uint64. A layer's rows are a hash table with linear probing. `words`
    is W zeros (`exactcover.runtime.kernels.bitsets.key_words`). The kernels change the last seven.
    """

    group: U32
    option_of: U32
    sets: U64
    clashes: U64
    keep: U64
    own: U64
    must: U64
    begin: U64
    size: U64
    used: U64
    free: U64
    pending: U64
    memory: U64
    position: U64
    words: KeyWords


CHANGING = ("begin", "size", "used", "free", "pending", "memory", "position")
"""The arrays of `State` that the kernels change."""


class Pass(NamedTuple):
    """The tables of a problem, and the rows of one pass; the fields are those of `State`.

    `memory` has the rows that are expanded, `pending` the keys that they lead to, with the row that
    each comes FROM, its layer and its HASH.
    """

    group: U32
    sets: U64
    clashes: U64
    keep: U64
    own: U64
    must: U64
    pending: U64
    memory: U64
    words: KeyWords


def lay_out(arrangement: Arrangement, max_bytes: int) -> State:
    """Build the tables of a problem, and the first state, which is pending."""
    n_layers, n_options = arrangement.n_primary + 1, arrangement.n_options
    birth, death = arrangement.lifetimes()
    slot = slots(birth, death)
    n_words = words_for(int(slot.max(initial=0)) + 1)

    def pack(rows: Numbers, bits: Numbers, n_rows: int) -> U64:
        """Return rows of words with these bits set, each in its row, at the bits' slots."""
        stop_if_due()
        words = np.zeros(n_rows * n_words, dtype=np.uint64)
        place = slot[bits]
        one = np.uint64(1) << (place % 64).astype(np.uint64)
        np.bitwise_or.at(words, rows * n_words + place // 64, one)
        return words.reshape(n_rows, n_words)

    option, bit = arrangement.sets
    matters = death[bit] > arrangement.lowest[option]
    sets = pack(option[matters], bit[matters], n_options)
    option, bit = arrangement.clashes
    is_born = birth[bit] <= arrangement.lowest[option]
    clashes = pack(option[is_born], bit[is_born], n_options)
    living = np.flatnonzero(slot)
    items = living[living < arrangement.n_primary]
    # Where the last option of an item comes before the item, the item is switched on behind that
    # option and off again behind the item.
    last = np.full(arrangement.n_bits, -1)
    np.maximum.at(last, bit, arrangement.lowest[option])
    early = items[last[items] < items]
    switches = pack(last[early] + 1, early, n_layers) ^ pack(early + 1, early, n_layers)
    most = int(np.diff(arrangement.group).max(initial=0))
    n_rows = min(FIRST_ROWS, most_rows(max_bytes, n_words + 1))
    state = State(
        arrangement.group.astype(np.uint32),
        arrangement.option_of.astype(np.uint32),
        sets,
        clashes,
        ~pack(death[living], living, n_layers),
        pack(items, items, n_layers),
        np.bitwise_xor.accumulate(switches),
        np.zeros(n_layers, dtype=np.uint64),
        np.zeros(n_layers, dtype=np.uint64),
        np.zeros(n_layers, dtype=np.uint64),
        np.full(64, NONE),
        np.zeros((BATCH + most, n_words + 4), dtype=np.uint64),
        np.zeros((n_rows, n_words + 1), dtype=np.uint64),
        np.zeros(13, dtype=np.uint64),
        key_words(n_words),
    )
    # Nothing is covered at first. Row 0 is where the first state gets its count from.
    state.pending[0, 0] = TAKEN
    state.pending[0, n_words + int(HASH)] = hash_of(state.pending[0, :n_words].tolist())
    state.position[FILLED] = state.position[TOP] = 1
    state.memory[0, n_words] = 1
    return state


def slots(birth: Numbers, death: Numbers) -> Numbers:
    """Give each bit that matters a slot of the key, from 1 on; 0 to those that do not.

    Bits of which one dies before the other is born may share one.
    """
    slot = np.zeros(len(birth), dtype=np.int64)
    free: list[int] = []
    living: list[tuple[int, int]] = []
    n_slots = 1
    matters = np.flatnonzero(birth <= death)
    by_birth = matters[np.argsort(birth[matters], kind="stable")]
    spans = np.stack((by_birth, birth[by_birth], death[by_birth]), axis=1)
    for bit, born, dies in watched(spans.tolist()):
        while living and living[0][0] < born:
            heappush(free, heappop(living)[1])
        if not free:
            heappush(free, n_slots)
            n_slots += 1
        heappush(living, (dies, free[0]))
        slot[bit] = heappop(free)
    return slot


def most_rows(max_bytes: int, row_size: int) -> int:
    """Return how many rows of `row_size` words the memory may have: at least row 0."""
    return max(1, max_bytes // (8 * row_size))


def hash_of(key: list[int]) -> int:
    """Hash the words of a key as the kernels do."""
    digest = 0
    for word in key:
        digest = (digest ^ word) * int(MIX) & _ALL_BITS
        digest ^= digest >> 32
    digest = digest * int(FINISH) & _ALL_BITS
    return digest ^ digest >> 32


_NONE = np.empty(0, dtype=np.int64)
_NO_BITS = Bits(Pairs(_NONE, _NONE), Pairs(_NONE, _NONE), _NONE, _NONE, 0, 0)


@cache
def no_state() -> State:
    """Return the state of a search that does not begin.

    It is not made when the module is imported, for a search whose time is over may do that.
    """
    return lay_out(arrange(_NO_BITS, _NONE), 0)
