"""Masks under bounds with a memo: see `exactcover.engines.dancing_cells.memo`.

The key of a node is the options that are left, as the words of some items of which every option has
one, and a field for each item with bounds, as in `exactcover.engines.dancing_cells.memo_keys`.
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.counts import KEPT, KNOWN, NO_ROW, add_one, recall
from exactcover.engines.dancing_cells.memo_keys import bounded_items, place_fields
from exactcover.engines.masks.memo import Memory, PendingMemo, finish_closed, must_look_after
from exactcover.engines.masks.memo_keys import few_items
from exactcover.engines.multicover.memo import MultiCoverMemo
from exactcover.engines.multicover_masks.engine import MultiCoverMasks
from exactcover.engines.multicover_masks.moves import ONE, branch
from exactcover.engines.multicover_masks.search import Policy, search
from exactcover.engines.multicover_masks.state import MARK, State
from exactcover.engines.multicover_masks.table import (
    BoundedTable,
    bounded_table,
    branch_on_optional,
)
from exactcover.engines.pending import begin_row, pending_rows
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.protocol import UNLIMITED, Out

BITS = np.uint64(64)


class Keys(NamedTuple):
    """The places of a key.

    ======== ============= ================================================================
    array    shape, dtype  holds
    ======== ============= ================================================================
    words    (n,)          the words of a row that are in the key; uint32
    place    (n_bounded,)  the bit of the key at which the field of an item begins; uint64
    width    (n_bounded,)  half the width of the field; uint64
    ======== ============= ================================================================
    """

    words: U32
    place: U64
    width: U64


def keys_of(links: Links, table: BoundedTable) -> tuple[Keys, int]:
    """Return the places of a key, and how many words of 64 bits it has."""
    masks = table.masks
    n_bits, lanes = masks.option_at.shape[1], int(masks.lanes)
    own = masks.rows[-1]
    words = []
    for item in few_items(links):
        word = int(masks.first_word[item])
        while True:
            words.append(word)
            if masks.rows[masks.nothing, word] != own[word]:  # the bit "not covered yet" is here
                break
            word += lanes
    _, widths = bounded_items(links)
    place, n_words = place_fields([2 * width for width in widths], len(words) * n_bits)
    arrays = np.array(words, dtype=np.uint32), place, np.array(widths, dtype=np.uint64)
    return Keys(*arrays), n_words


class MultiCoverMasksMemo(PendingMemo, MultiCoverMasks):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing."""

    name = "multicover_masks_memo"
    least_saved = MultiCoverMemo.least_saved

    def _lay_out(self, links: Links) -> tuple[int, int, int]:
        self._keys, n_key_words = keys_of(links, bounded_table(links))
        n_options = len(links.node_of)
        self._pending = pending_rows(n_options + 2)
        return n_options + 2, n_options // 64 + 1, n_key_words

    def _table(self, links: Links) -> BoundedTable:
        """Return the table with which items are branched on although their covers are optional.

        What is left of the problem then falls apart less, and its keys repeat more often.
        """
        return branch_on_optional(bounded_table(links))

    def _count(self, node_budget: int, out: Out) -> int:
        return advance(self._state, self._memory(), node_budget, out.room)


@kernel
def advance(state: State, memory: Memory, node_budget: int, room: int) -> int:
    """Count on, up to a limit or the end."""
    return search(state, COUNTING, memory, node_budget, room)


@helper
def _branch_or_recall(
    state: State,
    memory: Memory,
    level: Unsigned,
    key: Unsigned,
    work: Unsigned,
    found: Unsigned,
    most: Unsigned,
) -> tuple[bool, Unsigned]:
    """Branch at a node, or add its count if it is known, or if it is a solution."""
    counts, depth = memory.counts, state.levels[level, MARK]
    before = counts.total[0]
    is_limited = most < np.uint64(UNLIMITED)
    row, is_open = NO_ROW, False
    if counts.trials[depth, KEPT]:
        _write_key(state, memory.keys, level, counts.table.key)
        row = recall(counts, depth, work, is_limited, most - found)
    if row != KNOWN:
        begin_row(memory.pending, row, level)
        is_open = branch(state, level, key)
        if not is_open:
            add_one(counts)
    if is_limited:
        # The lowest word tells how many were found, even if it wraps around.
        found += counts.total[0] - before
    return is_open, found


COUNTING = Policy(must_look_after, finish_closed, _branch_or_recall)
"""Count with a memo; the arrays are a `Memory`."""


@helper
def _write_key(state: State, keys: Keys, level: Unsigned, key: U64) -> None:
    """Write the key of a level, which must be the one that was looked at last."""
    table, row, bounds = state.table, state.rows[level], state.bounds[level]
    masks = table.masks
    options = masks.rows[np.uint64(len(masks.rows)) - ONE]
    n_bits = np.uint64(masks.option_at.shape[1])
    for k in range(np.uint64(len(key))):
        key[k] = 0
    for k in range(np.uint64(len(keys.words))):
        word = keys.words[k]
        place = k * n_bits
        key[place // BITS] |= np.uint64(row[word] & options[word]) << place % BITS
    for k in range(np.uint64(len(bounds))):
        bound, slack = np.uint64(bounds[k]), np.uint64(table.slack[k])
        degree = np.uint64(state.counts[table.lane[k]])
        if bound > slack:
            need = bound - slack
            allowed = min(bound, degree + need - ONE)
            key[keys.place[k] // BITS] |= (need << keys.width[k] | allowed) << keys.place[k] % BITS
        elif bound > 0 and bound < degree - ONE:
            key[keys.place[k] // BITS] |= bound << keys.place[k] % BITS
