"""ZDD construction by dancing cells: a search that builds the diagram of all solutions.

A node of the search becomes a chain of diagram nodes, one for each option of its item that leads to
solutions: `hi` is the diagram below the option, `lo` the chain of the options before it. Two tables
keep the diagram small: the memo returns the diagram of a search node whose key is known (see
`exactcover.engines.dancing_cells.memo`), and equal diagram nodes are created once.

References
----------
M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a combined approach to
exact cover" (AAAI 2017), Algorithm DXZ.
"""

from typing import NamedTuple

import numpy as np

from exactcover.diagrams.base import Nodes
from exactcover.diagrams.nodes import add_node, nodes_of
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
    ONE,
    PHASE,
    SOLUTIONS,
    UPDATES,
    State,
    take,
)
from exactcover.engines.dancing_cells.cells import NONE as NO_ITEM
from exactcover.engines.dancing_cells.engine import (
    DancingCells,
)
from exactcover.engines.dancing_cells.memo import fix_chosen
from exactcover.engines.dancing_cells.memo_keys import Colours, colours_of, fix_colours, write_key
from exactcover.problem.links import Links
from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    row_at,
    with_room,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, Out, Status
from exactcover.runtime.search.work import UnfinishedError

NONE = np.uint64(0)
ALL = np.uint64(1)
_KNOWN = np.uint64(0xFFFFFFFE)
"""The return value of `_recall` for a node whose diagram is known."""
_UNLIMITED = np.uint64(0xFFFFFFFFFFFFFFFF)
# The indices of `Construction.capacity`.
_OF_NODES, _OF_KEYS = range(2)


class Construction(NamedTuple):
    """The arrays of the diagram under construction.

    ======== ============= ========== =============================================================
    array    shape, dtype  indexed by holds
    ======== ============= ========== =============================================================
    nodes    Table                    row k is node k + 2: its option above its `lo`, then its `hi`
    memo     Table                    rows of a key and the diagram node for it, once complete
    chain    (depth + 1,)  level      the chain of the options that are done; uint32
    row_of   (depth + 1,)  level      the row of the memo to finish, or ABSENT; uint32
    result   (1,)                     the diagram node of the search node that was left last, at
                                      the end the root; uint64
    capacity (2,)                     how many rows of `nodes` and of `memo` may be used before the
                                      tables must grow; uint64
    ======== ============= ========== =============================================================
    """

    nodes: Table
    memo: Table
    chain: U32
    row_of: U32
    result: U64
    capacity: U64


class DiagramCells(DancingCells):
    """The engine (`exactcover.runtime.search.protocol.Engine`) that constructs a diagram.

    Parameters
    ----------
    links
        The problem.
    max_bytes
        The maximum memory: one half for the table of the diagram, one for the memo.
    """

    name = "diagram"

    def __init__(self, links: Links, max_bytes: int) -> None:
        super().__init__(links)
        self._max_bytes = max_bytes
        self._colours, n_key_words = colours_of(links)
        self._built = Construction(
            empty_table(2, 0, max_bytes // 2),
            empty_table(n_key_words, 1, max_bytes // 2),
            np.zeros(self.depth + 1, dtype=np.uint32),
            np.zeros(self.depth + 1, dtype=np.uint32),
            np.zeros(1, dtype=np.uint64),
            np.zeros(2, dtype=np.uint64),
        )

    def choose(self, options: list[int]) -> bool:
        """Choose options before the search starts; return whether they are compatible."""
        fix_chosen(self._state, self._colours, self._links.node_of[options])
        return super().choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the construction for at most `node_budget` search nodes; `out` is not used.

        Raises
        ------
        UnfinishedError
            If the diagram needs more memory than it may use; so do all later calls.
        """
        self._grow()
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(self._state, self._colours, self._built, node_budget)
        return Status(status)

    def _grow(self) -> None:
        """Enlarge the tables if needed; a memo that may not grow gets no more rows."""
        most = self._max_bytes // 2
        # Between two nodes of the search, a chain on every level may become longer by one.
        nodes = with_room(self._built.nodes, self.depth + 1, most)
        memo = with_room(self._built.memo, 1, most)
        n_free = len(nodes.rows) - int(nodes.used[0])
        if n_free <= self.depth:
            raise UnfinishedError(
                f"the diagram is not complete: its first {int(nodes.used[0])} nodes fill "
                f"the half of max_bytes={self._max_bytes} that they may take"
            )
        is_full = int(memo.used[0]) == len(memo.rows)
        self._built.capacity[_OF_NODES] = len(nodes.rows) - self.depth
        self._built.capacity[_OF_KEYS] = _UNLIMITED if is_full else len(memo.rows)
        self._built = self._built._replace(nodes=nodes, memo=memo)

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root; once, when the search is exhausted."""
        # Release the memo first: the arrays of nodes need less memory than their table.
        self._built = self._built._replace(memo=empty_table(1, 0, 0))
        return nodes_of(self._built.nodes), int(self._built.result[0])


@kernel
def advance(state: State, colours: Colours, built: Construction, node_budget: int) -> int:
    """Continue the search and the construction until the budget is spent or a table is full."""
    position, capacity, result = state.position, built.capacity, built.result
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if (
                position[NODES] >= last_node
                or built.nodes.used[0] >= capacity[_OF_NODES]
                or built.memo.used[0] >= capacity[_OF_KEYS]
            ):
                break
            position[NODES] += ONE
            phase = _enter(state, colours, built)
        elif phase == CHOOSE:
            node = state.block[state.levels[position[DEPTH] - ONE, CURSOR]]
            fix_colours(state, colours, node)
            if take(state, node, True):
                phase = np.uint64(ENTER)
            else:
                position[FORCED] = 0
                result[0] = NONE
                phase = np.uint64(BACK_UP)
        else:
            _close_levels(state, built)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    return status


@helper
def _enter(state: State, colours: Colours, built: Construction) -> Unsigned:
    """Visit a search node: branch, or set `result` to its diagram; return the next phase."""
    position, result = state.position, built.result
    item = next_forced(state)
    if item == NO_ITEM:
        item = smallest(state)
    row = ABSENT
    if item == NO_ITEM:
        position[SOLUTIONS] += ONE
        result[0] = ALL
    elif state.size[item] == 0:
        result[0] = NONE
    elif state.size[item] > 1:
        write_key(state, colours, built.memo.key)
        row = _recall(built)
    if item == NO_ITEM or state.size[item] == 0 or row == _KNOWN:
        return np.uint64(BACK_UP)
    built.row_of[position[DEPTH]] = row
    built.chain[position[DEPTH]] = NONE
    branch(state, item)
    return np.uint64(CHOOSE)


@helper
def _recall(built: Construction) -> Unsigned:
    """Look up `memo.key`: set `result` and return _KNOWN, or add a row and return its number."""
    table = built.memo
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    if row == ABSENT:
        return add_row(table, slot, digest)
    built.result[0] = table.rows[row, np.uint64(len(table.key))]
    return _KNOWN


@helper
def _close_levels(state: State, built: Construction) -> None:
    """Add `result` to the chain of its level; close the levels that have no option left."""
    levels, result = state.levels, built.result
    depth = state.position[DEPTH]
    while depth > 0:
        level = depth - ONE
        cursor = levels[level, CURSOR]
        if result[0] != NONE:
            option = state.option_of[state.block[cursor]]
            built.chain[level] = add_node(built.nodes, option, built.chain[level], result[0])
        if cursor + ONE < levels[level, LAST]:
            break
        result[0] = built.chain[level]
        if built.row_of[level] != ABSENT:
            built.memo.rows[built.row_of[level], np.uint64(len(built.memo.key))] = result[0]
        depth = level
    state.position[DEPTH] = depth
