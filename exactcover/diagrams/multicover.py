"""ZDD construction under bounds: a search by multicover that builds the diagram of all solutions.

As in `exactcover.diagrams.dancing_cells`, a node of the search becomes a chain of diagram nodes,
one for each option that it offers. Where it can also do without them, the chain ends with the
diagram of that alternative, which is searched last: so the options and their diagrams wait on a
stack until then.
"""

from typing import NamedTuple

import numpy as np

from exactcover.diagrams.base import Nodes
from exactcover.diagrams.nodes import add_node, nodes_of
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
    ONE,
    PHASE,
    SKIP,
    SOLUTIONS,
    UPDATES,
    State,
    take,
)
from exactcover.engines.multicover.cells import NONE as NO_ITEM
from exactcover.engines.multicover.engine import MultiCover
from exactcover.engines.multicover.memo_keys import Fields, fields_of, write_key
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
# The columns of `Construction.waiting`.
_OPTION, _BELOW = range(2)


class Construction(NamedTuple):
    """The arrays of the diagram under construction.

    ======== ================ ========== ==========================================================
    array    shape, dtype     indexed by holds
    ======== ================ ========== ==========================================================
    nodes    Table                       row k is node k + 2: its option above its `lo`, then `hi`
    memo     Table                       rows of a key and the diagram node for it, once complete
    end      (n_levels,)      level      the diagram without the options of the level; uint32
    first    (n_levels,)      level      the first row of `waiting` for the level; uint32
    row_of   (n_levels,)      level      the row of the memo to finish, or ABSENT; uint32
    waiting  (n_options, 2)   rows       an option, and the diagram below it, which is not NONE;
                                         uint32
    number   (1,)                        how many rows of `waiting` are in use; uint64
    result   (1,)                        the diagram node of the search node that was left last, at
                                         the end the root; uint64
    capacity (2,)                        how many rows of `nodes` and of `memo` may be used before
                                         the tables must grow; uint64
    ======== ================ ========== ==========================================================
    """

    nodes: Table
    memo: Table
    end: U32
    first: U32
    row_of: U32
    waiting: U32
    number: U64
    result: U64
    capacity: U64


class DiagramMultiCover(MultiCover):
    """The engine that constructs a diagram (`exactcover.runtime.search.protocol.Engine`).

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
        self._fields, n_key_words = fields_of(links)
        n_levels = len(self._state.levels)
        self._built = Construction(
            empty_table(2, 0, max_bytes // 2),
            empty_table(n_key_words, 1, max_bytes // 2),
            np.zeros(n_levels, dtype=np.uint32),
            np.zeros(n_levels, dtype=np.uint32),
            np.full(n_levels, ABSENT, dtype=np.uint32),
            np.zeros((len(links.node_of) + 1, 2), dtype=np.uint32),
            np.zeros(1, dtype=np.uint64),
            np.zeros(1, dtype=np.uint64),
            np.zeros(2, dtype=np.uint64),
        )

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the construction for at most `node_budget` search nodes; `out` is not used.

        Raises
        ------
        UnfinishedError
            If the diagram needs more memory than it may use; so do all later calls.
        """
        self._grow()
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(self._state, self._fields, self._built, node_budget)
        return Status(status)

    def _grow(self) -> None:
        """Enlarge the tables if needed; a memo that may not grow gets no more rows."""
        most = self._max_bytes // 2
        # Between two nodes of the search, all options that wait may become nodes.
        n_needed = len(self._built.waiting)
        nodes = with_room(self._built.nodes, n_needed, most)
        memo = with_room(self._built.memo, 1, most)
        if len(nodes.rows) - int(nodes.used[0]) < n_needed:
            raise UnfinishedError(
                f"the diagram is not complete: its first {int(nodes.used[0])} nodes fill "
                f"the half of max_bytes={self._max_bytes} that they may take"
            )
        is_full = int(memo.used[0]) == len(memo.rows)
        self._built.capacity[_OF_NODES] = len(nodes.rows) - n_needed + 1
        self._built.capacity[_OF_KEYS] = _UNLIMITED if is_full else len(memo.rows)
        self._built = self._built._replace(nodes=nodes, memo=memo)

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root; once, when the search is exhausted."""
        # Release the memo first: the arrays of nodes need less memory than their table.
        self._built = self._built._replace(memo=empty_table(1, 0, 0))
        return nodes_of(self._built.nodes), int(self._built.result[0])


@kernel
def advance(state: State, fields: Fields, built: Construction, node_budget: int) -> int:
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
            phase = _enter(state, fields, built)
        elif phase == CHOOSE:
            level = position[DEPTH] - ONE
            cursor = state.levels[level, CURSOR]
            if cursor == state.levels[level, SKIP] or take(state, state.block[cursor]):
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
def _enter(state: State, fields: Fields, built: Construction) -> Unsigned:
    """Visit a search node: branch, or set `result` to its diagram; return the next phase."""
    position, result = state.position, built.result
    item = next_forced(state)
    if item == NO_ITEM:
        item = smallest(state)
    if item == NO_ITEM:
        position[SOLUTIONS] += ONE
        result[0] = ALL
        return np.uint64(BACK_UP)
    row = ABSENT
    if state.degree[item] > 1:
        write_key(state, fields, built.memo.key)
        row = _recall(built)
    if row != _KNOWN:
        depth = position[DEPTH]
        if state.degree[item] > 0 and branch(state, item):
            built.row_of[depth] = row
            built.end[depth] = NONE
            built.first[depth] = built.number[0]
            return np.uint64(CHOOSE)
        result[0] = NONE
        if row != ABSENT:
            built.memo.rows[row, np.uint64(len(built.memo.key))] = NONE
    position[FORCED] = 0
    return np.uint64(BACK_UP)


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
    """Note `result` for the alternative that was left; close the levels that have no other one."""
    levels, result, number = state.levels, built.result, built.number
    depth = state.position[DEPTH]
    while depth > 0:
        level = depth - ONE
        cursor = levels[level, CURSOR]
        if cursor == levels[level, SKIP]:
            built.end[level] = result[0]
        elif result[0] != NONE:
            built.waiting[number[0], _OPTION] = state.option_of[state.block[cursor]]
            built.waiting[number[0], _BELOW] = result[0]
            number[0] += ONE
        if not is_last(state, level):
            break
        undo_last(state, level)
        result[0] = _chain(built, level)
        if built.row_of[level] != ABSENT:
            built.memo.rows[built.row_of[level], np.uint64(len(built.memo.key))] = result[0]
        depth = level
    state.position[DEPTH] = depth


@helper
def _chain(built: Construction, level: Unsigned) -> Unsigned:
    """Return the chain of the options of a level, which wait no longer."""
    number = built.number
    node = np.uint32(built.end[level])
    while number[0] > built.first[level]:
        number[0] -= ONE
        option = built.waiting[number[0], _OPTION]
        node = add_node(built.nodes, option, node, built.waiting[number[0], _BELOW])
    return node
