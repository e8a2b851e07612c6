"""Masks under bounds with a memo: see `exactcover.engines.dancing_cells.memo`.

The key of a node is the options that are left, as the words of some items of which every option has
one, and a field for each item with bounds, as in `exactcover.engines.multicover.memo_keys`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.counts import (
    KEPT,
    KNOWN,
    LOOKUPS,
    MAX_BYTES,
    NO_ROW,
    PAUSE,
    WINDOW,
    Counts,
    Memo,
    add_one,
    recall,
)
from exactcover.engines.masks.memo import NODE_WORK
from exactcover.engines.masks.memo_keys import few_items
from exactcover.engines.multicover.memo import LEAST_SAVED
from exactcover.engines.multicover.memo_keys import fields_of
from exactcover.engines.multicover_masks.engine import MultiCoverMasks
from exactcover.engines.multicover_masks.moves import (
    FAILED,
    ONE,
    branch,
    propagate,
    try_option,
)
from exactcover.engines.multicover_masks.state import (
    MARK,
    NODES,
    OPENED,
    PENDING,
    UPDATES,
    WORD,
    State,
)
from exactcover.engines.multicover_masks.table import BoundedTable, bounded_table
from exactcover.engines.pending import Pending, begin_row, finish_rows, pending_rows
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    UNLIMITED,
    Out,
    Status,
    check_only_counts,
)

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
    fields, _ = fields_of(links)
    n_own = -(-len(words) * n_bits // 64) * 64
    first = -(-len(links.node_of) // 64) * 64
    place = fields.place - np.uint64(first) + np.uint64(n_own)
    end = int((place + 2 * fields.width).max(initial=n_own))
    return Keys(np.array(words, dtype=np.uint32), place, fields.width), -(-end // 64)


class MultiCoverMasksMemo(MultiCoverMasks):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    Parameters
    ----------
    links
        The problem.
    max_bytes, window, least_saved
        See `exactcover.engines.counts.Memo`.
    """

    name = "multicover_masks_memo"
    counts_only = True

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_saved: float = LEAST_SAVED,
    ) -> None:
        self._keys, n_words = keys_of(links, bounded_table(links))
        n_options = len(links.node_of)
        self._memo = Memo(
            n_options + 2, n_options // 64 + 1, n_words, max_bytes, window, least_saved
        )
        self._pending = pending_rows(n_options + 2)
        super().__init__(links)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes and `out.room` solutions.

        Raises
        ------
        ProblemError
            If `out` has rows: solutions that are looked up cannot be listed.
        """
        check_only_counts(self, out)
        memo = self._memo
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(
                self._state, self._keys, memo.counts, self._pending, node_budget, out.room
            )
        memo.look_after()
        if not memo.is_kept:
            self._pending.number[0] = 0
        return STATUSES[status]

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._memo.total

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return super().snapshot() | self._memo.snapshot() | self._pending.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._memo.restore(snapshot)
        self._pending.restore(snapshot)


@kernel
def advance(
    state: State, keys: Keys, counts: Counts, pending: Pending, node_budget: int, room: int
) -> int:
    """Count on: look at pending levels, and try options of the others."""
    position, levels, watch = state.position, state.levels, counts.watch
    opened, nodes, updates = position[OPENED], position[NODES], position[UPDATES]
    last_node, last_update = nodes + np.uint64(node_budget), updates + MOST_UPDATES
    # The lowest word gives the number of solutions of this call, even if it wraps around.
    first = counts.total[0]
    is_limited, left = room < UNLIMITED, np.uint64(room)
    n_vectors = state.table.masks.n_vectors
    status = EXHAUSTED
    while True:
        finish_rows(counts, pending, opened, updates + nodes * NODE_WORK)
        if opened == 0:
            break
        level = opened - ONE
        if levels[level, WORD] != PENDING:
            opened = try_option(state, level)
            continue
        if nodes >= last_node or updates >= last_update or watch[LOOKUPS] >= watch[PAUSE]:
            status = BUDGET_SPENT
            break
        nodes += ONE
        mark = levels[level, MARK]
        key = propagate(state, level)
        updates += (levels[level, MARK] - mark + ONE) * n_vectors
        if key == FAILED:
            opened = level
            continue
        depth, row = levels[level, MARK], NO_ROW
        if counts.trials[depth, KEPT]:
            _write_key(state, keys, level, counts.table.key)
            row = recall(counts, depth, updates + nodes * NODE_WORK, is_limited, left)
        if row == KNOWN:
            opened = level
        else:
            begin_row(pending, row, level)
            if not branch(state, level, key):
                add_one(counts)
                opened = level
            elif levels[level, WORD] == PENDING:
                opened += ONE
        left = np.uint64(room) - (counts.total[0] - first)
        if is_limited and left == 0:
            status = OUT_FULL
            break
    position[OPENED] = opened
    position[NODES] = nodes
    position[UPDATES] = updates
    return status


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
        elif bound > 0 and bound < degree - state.optional:
            key[keys.place[k] // BITS] |= bound << keys.place[k] % BITS
