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

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.counts import (
    KEPT,
    KNOWN,
    LOOKUPS,
    NO_ROW,
    PAUSE,
    Counts,
    add_one,
    n_count_words,
    recall,
)
from exactcover.engines.masks.engine import Masks
from exactcover.engines.masks.memo_keys import key_words, n_key_words, write_key
from exactcover.engines.masks.search import ZERO, Node, Policy, always, search
from exactcover.engines.masks.state import State
from exactcover.engines.masks.table import table_of
from exactcover.engines.memo_engine import MemoEngine
from exactcover.engines.pending import Pending, begin_row, finish_rows, pending_rows
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import UNLIMITED, Out


class Memory(NamedTuple):
    """What the keys are made of, the counts, and the rows that wait."""

    keys: Any
    counts: Counts
    pending: Pending


class PendingMemo(MemoEngine):
    """The base of the engines by masks that count with a memo."""

    _keys: Any
    _pending: Pending

    def _memory(self) -> Memory:
        """Return the arrays for the kernel; without a memo no row waits any more."""
        if not self._memo.is_kept:
            self._pending.number[0] = 0
        return Memory(self._keys, self._memo.counts, self._pending)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return super().snapshot() | self._pending.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._pending.restore(snapshot)


class MasksMemo(PendingMemo, Masks):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing."""

    name = "masks_memo"
    least_saved = 30.0
    """See `exactcover.engines.counts.LEAST_SAVED`: here, in vectors."""

    def _lay_out(self, links: Links) -> tuple[int, int, int]:
        table = table_of(links)
        self._keys: U32 = key_words(links, table)
        self._pending = pending_rows(links.depth + 1)
        return links.depth + 1, n_count_words(links), n_key_words(table, self._keys)

    def _count(self, node_budget: int, out: Out) -> int:
        return advance(self._state, self._memory(), node_budget, out.room)


@kernel
def advance(state: State, memory: Memory, node_budget: int, room: int) -> int:
    """Count on, up to a limit or the end."""
    return search(state, COUNTING, memory, node_budget, room)


@helper
def must_look_after(memory: Memory) -> bool:
    """Return whether the memo must be looked after before the next node."""
    watch = memory.counts.watch
    return bool(watch[LOOKUPS] >= watch[PAUSE])


@helper
def finish_closed(memory: Memory, opened: Unsigned, work: Unsigned) -> None:
    """Finish the rows of all nodes whose levels are closed."""
    finish_rows(memory.counts, memory.pending, opened, work)


@helper
def open_or_recall(
    state: State, memory: Memory, node: Node, is_solved: bool, found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned, Unsigned]:
    """Branch at a node, or add its count if it is known."""
    counts, depth = memory.counts, node.n_chosen
    before = counts.total[0]
    is_limited = most < np.uint64(UNLIMITED)
    row = NO_ROW
    if is_solved:
        add_one(counts)
        row = KNOWN
    elif counts.trials[depth, KEPT]:
        write_key(state, memory.keys, state.rows[node.level], counts.table.key)
        row = recall(counts, depth, node.work, is_limited, most - found)
    if row != KNOWN:
        begin_row(memory.pending, row, node.level)
        return True, found, ZERO
    if is_limited:
        # The lowest word tells how many were found, even if it wraps around.
        found += counts.total[0] - before
    return False, found, ZERO


COUNTING = Policy(must_look_after, finish_closed, always, open_or_recall)
"""Count with a memo; the arrays are a `Memory`."""
