"""The memo of the numbers of solutions below nodes, by key: shared by the engines with a memo.

There is one running total, with words for the largest possible count. A node writes the total into
its row of the table when it is entered; when it is left, the difference is its count. So no counts
are passed from level to level, and the total is always the number of solutions counted so far.

A look-up costs time, and it may not save any: if keys rarely repeat, and deep in the tree, where
the search of a node takes hardly longer than a look-up. Each row stores the work of its node; so
the work that look-ups save is known for each depth. Look-ups at a depth with too little gain are
given up; if the whole gain is too little, the memo is dropped. The search then continues without
it, and the total is kept. When the table is full, no more rows are added.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import Links
from exactcover.runtime.kernels.bitsets import number_of
from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    refilled,
    row_at,
    with_room,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned

MAX_BYTES = 1 << 28
WINDOW = 1 << 14
"""The number of look-ups after which their use is judged."""
FIRST_WINDOWS = 4
"""The shorter windows at the start, each half as long as the next, to end useless memos early."""
LEAST_SAVED = 20.0
"""Look-ups that save less work on average, in updates of dancing cells, are given up.

This holds for a full window. In shorter ones, when few counts are stored yet, a part of it is
enough. The share of successful look-ups is a worse criterion: it is 0.2 for langford12, which
loses a fifth of its time, and 0.1 for pent5x12, which gains a quarter.
"""

# The places of `Counts.watch`.
LOOKUPS, SAVED, PAUSE = range(3)
# The columns of `Counts.trials`, after those two.
KEPT = 2

BIT = np.uint64(1)
NO_ROW = ABSENT
"""The result of `recall` for a node that is not remembered."""
KNOWN = np.uint64(0xFFFFFFFE)
"""The result of `recall` for a node whose count was known."""


class Counts(NamedTuple):
    """The counts, and how much work the look-ups save.

    ======== ============== =======================================================================
    array    shape, uint64  holds
    ======== ============== =======================================================================
    table    Table          rows of a key, a count and the work that it took; until a node is left,
                            its row holds the totals of both from when it was entered
    total    (n_words,)     solutions so far, the lowest word first
    watch    (3,)           of this window: LOOKUPS and the work that they SAVED; PAUSE: after how
                            many the kernel comes back, because the table may be full
    trials   (depth + 2, 3) of each depth, since it was last judged: LOOKUPS, SAVED; KEPT: whether
                            nodes are looked up at all
    ======== ============== =======================================================================
    """

    table: Table
    total: U64
    watch: U64
    trials: U64


class Memo:
    """Counts, the limit of their memory, and whether they are still worth it.

    Parameters
    ----------
    n_levels
        How many levels the search can have.
    n_count_words
        How many words every count fits into.
    n_key_words
        How many words a key has.
    max_bytes
        The maximum size of the table.
    window
        The number of look-ups between two decisions, except at the start.
    least_saved
        The work that a look-up must save on average.

    Attributes
    ----------
    counts
        The arrays for the kernels; replaced by `look_after`.
    """

    def __init__(
        self,
        n_levels: int,
        n_count_words: int,
        n_key_words: int,
        max_bytes: int,
        window: int,
        least_saved: float,
    ) -> None:
        self._max_bytes = max_bytes
        self._last_window = window
        self._first_window = self._window = max(1, window >> FIRST_WINDOWS)
        self._least_saved = least_saved
        self.counts = Counts(
            empty_table(n_key_words, n_count_words + 1, max_bytes),
            np.zeros(n_count_words, dtype=np.uint64),
            np.zeros(3, dtype=np.uint64),
            np.zeros((n_levels + 1, 3), dtype=np.uint64),
        )
        self.counts.trials[:, KEPT] = 1
        self.look_after()

    @property
    def total(self) -> int:
        """The number of solutions counted with the memo."""
        return number_of(self.counts.total)

    @property
    def is_kept(self) -> bool:
        """Whether anything is looked up."""
        return bool(self.counts.trials[:, KEPT].any())

    def look_after(self) -> None:
        """After a pause, give up look-ups that save too little, or let the table grow."""
        watch = self.counts.watch
        if watch[LOOKUPS] < watch[PAUSE]:
            return
        if watch[LOOKUPS] >= self._window:
            self._judge()
            watch[:PAUSE] = 0
            self._window = min(2 * self._window, self._last_window)
        table = self.counts.table
        if self.is_kept:
            table = with_room(table, 1, self._max_bytes)
        else:
            table = self._refilled(table.rows[:0])
        self.counts = self.counts._replace(table=table)
        watch[PAUSE] = next_pause(table, int(watch[LOOKUPS]), self._window)

    def _judge(self) -> None:
        """Give up the depths whose look-ups save too little; or all, if they do so together."""
        watch, trials = self.counts.watch, self.counts.trials
        least = self._least_saved * self._window / self._last_window
        if watch[SAVED] < least * int(watch[LOOKUPS]):
            trials[:, KEPT] = 0
        judged = np.flatnonzero(trials[:, LOOKUPS] >= self._first_window)
        saves_little = trials[judged, SAVED] < least * trials[judged, LOOKUPS]
        trials[judged[saves_little], KEPT] = 0
        trials[judged, :KEPT] = 0

    def _refilled(self, rows: U64) -> Table:
        return refilled(rows, len(self.counts.table.key), self._max_bytes)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of everything that changes."""
        table = self.counts.table
        return {
            "counts": table.rows[: table.used[0]].copy(),
            "total": self.counts.total.copy(),
            "watch": self.counts.watch.copy(),
            "trials": self.counts.trials.copy(),
            "window": np.array(self._window),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of another memo of the same links."""
        self.counts = self.counts._replace(table=self._refilled(snapshot["counts"]))
        self.counts.total[:] = snapshot["total"]
        self.counts.watch[:] = snapshot["watch"]
        self.counts.trials[:] = snapshot["trials"]
        self._window = int(snapshot["window"])


def next_pause(table: Table, lookups: int, window: int) -> int:
    """Return the number of look-ups until the end of a window, or until the table may be full."""
    n_free = len(table.rows) - int(table.used[0])
    return min(window, lookups + n_free) if n_free else window


def n_count_words(links: Links) -> int:
    """Return the number of words that every count fits into.

    A tree has no more leaves than the largest product of degrees along one of its paths, and a path
    has at most `depth` items.
    """
    sizes = np.sort(links.size[: links.n_primary])[::-1][: links.depth]
    n_bits = sum(math.log2(size) for size in sizes.tolist() if size)
    return int(n_bits * (1 + 1e-9) + 1) // 64 + 1


@helper
def recall(
    counts: Counts, depth: Unsigned, work: Unsigned, is_limited: bool, left: Unsigned
) -> Unsigned:
    """Add the count of the node of `table.key` if it is known, else begin its row.

    Return KNOWN, the row, or NO_ROW: if the table is full, or if the count is more than is `left`
    to be found, so that the node must be searched again. `work` is the work done so far.
    """
    table = counts.table
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    counts.watch[LOOKUPS] += BIT
    counts.trials[depth, LOOKUPS] += BIT
    if row == ABSENT:
        row = add_row(table, slot, digest)
        if row != ABSENT:
            _begin(counts, row, work)
        return row
    if is_limited and not _is_at_most(counts, row, left):
        return NO_ROW
    _add(counts, depth, row)
    return KNOWN


@helper
def add_one(counts: Counts) -> None:
    """Add one to the total."""
    total = counts.total
    k = np.uint64(0)
    total[k] += BIT
    while total[k] == 0:
        k += BIT
        total[k] += BIT


@helper
def _add(counts: Counts, depth: Unsigned, row: Unsigned) -> None:
    """Add the count of a row to the total."""
    rows, total = counts.table.rows, counts.total
    place = np.uint64(len(counts.table.key))
    carry = np.uint64(0)
    for k in range(np.uint64(len(total))):
        count = rows[row, place]
        partial = total[k] + carry
        carry = np.uint64(partial < carry)
        total[k] = partial + count
        carry += np.uint64(total[k] < count)
        place += BIT
    counts.watch[SAVED] += rows[row, place]
    counts.trials[depth, SAVED] += rows[row, place]


@helper
def _begin(counts: Counts, row: Unsigned, work: Unsigned) -> None:
    """Store the totals when a node is entered."""
    rows, total = counts.table.rows, counts.total
    place = np.uint64(len(counts.table.key))
    for k in range(np.uint64(len(total))):
        rows[row, place] = total[k]
        place += BIT
    rows[row, place] = work


@helper
def finish(counts: Counts, row: Unsigned, work: Unsigned) -> None:
    """Store the differences of the totals since the row was begun."""
    rows, total = counts.table.rows, counts.total
    place = np.uint64(len(counts.table.key))
    borrow = np.uint64(0)
    for k in range(np.uint64(len(total))):
        before = rows[row, place]
        partial = total[k] - before
        rows[row, place] = partial - borrow
        borrow = np.uint64(total[k] < before) + np.uint64(partial < borrow)
        place += BIT
    rows[row, place] = work - rows[row, place]


@helper
def _is_at_most(counts: Counts, row: Unsigned, bound: Unsigned) -> bool:
    """Return whether the count of a row is at most a bound of one word."""
    rows = counts.table.rows
    place = np.uint64(len(counts.table.key))
    for k in range(BIT, np.uint64(len(counts.total))):
        if rows[row, place + k] != 0:
            return False
    return bool(rows[row, place] <= bound)
