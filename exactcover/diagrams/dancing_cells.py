"""ZDD construction by dancing cells: a search that builds the diagram of all solutions.

A node of the search becomes a chain of diagram nodes, one for each option of its item that leads to
solutions: `hi` is the diagram below the option, `lo` the chain of the options before it. Under
bounds a search node may also do without these options; the chain ends with the diagram of that
alternative, which is searched last, so the options and their diagrams wait on a stack. Two tables
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
from exactcover.engines.dancing_cells.branching import (
    branch,
    close_level,
    is_last,
    is_skipping,
    select,
)
from exactcover.engines.dancing_cells.cells import (
    CURSOR,
    DEPTH,
    ONE,
    SOLUTIONS,
    State,
    has_bounds,
)
from exactcover.engines.dancing_cells.cells import NONE as NO_ITEM
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.memo import choose_colours, fix_chosen
from exactcover.engines.dancing_cells.memo_keys import Keys, keys_of, write_key
from exactcover.engines.dancing_cells.search import Policy, search
from exactcover.engines.multicover.engine import MultiCover
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
from exactcover.runtime.search.protocol import STATUSES, UNLIMITED, Out, Status
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

    ======== ============== ========== ============================================================
    array    shape, dtype   indexed by holds
    ======== ============== ========== ============================================================
    nodes    Table                     row k is node k + 2: its option above its `lo`, then its `hi`
    memo     Table                     rows of a key and the diagram node for it, once complete
    keys     Keys                      the fields of the keys
    chain    (n_levels,)    level      the chain of the options that are done; with bounds only the
                                       diagram without the options of the level; uint32
    row_of   (n_levels,)    level      the row of the memo to finish, or ABSENT; uint32
    first    (n_levels,)    level      the first row of `waiting` for the level; uint32
    waiting  (n_waiting, 2) row        with bounds: an option, and the diagram below it, which is
                                       not NONE; uint32
    number   (1,)                      how many rows of `waiting` are in use; uint64
    result   (1,)                      the diagram node of the search node that was left last, at
                                       the end the root; uint64
    capacity (2,)                      how many rows of `nodes` and of `memo` may be used before the
                                       tables must grow; uint64
    ======== ============== ========== ============================================================
    """

    nodes: Table
    memo: Table
    keys: Keys
    chain: U32
    row_of: U32
    first: U32
    waiting: U32
    number: U64
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
        keys, n_key_words = keys_of(links, has_bounds=self.takes_bounds)
        n_levels = len(self._state.levels)
        # Between two nodes of the search, a chain on every level may become longer by one. Under
        # bounds, all options that wait may become nodes.
        self._n_needed = (len(links.node_of) if self.takes_bounds else self.depth) + 1
        self._built = Construction(
            empty_table(2, 0, max_bytes // 2),
            empty_table(n_key_words, 1, max_bytes // 2),
            keys,
            np.zeros(n_levels, dtype=np.uint32),
            np.full(n_levels, ABSENT, dtype=np.uint32),
            np.zeros(n_levels, dtype=np.uint32),
            np.zeros((self._n_needed if self.takes_bounds else 0, 2), dtype=np.uint32),
            np.zeros(1, dtype=np.uint64),
            np.zeros(1, dtype=np.uint64),
            np.zeros(2, dtype=np.uint64),
        )

    def choose(self, options: list[int]) -> bool:
        """Choose options before the search starts; return whether they are compatible."""
        fix_chosen(self._state, self._built.keys, self._links.node_of[options])
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
            return STATUSES[advance(self._state, self._built, node_budget)]

    def _grow(self) -> None:
        """Enlarge the tables if needed; a memo that may not grow gets no more rows."""
        most = self._max_bytes // 2
        nodes = with_room(self._built.nodes, self._n_needed, most)
        memo = with_room(self._built.memo, 1, most)
        if len(nodes.rows) - int(nodes.used[0]) < self._n_needed:
            raise UnfinishedError(
                f"the diagram is not complete: its first {int(nodes.used[0])} nodes fill "
                f"the half of max_bytes={self._max_bytes} that they may take"
            )
        is_full = int(memo.used[0]) == len(memo.rows)
        self._built.capacity[_OF_NODES] = len(nodes.rows) - self._n_needed + 1
        self._built.capacity[_OF_KEYS] = _UNLIMITED if is_full else len(memo.rows)
        self._built = self._built._replace(nodes=nodes, memo=memo)

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root; once, when the search is exhausted."""
        # Release the memo first: the arrays of nodes need less memory than their table.
        self._built = self._built._replace(memo=empty_table(1, 0, 0))
        return nodes_of(self._built.nodes), int(self._built.result[0])


class DiagramMultiCover(DiagramCells, MultiCover):
    """The engine that constructs a diagram under bounds; see `DiagramCells`."""

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out; see `MultiCover`."""
        return MultiCover.choose(self, options)


@kernel
def advance(state: State, built: Construction, node_budget: int) -> int:
    """Continue the search and the construction until the budget is spent or a table is full."""
    return search(state, BUILDING, built, node_budget, UNLIMITED)


@helper
def _is_full(state: State, built: Construction) -> bool:
    """Return whether a table must grow before the next node."""
    capacity = built.capacity
    return bool(
        built.nodes.used[0] >= capacity[_OF_NODES] or built.memo.used[0] >= capacity[_OF_KEYS]
    )


@helper
def _enter(
    state: State, built: Construction, found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned]:
    """Visit a search node: branch, or set `result` to its diagram."""
    position, result = state.position, built.result
    item = select(state)
    if item == NO_ITEM:
        position[SOLUTIONS] += ONE
        result[0] = ALL
        return False, found
    row = ABSENT
    if state.size[item] > 1:
        write_key(state, built.keys, built.memo.key)
        row = _recall(built)
    if row == _KNOWN:
        return False, found
    depth = position[DEPTH]
    if state.size[item] > 0 and branch(state, item):
        built.row_of[depth] = row
        built.chain[depth] = NONE
        built.first[depth] = built.number[0]
        return True, found
    result[0] = NONE
    if row != ABSENT:
        built.memo.rows[row, np.uint64(len(built.memo.key))] = NONE
    return False, found


@helper
def _choose(state: State, built: Construction) -> bool:
    """Make the choice under the cursor of the last level; its diagram is NONE if an item fails."""
    is_alive = choose_colours(state, built)
    if not is_alive:
        built.result[0] = NONE
    return is_alive


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
def _back_up(state: State, built: Construction) -> None:
    """Note `result` for the alternative that was left; close the levels that have no other one."""
    result = built.result
    depth = state.position[DEPTH]
    while depth > 0:
        level = depth - ONE
        _note(state, built, level)
        if not is_last(state, level):
            break
        close_level(state, level)
        if has_bounds(state):
            _chain_waiting(built, level)
        result[0] = built.chain[level]
        if built.row_of[level] != ABSENT:
            built.memo.rows[built.row_of[level], np.uint64(len(built.memo.key))] = result[0]
        depth = level


@helper
def _note(state: State, built: Construction, level: Unsigned) -> None:
    """Add `result` to the chain of a level, or let it wait, as that of its alternative."""
    chain, result, number = built.chain, built.result[0], built.number
    if is_skipping(state, level):
        chain[level] = result
    elif result != NONE:
        option = state.option_of[state.block[state.levels[level, CURSOR]]]
        if has_bounds(state):
            built.waiting[number[0], _OPTION] = option
            built.waiting[number[0], _BELOW] = result
            number[0] += ONE
        else:
            chain[level] = add_node(built.nodes, option, chain[level], result)


@helper
def _chain_waiting(built: Construction, level: Unsigned) -> None:
    """Add the options of a level, which wait no longer, to its chain."""
    chain, number = built.chain, built.number
    while number[0] > built.first[level]:
        number[0] -= ONE
        option = built.waiting[number[0], _OPTION]
        chain[level] = add_node(built.nodes, option, chain[level], built.waiting[number[0], _BELOW])


BUILDING = Policy(_is_full, _enter, _choose, _back_up)
"""Construct the diagram; the arrays are a `Construction`."""
