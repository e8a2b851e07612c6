"""Masks with a memo: counts that look up what was counted before.

Two nodes that leave the same options have the same number of solutions: that of the second node is
looked up, also if it is 0. See `memo_keys.py` for the keys, which are compared in full, and
`exactcover.engines.counts` for the counts and for when a memo is dropped.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm Z; M. Nishino, N.
Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a combined approach to exact cover"
(AAAI 2017).
"""

from typing import Any

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
    n_count_words,
    recall,
)
from exactcover.engines.masks.engine import (
    ONE,
    Masks,
    begin_node,
    open_level,
)
from exactcover.engines.masks.memo_keys import key_words, n_key_words, write_key
from exactcover.engines.masks.rows import FAILED, propagate
from exactcover.engines.masks.state import NODES, OPENED, UPDATES, State
from exactcover.engines.masks.table import table_of
from exactcover.engines.pending import Pending, begin_row, finish_rows, pending_rows
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U32
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

NODE_WORK = np.uint64(8)
"""The work of a node, in vectors of a row, before the first one is computed."""
LEAST_SAVED = 30.0
"""See `exactcover.engines.counts.LEAST_SAVED`: here, in vectors."""


class MasksMemo(Masks):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    Parameters
    ----------
    links
        The problem.
    max_bytes, window, least_saved
        See `exactcover.engines.counts.Memo`.
    """

    name = "masks_memo"
    counts_only = True

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_saved: float = LEAST_SAVED,
    ) -> None:
        table = table_of(links)
        self._words = key_words(links, table)
        n_words = n_key_words(table, self._words)
        self._memo = Memo(
            links.depth + 1, n_count_words(links), n_words, max_bytes, window, least_saved
        )
        self._pending = pending_rows(links.depth + 1)
        super().__init__(links)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the count for at most `node_budget` nodes and `out.room` solutions.

        Raises
        ------
        ProblemError
            If `out` has rows: solutions that are looked up cannot be listed.
        """
        check_only_counts(self, out)
        memo = self._memo
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(
                self._state,
                self._words,
                memo.counts,
                self._pending,
                node_budget,
                out.room,
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
    state: State,
    words: U32,
    counts: Counts,
    pending: Pending,
    node_budget: int,
    room: int,
) -> int:
    """Continue the count: repeatedly try the next option of the last level."""
    table, position, watch = state.table, state.position, counts.watch
    opened, nodes, updates = position[OPENED], position[NODES], position[UPDATES]
    last_node, last_update = nodes + np.uint64(node_budget), updates + MOST_UPDATES
    # The lowest word gives the number of solutions of this call, even if it wraps around.
    first = counts.total[0]
    is_limited, left = room < UNLIMITED, np.uint64(room)
    status = EXHAUSTED
    while opened > 0 or nodes == 0:
        if nodes >= last_node or updates >= last_update or watch[LOOKUPS] >= watch[PAUSE]:
            status = BUDGET_SPENT
            break
        finish_rows(counts, pending, opened, updates + nodes * NODE_WORK)
        option, mark, ways, level, opened = begin_node(state, opened, nodes == 0)
        nodes += ONE
        parent, child = state.rows[level], state.rows[opened]
        key, n_chosen = propagate(state, parent, child, option, mark + ONE)
        updates += (n_chosen - mark) * table.n_vectors
        if key == FAILED:
            continue
        row = NO_ROW
        if key >> table.index_bits == table.covered:
            add_one(counts)
            row = KNOWN
        elif counts.trials[n_chosen, KEPT]:
            write_key(state, words, child, counts.table.key)
            work = updates + nodes * NODE_WORK
            row = recall(counts, n_chosen, work, is_limited, left)
        if row != KNOWN:
            begin_row(pending, row, opened)
            open_level(state, opened, key, n_chosen, ways)
            opened += ONE
        else:
            left = np.uint64(room) - (counts.total[0] - first)
            if is_limited and left == 0:
                status = OUT_FULL
                break
    position[OPENED] = opened
    position[NODES] = nodes
    position[UPDATES] = updates
    return status
