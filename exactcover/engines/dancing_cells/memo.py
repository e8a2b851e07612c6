"""Dancing cells with a memo: counts that look up what was counted before.

The subtree of a node depends only on the options that are still live. So two nodes with the same
live items, and the same colours on them, have the same number of solutions: that of the second node
is looked up. The look-up is made where the search would branch, after the forced moves. A node that
failed has a count of 0. See `memo_keys.py` for the keys, which are compared in full,
and `exactcover.engines.counts` for the counts and for when a memo is dropped.

Ties in the choice of an item are decided by its number, not by its place in a block: so equal nodes
have equal subtrees, whose nodes are looked up again.

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
    LEAST_SAVED,
    LOOKUPS,
    MAX_BYTES,
    NO_ROW,
    PAUSE,
    WINDOW,
    Counts,
    Memo,
    add_one,
    finish,
    n_count_words,
    recall,
)
from exactcover.engines.dancing_cells.branching import branch, next_forced, next_option, smallest
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FORCED,
    LAST,
    NODES,
    NONE,
    ONE,
    PHASE,
    UPDATES,
    State,
    take,
)
from exactcover.engines.dancing_cells.engine import (
    DancingCells,
)
from exactcover.engines.dancing_cells.memo_keys import Colours, colours_of, fix_colours, write_key
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


class DancingCellsMemo(DancingCells):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    Parameters
    ----------
    links
        The problem.
    max_bytes, window, least_saved
        See `exactcover.engines.counts.Memo`.
    """

    name = "dancing_cells_memo"
    counts_only = True

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_saved: float = LEAST_SAVED,
    ) -> None:
        super().__init__(links)
        self._colours, n_key_words = colours_of(links)
        self._memo = Memo(
            links.depth + 1, n_count_words(links), n_key_words, max_bytes, window, least_saved
        )
        # The row of every level's node, while it is not finished.
        self._row_of = np.full(self.depth + 1, NO_ROW, dtype=np.uint32)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        nodes = self._links.node_of[options]
        fix_chosen(self._state, self._colours, nodes)
        return super().choose(options)

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
                self._state, self._colours, self._memo.counts, self._row_of, node_budget, out.room
            )
        self._memo.look_after()
        return STATUSES[status]

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._memo.total + super().solutions

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {"fixed": self._colours.fixed.copy(), "row_of": self._row_of.copy()}
        return super().snapshot() | self._memo.snapshot() | own

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._memo.restore(snapshot)
        self._colours.fixed[:] = snapshot["fixed"]
        self._row_of[:] = snapshot["row_of"]


@kernel
def fix_chosen(state: State, colours: Colours, nodes: U32) -> None:
    """Note the colours of options that are chosen before the search begins."""
    for node in nodes:
        fix_colours(state, colours, node)


@kernel
def advance(
    state: State, colours: Colours, counts: Counts, row_of: U32, node_budget: int, room: int
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
            elif state.size[item] > 1 and counts.trials[position[DEPTH], KEPT]:
                write_key(state, colours, counts.table.key)
                row = recall(counts, position[DEPTH], position[UPDATES], is_limited, left)
            if item == NONE or state.size[item] == 0 or row == KNOWN:
                phase = np.uint64(BACK_UP)
            else:
                row_of[position[DEPTH]] = row
                branch(state, item)
                phase = np.uint64(CHOOSE)
            left = np.uint64(room) - (counts.total[0] - first)
            if is_limited and left == 0:
                status = OUT_FULL
                break
        elif phase == CHOOSE:
            node = state.block[state.levels[position[DEPTH] - ONE, CURSOR]]
            fix_colours(state, colours, node)
            if take(state, node, True):
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
    """Leave the levels that have no option left, and finish their rows."""
    levels, position = state.levels, state.position
    depth = position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
        row: Unsigned = row_of[depth]
        if row != NO_ROW:
            finish(counts, row, position[UPDATES])
    position[DEPTH] = depth
