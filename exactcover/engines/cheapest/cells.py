"""Branch and bound on dancing cells: the cheapest covers, and the proof that no other is cheaper.

The cost of every option is divided among its primary items (`taxes.py`). The least share of an item
is the smallest one that a live option gives it. The costs of the chosen options and the least
shares of the uncovered items add up to a lower bound of the cost of every cover below a node. If
the bound reaches the k-th best cost found, the search backs up. A least share is computed again
only when the option that gave it is hidden, so that the bound adds little time.

The options of an item are tried in ascending order of the bounds that they would give; the first
bound that is too high ends the level. All other options with a bound that is too high are hidden as
well, if the check of all of them does not take much longer than the search itself.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm X$, and his program
DLX5.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import (
    CHANGING_BEST,
    NEVER,
    Best,
    check_heap,
    lower,
    note,
    nothing_found,
)
from exactcover.engines.cheapest.floors import (
    branch_cheapest_first,
    choose,
    close_and_restore,
    hide_dear,
)
from exactcover.engines.cheapest.taxes import least_cost, prices
from exactcover.engines.dancing_cells.branching import select
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CURSOR,
    DEPTH,
    ENTER,
    NONE,
    ONE,
    PHASE,
    SAVED,
    SOLUTIONS,
    TAKEN,
    UPDATES,
    State,
    put,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.search import Policy, never, search
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64, U32, Unsigned
from exactcover.runtime.search.protocol import STATUSES, Out, Status, copied, put_back

THRIFT = np.uint64(4)
"""A node checks the bounds of all options if its live nodes of options are at most this many times
the updates since the last node."""

_CHANGING = ("cheapest", "kept", "floor", "spent", "mark")
"""The arrays of `Ledger` that the kernels change."""


class Ledger(NamedTuple):
    """The costs in a search; for the first two arrays see `taxes.Prices`.

    ========== ====================== =========== ================================================
    array      shape, dtype           indexed by  holds
    ========== ====================== =========== ================================================
    is_first   (n_nodes,)             node        whether it is its option's first primary one; bool
    cheapest   (n_primary,)           item        the live node that gives it its least share;
                                                  uint32
    kept       (depth + 1, n_primary) open level  `cheapest` as it was when the level was opened;
                                                  uint32
    floor      (n_blocks,)            place       for the options of the levels: what a cover with
                                                  this option must cost, rising; int64
    spent      (depth + 1,)           level       what the options chosen below it cost; int64
    mark       (1,)                               UPDATES at the last node; uint64
    ========== ====================== =========== ================================================
    """

    price: I64
    share: I64
    is_first: NDArray[np.bool_]
    cheapest: U32
    kept: U32
    floor: I64
    spent: I64
    mark: NDArray[np.uint64]
    best: Best


class CheapestCells(DancingCells):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`.

    Parameters
    ----------
    links
        The problem.
    k
        How many covers are wanted: a cover is found only if fewer than k that cost as much, or
        less, are known. By default all covers are found.
    """

    name = "cheapest_cells"
    finds_cheapest = True

    def __init__(self, links: Links, k: int | None = None) -> None:
        super().__init__(links)
        price, share, unit = prices(links)
        self._ledger = Ledger(
            price,
            share,
            first_primary_nodes(links),
            np.zeros(links.n_primary, dtype=np.uint32),
            np.empty((self.depth + 1, links.n_primary), dtype=np.uint32),
            np.zeros(len(links.block), dtype=np.int64),
            np.zeros(self.depth + 1, dtype=np.int64),
            np.zeros(1, dtype=np.uint64),
            nothing_found(k, unit),
        )
        self._n_chosen = 0
        find_cheapest(self._state, self._ledger)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        if not super().choose(options):
            return False
        self._n_chosen = len(options)
        self._ledger.spent[1 : len(options) + 1] = np.cumsum(self._ledger.price[options])
        return True

    def lower(self, limit: int) -> None:
        """Search only for covers that cost less than this: see `best.Best`."""
        lower(self._ledger.best, limit)

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all covers that are not found yet."""
        limit = int(self._ledger.best.limit[0])
        if self._state.position[PHASE] == BACK_UP and not self._state.position[DEPTH]:
            return limit
        levels = bound_of_levels(self._state, self._ledger.floor, self._n_chosen)
        return min(limit, least_cost(self._links, self._ledger.share) if levels is None else levels)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, self._ledger, node_budget, out)]

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = copied(self._ledger, _CHANGING, kept=int(self._state.position[SAVED]))
        return super().snapshot() | own | copied(self._ledger.best, CHANGING_BEST)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        put_back(self._ledger, _CHANGING, snapshot)
        put_back(self._ledger.best, CHANGING_BEST, snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state, self._ledger)


def bound_of_levels(state: State, floor: I64, n_chosen: int) -> int | None:
    """Return a lower bound of the cost of the covers below the levels that are left of a search.

    The first `n_chosen` levels were chosen before it. None if there are no others.
    """
    depth = int(state.position[DEPTH])
    bounds = []
    for level, (_, cursor, last, _) in enumerate(state.levels[n_chosen:depth].tolist(), n_chosen):
        place = cursor if level == depth - 1 else cursor + 1
        if place < last:
            bounds.append(int(floor[place]))
    return min(bounds, default=None)


def first_primary_nodes(links: Links) -> NDArray[np.bool_]:
    """Return of every node whether it is the first of its option with a primary item."""
    nodes = np.flatnonzero(links.item_of < links.n_primary)
    is_first = np.zeros(len(links.item_of), dtype=np.bool_)
    is_first[nodes[np.unique(links.option_of[nodes], return_index=True)[1]]] = True
    return is_first


@kernel
def find_cheapest(state: State, ledger: Ledger) -> None:
    """Compute the least share of every item before the search begins."""
    for item in range(np.uint64(state.n_primary)):
        if state.size[item] > 0:
            _find_cheapest(state, ledger, item)


@kernel
def advance(state: State, ledger: Ledger, node_budget: int, out: Out) -> int:
    """Continue the search for the cheapest covers, up to a limit or the end."""
    return search(state, BOUNDING, (ledger, out), node_budget, out.room)


@helper
def _enter(
    state: State, arrays: tuple[Ledger, Out], found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned]:
    """Bound the cost of the covers below a node, and branch; or write a cover."""
    ledger, out = arrays
    bound = _bound_of_node(state, ledger)
    if bound >= ledger.best.limit[0]:
        return False, found
    item = select(state)
    if item == NONE:
        put(state, out, found)
        note(ledger.best, bound)
        state.position[SOLUTIONS] += ONE
        return False, found + ONE
    branch_cheapest_first(state, ledger, _excess, ledger.cheapest, item, bound)
    return True, found


@helper
def _choose(state: State, arrays: tuple[Ledger, Out]) -> bool:
    """Choose the option under the cursor of the last level; False on failure or a high bound."""
    ledger, _ = arrays
    return choose(state, ledger, ledger.best.limit[0])


@helper
def _back_up(state: State, arrays: tuple[Ledger, Out]) -> None:
    """Close the levels without options left; restore the least shares."""
    ledger, _ = arrays
    close_and_restore(state, ledger, ledger.cheapest)


BOUNDING = Policy(never, _enter, _choose, _back_up)
"""Find the cheapest covers; the arrays are a `Ledger` and the `Out` for the covers."""


@helper
def _bound_of_node(state: State, ledger: Ledger) -> Unsigned:
    """Hide the options that cost too much; return a lower bound of the cost, NEVER on failure."""
    position = state.position
    bound, n_live = _bound(state, ledger)
    limit = ledger.best.limit[0]
    if bound < limit and limit < NEVER:
        updates = position[UPDATES]
        if n_live <= THRIFT * (updates - ledger.mark[0]):
            if not hide_dear(state, ledger, _excess, limit - bound):
                bound = NEVER
            elif position[UPDATES] > updates:
                bound, n_live = _bound(state, ledger)
    ledger.mark[0] = position[UPDATES]
    return bound


@helper
def _bound(state: State, ledger: Ledger) -> tuple[Unsigned, Unsigned]:
    """Return a lower bound of the cost of covers with the chosen options, and the live nodes.

    The bound is NEVER if an item has no options.
    """
    size, cheapest = state.size, ledger.cheapest
    bound = ledger.spent[state.position[DEPTH]]
    n_live = np.uint64(0)
    for item in range(np.uint64(state.n_primary)):
        live = size[item]
        if live < TAKEN:
            if live == 0:
                return NEVER, n_live
            if state.place[cheapest[item]] >= state.start[item] + live:
                _find_cheapest(state, ledger, item)
            bound += ledger.share[cheapest[item]]
            n_live += live
    return bound, n_live


@helper
def _find_cheapest(state: State, ledger: Ledger, item: Unsigned) -> None:
    """Find the live option that gives an item its least share."""
    first = state.start[item]
    cheapest = state.block[first]
    least = ledger.share[cheapest]
    for k in range(first, first + state.size[item]):
        node = state.block[k]
        if ledger.share[node] < least:
            least = ledger.share[node]
            cheapest = node
    ledger.cheapest[item] = cheapest


@helper
def _excess(state: State, ledger: Ledger, node: Unsigned) -> Unsigned:
    """Return the cost of the option of `node` above the least shares of its items."""
    node = state.first_of[node]
    excess = ledger.price[state.option_of[node]]
    while state.item_of[node] != END:
        item = state.item_of[node]
        if item < state.n_primary:
            excess -= ledger.share[ledger.cheapest[item]]
        node += ONE
    return excess


def check(links: Links, state: State, ledger: Ledger) -> None:
    """Assert the invariants of a position, but for those of dancing cells."""
    nodes = links.block
    assert (state.block[state.place[nodes]] == nodes).all()
    assert (state.item_of[state.block] == np.repeat(np.arange(links.n_items), links.size)).all()
    depth = int(state.position[DEPTH])
    levels = state.levels[:depth]
    for first, _, last, _ in levels.tolist():
        assert (np.diff(ledger.floor[first:last]) >= 0).all()
    if state.position[PHASE] == ENTER:
        chosen = state.option_of[state.block[levels[:, CURSOR]]]
        assert (ledger.spent[1 : depth + 1] == np.cumsum(ledger.price[chosen])).all()
    check_heap(ledger.best)
