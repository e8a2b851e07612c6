"""Dancing cells that weave a diagram: all solutions at once, as nodes that are shared.

A node of the search becomes a chain of diagram nodes, one for each option of its item that leads to
solutions: `hi` is the diagram below the option, `lo` the chain of the options before it. Two things
keep the diagram small: a search node whose key was met before is looked up and not searched again
(see `memo.py`), and equal diagram nodes are made once.

References
----------
M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a combined approach to
exact cover" (AAAI 2017), Algorithm DXZ.
"""

from typing import NamedTuple

import numpy as np

from exactcover.compiled.hash_table import (
    ABSENT,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    row_at,
    with_room,
)
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64, Unsigned
from exactcover.diagrams.diagram import Nodes, UnfinishedError
from exactcover.diagrams.nodes import add_node, nodes_of
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
    branch,
    next_forced,
    next_option,
    smallest,
    take,
)
from exactcover.engines.dancing_cells.cells import (
    NONE as NO_ITEM,
)
from exactcover.engines.dancing_cells.engine import (
    DancingCells,
)
from exactcover.engines.dancing_cells.keys import Colours, colours_of, fix_colours, write_key
from exactcover.engines.dancing_cells.memo import fix_chosen
from exactcover.problem.links import Links
from exactcover.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, Out, Status

NONE = np.uint64(0)
ALL = np.uint64(1)
_KNOWN = np.uint64(0xFFFFFFFE)
"""What `_recall` returns for a node whose diagram is known."""
_NO_END = np.uint64(0xFFFFFFFFFFFFFFFF)
# What fills up, in `Weave.room`.
_FOR_NODES, _FOR_KEYS = range(2)


class Weave(NamedTuple):
    """The diagram so far.

    ======== ============= ========== =============================================================
    array    shape, dtype  indexed by holds
    ======== ============= ========== =============================================================
    nodes    Table                    row k is node k + 2: its option above its `lo`, then its `hi`
    memo     Table                    rows of a key and the node for it, once it is left
    chain    (depth + 1,)  level      the chain of the options done; uint32
    row_of   (depth + 1,)  level      the row of the memo to finish, or ABSENT; uint32
    result   (1,)                     the node for what was left last: below an option, or the
                                      root; uint64
    room     (2,)                     how many rows of `nodes` and of `memo` may be used before the
                                      tables must grow; uint64
    ======== ============= ========== =============================================================
    """

    nodes: Table
    memo: Table
    chain: U32
    row_of: U32
    result: U64
    room: U64


class DiagramCells(DancingCells):
    """The search, in the shape of an engine (see `exactcover.search.protocol.CoverEngine`).

    Parameters
    ----------
    links
        The problem.
    max_bytes
        How much memory it may take: one half is for the table of the diagram, one for the memo.
    """

    name = "diagram"

    def __init__(self, links: Links, max_bytes: int) -> None:
        super().__init__(links)
        self._max_bytes = max_bytes
        self._colours, n_key_words = colours_of(links)
        self._weave = Weave(
            empty_table(2, 0, max_bytes // 2),
            empty_table(n_key_words, 1, max_bytes // 2),
            np.zeros(self.depth + 1, dtype=np.uint32),
            np.zeros(self.depth + 1, dtype=np.uint32),
            np.zeros(1, dtype=np.uint64),
            np.zeros(2, dtype=np.uint64),
        )

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; tell whether they agree."""
        fix_chosen(self._state, self._colours, self._links.node_of[options])
        return super().choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Weave on, for at most `node_budget` nodes of the search; `out` is not used.

        Raises
        ------
        UnfinishedError
            If the diagram outgrows its bytes; it stays so.
        """
        self._make_room()
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = advance(self._state, self._colours, self._weave, node_budget)
        return Status(status)

    def _make_room(self) -> None:
        """Let the tables grow; where the memo may not, nothing is added to it any more."""
        most = self._max_bytes // 2
        # Between two nodes of the search, a chain on every level may become longer by one.
        nodes = with_room(self._weave.nodes, self.depth + 1, most)
        memo = with_room(self._weave.memo, 1, most)
        n_free = len(nodes.rows) - int(nodes.used[0])
        if n_free <= self.depth:
            raise UnfinishedError(
                f"the diagram is not complete: its first {int(nodes.used[0])} nodes fill "
                f"the half of max_bytes={self._max_bytes} that they may take"
            )
        is_full = int(memo.used[0]) == len(memo.rows)
        self._weave.room[_FOR_NODES] = len(nodes.rows) - self.depth
        self._weave.room[_FOR_KEYS] = _NO_END if is_full else len(memo.rows)
        self._weave = self._weave._replace(nodes=nodes, memo=memo)

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram; once, when the search is exhausted."""
        # The memo makes room for the arrays of nodes, which take less than their table.
        self._weave = self._weave._replace(memo=empty_table(1, 0, 0))
        return nodes_of(self._weave.nodes), int(self._weave.result[0])


@kernel
def advance(state: State, colours: Colours, weave: Weave, node_budget: int) -> int:
    """Search on, and weave what is found into the diagram, until there is a reason to return."""
    position, room, result = state.position, weave.room, weave.result
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if (
                position[NODES] >= last_node
                or weave.nodes.used[0] >= room[_FOR_NODES]
                or weave.memo.used[0] >= room[_FOR_KEYS]
            ):
                break
            position[NODES] += ONE
            phase = _enter(state, colours, weave)
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
            _close_levels(state, weave)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    return status


@helper
def _enter(state: State, colours: Colours, weave: Weave) -> Unsigned:
    """Visit a node: branch, or tell the diagram below it; return the phase that comes next."""
    position, result = state.position, weave.result
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
        write_key(state, colours, weave.memo.key)
        row = _recall(weave)
    if item == NO_ITEM or state.size[item] == 0 or row == _KNOWN:
        return np.uint64(BACK_UP)
    weave.row_of[position[DEPTH]] = row
    weave.chain[position[DEPTH]] = NONE
    branch(state, item)
    return np.uint64(CHOOSE)


@helper
def _recall(weave: Weave) -> Unsigned:
    """Look the node of `memo.key` up; set `result` and return _KNOWN, or begin its row."""
    table = weave.memo
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    if row == ABSENT:
        return add_row(table, slot, digest)
    weave.result[0] = table.rows[row, np.uint64(len(table.key))]
    return _KNOWN


@helper
def _close_levels(state: State, weave: Weave) -> None:
    """Add what was found to the chain of its level; leave the levels that have no option left."""
    levels, result = state.levels, weave.result
    depth = state.position[DEPTH]
    while depth > 0:
        level = depth - ONE
        cursor = levels[level, CURSOR]
        if result[0] != NONE:
            option = state.option_of[state.block[cursor]]
            weave.chain[level] = add_node(weave.nodes, option, weave.chain[level], result[0])
        if cursor + ONE < levels[level, LAST]:
            break
        result[0] = weave.chain[level]
        if weave.row_of[level] != ABSENT:
            weave.memo.rows[weave.row_of[level], np.uint64(len(weave.memo.key))] = result[0]
        depth = level
    state.position[DEPTH] = depth
