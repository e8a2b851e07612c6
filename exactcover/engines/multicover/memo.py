"""Counts under bounds with a memo: see `exactcover.engines.dancing_cells.memo`.

The keys are those of `memo_keys.py`. They have a bit for each option, so a look-up costs more than
without bounds.
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
    finish,
    recall,
)
from exactcover.engines.multicover.branching import (
    branch,
    is_last,
    next_forced,
    next_option,
    smallest,
    undo_last,
)
from exactcover.engines.multicover.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FORCED,
    NODES,
    NONE,
    ONE,
    PHASE,
    SKIP,
    UPDATES,
    State,
    take,
)
from exactcover.engines.multicover.engine import MultiCover
from exactcover.engines.multicover.memo_keys import Fields, fields_of, write_key
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
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

LEAST_SAVED = 5.0
"""See `exactcover.engines.counts.LEAST_SAVED`.

Under bounds, keys repeat more often deep in the tree: with 20, the memo was dropped on 0-1 matrices
with given sums, whose count then took more than ten times as long.
"""


class MultiCoverMemo(MultiCover):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    Parameters
    ----------
    links
        The problem.
    max_bytes, window, least_saved
        See `exactcover.engines.counts.Memo`.
    """

    name = "multicover_memo"
    counts_only = True

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_saved: float = LEAST_SAVED,
    ) -> None:
        super().__init__(links)
        self._fields, n_key_words = fields_of(links)
        n_levels, n_options = len(self._state.levels), len(links.node_of)
        self._memo = Memo(
            n_levels, n_options // 64 + 1, n_key_words, max_bytes, window, least_saved
        )
        # The row of every level's node, while it is not finished.
        self._row_of = np.full(n_levels, NO_ROW, dtype=np.uint32)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes and `out.room` solutions.

        Raises
        ------
        ProblemError
            If `out` has rows: solutions that are looked up cannot be listed.
        """
        check_only_counts(self, out)
        if not self._memo.is_kept:
            return super().advance(node_budget, out)
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(
                self._state, self._fields, self._memo.counts, self._row_of, node_budget, out.room
            )
        self._memo.look_after()
        return STATUSES[status]

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._memo.total + super().solutions

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return super().snapshot() | self._memo.snapshot() | {"row_of": self._row_of.copy()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._memo.restore(snapshot)
        self._row_of[:] = snapshot["row_of"]


@kernel
def advance(
    state: State, fields: Fields, counts: Counts, row_of: U32, node_budget: int, room: int
) -> int:
    """Count on, until there is a reason to return."""
    position, watch = state.position, counts.watch
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    # The lowest word tells how many were found in this call, even if it wraps around.
    first = counts.total[0]
    is_limited = room < UNLIMITED
    left = np.uint64(room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if position[NODES] >= last_node or watch[LOOKUPS] >= watch[PAUSE]:
                break
            position[NODES] += ONE
            item = next_forced(state)
            if item == NONE:
                item = smallest(state)
            row = NO_ROW
            if item == NONE:
                add_one(counts)
            elif state.degree[item] > 1 and counts.trials[position[DEPTH], KEPT]:
                write_key(state, fields, counts.table.key)
                row = recall(counts, position[DEPTH], position[UPDATES], is_limited, left)
            phase = np.uint64(BACK_UP)
            if item != NONE and row != KNOWN and state.degree[item] > 0:
                row_of[position[DEPTH]] = row
                if branch(state, item):
                    phase = np.uint64(CHOOSE)
                elif row != NO_ROW:
                    finish(counts, row, position[UPDATES])
            if phase == BACK_UP:
                position[FORCED] = 0
            left = np.uint64(room) - (counts.total[0] - first)
            if is_limited and left == 0:
                status = OUT_FULL
                break
        elif phase == CHOOSE:
            level = position[DEPTH] - ONE
            cursor = state.levels[level, CURSOR]
            if cursor == state.levels[level, SKIP] or take(state, state.block[cursor]):
                phase = np.uint64(ENTER)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
        else:
            _close_levels(state, counts, row_of)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    return status


@helper
def _close_levels(state: State, counts: Counts, row_of: U32) -> None:
    """Close the levels that have no alternative left, and finish their rows."""
    position = state.position
    depth = position[DEPTH]
    while depth > 0 and is_last(state, depth - ONE):
        depth -= ONE
        undo_last(state, depth)
        row: Unsigned = row_of[depth]
        if row != NO_ROW:
            finish(counts, row, position[UPDATES])
    position[DEPTH] = depth
