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
    finish,
    n_count_words,
    recall,
)
from exactcover.engines.dancing_cells.branching import branch, close_level, is_last, select
from exactcover.engines.dancing_cells.cells import (
    CURSOR,
    DEPTH,
    NONE,
    ONE,
    UPDATES,
    State,
    has_bounds,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.engine import advance as advance_without_memo
from exactcover.engines.dancing_cells.memo_keys import Keys, fix_colours, keys_of, write_key
from exactcover.engines.dancing_cells.search import Policy, follow, search
from exactcover.engines.memo_engine import MemoEngine
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import UNLIMITED, Out


class Memory(NamedTuple):
    """The keys, the counts, and the row of every level's node while it is not finished."""

    keys: Keys
    counts: Counts
    row_of: U32


class DancingCellsMemo(MemoEngine, DancingCells):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing."""

    name = "dancing_cells_memo"

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._row_of = np.full(len(self._state.levels), NO_ROW, dtype=np.uint32)

    def _lay_out(self, links: Links) -> tuple[int, int, int]:
        self._keys, n_key_words = keys_of(links, has_bounds=False)
        return links.depth + 1, n_count_words(links), n_key_words

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        fix_chosen(self._state, self._keys, self._links.node_of[options])
        return super().choose(options)

    def _count(self, node_budget: int, out: Out) -> int:
        if not self._memo.is_kept:
            return advance_without_memo(self._state, node_budget, out)
        memory = Memory(self._keys, self._memo.counts, self._row_of)
        return advance(self._state, memory, node_budget, out.room)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {"fixed": self._keys.fixed.copy(), "row_of": self._row_of.copy()}
        return super().snapshot() | own

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._keys.fixed[:] = snapshot["fixed"]
        self._row_of[:] = snapshot["row_of"]


@kernel
def fix_chosen(state: State, keys: Keys, nodes: U32) -> None:
    """Note the colours of options that are chosen before the search begins."""
    for node in nodes:
        fix_colours(state, keys, node)


@kernel
def advance(state: State, memory: Memory, node_budget: int, room: int) -> int:
    """Count on, up to a limit or the end."""
    return search(state, COUNTING, memory, node_budget, room)


@helper
def must_look_after(state: State, memory: Memory) -> bool:
    """Return whether the memo must be looked after before the next node."""
    watch = memory.counts.watch
    return bool(watch[LOOKUPS] >= watch[PAUSE])


@helper
def open_or_recall(
    state: State, memory: Memory, found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned]:
    """Branch on an item with the fewest options, or add the count of a node that is known."""
    position, counts = state.position, memory.counts
    depth, before = position[DEPTH], counts.total[0]
    is_limited = most < np.uint64(UNLIMITED)
    item = select(state)
    row = NO_ROW
    if item == NONE:
        add_one(counts)
    elif state.size[item] > 1 and counts.trials[depth, KEPT]:
        write_key(state, memory.keys, counts.table.key)
        row = recall(counts, depth, position[UPDATES], is_limited, most - found)
    is_open = False
    if item != NONE and row != KNOWN and state.size[item] > 0:
        memory.row_of[depth] = row
        is_open = branch(state, item)
        if not is_open and row != NO_ROW:
            finish(counts, row, position[UPDATES])
    if is_limited:
        # The lowest word tells how many were found, even if it wraps around.
        found += counts.total[0] - before
    return is_open, found


@helper
def choose_colours(state: State, arrays: Any) -> bool:
    """Take the option under the cursor, or none, and note its colours; False on failure."""
    if not has_bounds(state):
        node = state.block[state.levels[state.position[DEPTH] - ONE, CURSOR]]
        fix_colours(state, arrays.keys, node)
    return follow(state, arrays)


@helper
def close_and_finish(state: State, memory: Memory) -> None:
    """Close the levels that have no alternative left, and finish their rows."""
    depth = state.position[DEPTH]
    while depth > 0 and is_last(state, depth - ONE):
        depth -= ONE
        close_level(state, depth)
        row: Unsigned = memory.row_of[depth]
        if row != NO_ROW:
            finish(memory.counts, row, state.position[UPDATES])


COUNTING = Policy(must_look_after, open_or_recall, choose_colours, close_and_finish)
"""Count with a memo; the arrays are a `Memory`."""
