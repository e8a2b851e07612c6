"""Branch and bound on masks: the cheapest covers of a problem that is small enough for a table.

The search is that of `exactcover.engines.masks`, and the bound that of `cells.py`. The options of
each item are sorted in the row by the share that they give it: so the least share of an item is
that of its lowest bit, and the bound is computed in one pass over the items.

- An option whose bound, by the least shares of its level, is too high is not tried.
- When the limit falls, the options whose bounds at the root are too high are removed from all rows
  of the table; that is of use if costs differ much.
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
from exactcover.engines.cheapest.taxes import least_cost, prices
from exactcover.engines.masks.engine import Masks
from exactcover.engines.masks.search import (
    ONE,
    ZERO,
    Node,
    Policy,
    never,
    pass_by,
    put,
    search,
)
from exactcover.engines.masks.state import NODES, OPENED, State, check
from exactcover.engines.masks.table import MaskTable, build, intersect_row, table_of
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64, U32, Unsigned
from exactcover.runtime.kernels.vectors import Words, aligned_empty
from exactcover.runtime.search.protocol import STATUSES, Out, Status, copied, put_back

REMOVED = -NEVER
"""The excess of an option that is removed."""

_CHANGING = ("least", "bound", "root", "spent", "excess", "allowed")
"""The arrays of `Ledger` that the kernels change."""


class Ledger(NamedTuple):
    """The costs in a search; for the first two arrays see `taxes.Prices`.

    ========= ====================== ========== ==================================================
    array     shape, dtype           indexed by holds
    ========= ====================== ========== ==================================================
    item_of   (n_nodes,)             node       its item; uint32
    node_of   (n_options,)           option     its first node; uint32
    bit_of    (n_nodes,)             node       its bit in a row; uint32
    share_at  (row, word bits)       word, bit  the share of a bit; int64
    least     (depth + 1, n_primary) open level the least share of each item that is not covered;
                                                int64
    bound     (depth + 1,)           open level what a cover must cost; int64
    root      (1,)                              the same for the root, whose level is used again;
                                                int64
    spent     (depth + 1,)           open level what the options chosen before cost; int64
    excess    (n_options,)           option     what a cover with it costs more than it must, at
                                                the root; or REMOVED; int64
    allowed   (row,)                            the options that are not removed. Words
    ========= ====================== ========== ==================================================

    `covered` is what `State.counts` holds for items that are covered.
    """

    price: I64
    share: I64
    item_of: U32
    node_of: U32
    bit_of: U32
    share_at: I64
    least: I64
    bound: I64
    root: I64
    spent: I64
    excess: I64
    allowed: Words
    best: Best
    covered: np.uint64
    n_primary: int


class CheapestMasks(Masks):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`.

    Parameters
    ----------
    links
        The problem.
    k
        How many covers are wanted: a cover is found only if fewer than k that cost as much, or
        less, are known. By default all covers are found.
    """

    name = "cheapest_masks"
    finds_cheapest = True

    def __init__(self, links: Links, k: int | None = None) -> None:
        price, share, unit = prices(links)
        links = _cheap_first(links, share)
        table = table_of(links)
        bit_of, share_at = _bits(links, table, share)
        allowed = aligned_empty((table.rows.shape[1],), table.rows.dtype)
        allowed[:] = table.rows[table.nothing]
        self._ledger = Ledger(
            price,
            share,
            links.item_of,
            links.node_of,
            bit_of,
            share_at,
            np.zeros((links.depth + 1, links.n_primary), dtype=np.int64),
            np.zeros(links.depth + 1, dtype=np.int64),
            np.zeros(1, dtype=np.int64),
            np.zeros(links.depth + 1, dtype=np.int64),
            np.zeros(len(links.node_of), dtype=np.int64),
            allowed,
            nothing_found(k, unit),
            np.uint64(np.iinfo(table.rows.dtype).max),
            links.n_primary,
        )
        super().__init__(links)

    def lower(self, limit: int) -> None:
        """Search only for covers that cost less than this: see `best.Best`."""
        lower(self._ledger.best, limit)

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all covers that are not found yet."""
        opened, n_nodes = self._state.position[[OPENED, NODES]].tolist()
        limit = int(self._ledger.best.limit[0])
        if opened:
            return min(limit, int(self._ledger.bound[:opened].min()))
        return limit if n_nodes else min(limit, least_cost(self._links, self._ledger.share))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, self._ledger, node_budget, out)]

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        n_rows = max(1, int(self._state.position[OPENED]))
        own = copied(self._ledger, _CHANGING, least=n_rows)
        return super().snapshot() | own | copied(self._ledger.best, CHANGING_BEST)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        put_back(self._ledger, _CHANGING, snapshot)
        put_back(self._ledger.best, CHANGING_BEST, snapshot)
        table = self._state.table
        table.rows[:] = build(self._links).rows & self._ledger.allowed

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check_heap(self._ledger.best)
        if not (self._ledger.excess == REMOVED).any():
            check(self._links, self._state)


def _cheap_first(links: Links, share: I64) -> Links:
    """Sort the options of every item by the share that they give it."""
    block = links.block[np.lexsort((share[links.block], links.item_of[links.block]))]
    place = links.place.copy()
    place[block] = np.arange(len(block))
    return links._replace(block=block, place=place)


def _bits(links: Links, table: MaskTable, share: I64) -> tuple[U32, I64]:
    """Return the bits of the nodes, and the shares of the bits."""
    n_bits = table.option_at.shape[1]
    nodes = links.block[: links.size[: links.n_primary].sum()]
    items = links.item_of[nodes]
    rank = np.arange(len(nodes)) - links.start[items]
    word = table.first_word[items] + rank // n_bits * int(table.lanes)
    bit_of = np.zeros(len(links.item_of), dtype=np.uint32)
    bit_of[nodes] = word * n_bits + rank % n_bits
    share_at = np.zeros(table.option_at.shape, dtype=np.int64)
    share_at.ravel()[bit_of[nodes]] = share[nodes]
    return bit_of, share_at


@kernel
def advance(state: State, ledger: Ledger, node_budget: int, out: Out) -> int:
    """Continue the search for the cheapest covers, up to a limit or the end."""
    return search(state, BOUNDING, (ledger, out), node_budget, out.room)


@helper
def _admits(arrays: tuple[Ledger, Out], level: Unsigned, option: Unsigned) -> bool:
    """Return whether a cover with an option can be cheap enough, by the least shares of a level."""
    ledger, _ = arrays
    return bool(ledger.bound[level] + _excess(ledger, level, option) < ledger.best.limit[0])


@helper
def _visit(
    state: State,
    arrays: tuple[Ledger, Out],
    node: Node,
    is_solved: bool,
    found: Unsigned,
    most: Unsigned,
) -> tuple[bool, Unsigned, Unsigned]:
    """Bound the cost of the covers below a node, and branch; or write a cover."""
    ledger, out = arrays
    is_root = node.number == ONE
    spent: Unsigned = np.int64(0)
    first: Unsigned = ONE
    if not is_root:
        spent, first = ledger.spent[node.parent], node.mark
    for k in range(first, node.n_chosen):
        spent += ledger.price[state.chosen[k]]
    bound = spent + _least_shares(state, ledger, node.level)
    if bound >= ledger.best.limit[0]:
        return False, found, ZERO
    if is_solved:
        put(state, out, found, node.n_chosen)
        note(ledger.best, bound)
        return False, found + ONE, _remove_dear(state, ledger)
    ledger.spent[node.level] = spent
    ledger.bound[node.level] = bound
    if is_root:
        ledger.root[0] = bound
        for option in range(np.uint64(len(ledger.excess))):
            ledger.excess[option] = _excess(ledger, node.level, option)
    return True, found, ZERO


BOUNDING = Policy(never, pass_by, _admits, _visit)
"""Find the cheapest covers; the arrays are a `Ledger` and the `Out` for the covers."""


@helper
def _least_shares(state: State, ledger: Ledger, level: Unsigned) -> Unsigned:
    """Find the least shares of the items not covered in the row of a level; return their sum."""
    table, row = state.table, state.rows[level]
    total = np.int64(0)
    for group in range(np.uint64(len(table.group) - 1)):
        first = np.uint64(table.group[group]) * table.lanes
        for lane in range(table.lanes):
            place = group * table.lanes + lane
            if state.counts[place] != ledger.covered:
                word = first + lane
                while row[word] == 0:
                    word += table.lanes
                least = ledger.share_at[word, trailing_zeros64(np.uint64(row[word]))]
                ledger.least[level, table.item_at[place]] = least
                total += least
    return total


@helper
def _excess(ledger: Ledger, level: Unsigned, option: Unsigned) -> Unsigned:
    """Return the cost of an option above the least shares of its items on a level."""
    node = ledger.node_of[option]
    excess = ledger.price[option]
    while ledger.item_of[node] != END:
        item = ledger.item_of[node]
        if item < ledger.n_primary:
            excess -= ledger.least[level, item]
        node += np.uint32(1)
    return excess


@helper
def _remove_dear(state: State, ledger: Ledger) -> Unsigned:
    """Remove options whose bounds at the root are too high from the table; return the work."""
    table = state.table
    slack = ledger.best.limit[0] - ledger.root[0]
    is_new = False
    for option in range(np.uint64(len(ledger.excess))):
        if ledger.excess[option] >= slack:
            ledger.excess[option] = REMOVED
            _forbid(ledger, option)
            is_new = True
    if not is_new:
        return np.uint64(0)
    for option in range(np.uint64(len(ledger.excess))):
        intersect_row(table.rows[option], ledger.allowed, table.n_vectors)
    return np.uint64(len(ledger.excess)) * table.n_vectors


@helper
def _forbid(ledger: Ledger, option: Unsigned) -> None:
    """Clear the bits of an option in the row of allowed options."""
    n_bits = np.uint64(ledger.share_at.shape[1])
    node = ledger.node_of[option]
    while ledger.item_of[node] != END:
        if ledger.item_of[node] < ledger.n_primary:
            word, bit = ledger.bit_of[node] // n_bits, ledger.bit_of[node] % n_bits
            ledger.allowed[word] = np.uint64(ledger.allowed[word]) & ~(ONE << bit)
        node += np.uint32(1)
