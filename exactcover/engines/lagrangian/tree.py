"""Depth-first search on dancing cells, with bounds that are raised at every branch.

A node knows feasible dual values of its live items. What the chosen options cost plus these values
is a lower bound of the cost of every cover below the node, and an option is hidden where its
reduced cost would raise that to the limit. Before the search branches, some subgradient steps raise
the values for the options that are still live. The options of a level are tried in ascending order
of their reduced costs.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import NEVER, Best, note
from exactcover.engines.cheapest.floors import (
    branch_cheapest_first,
    choose,
    close_and_restore,
    hide_dear,
)
from exactcover.engines.cheapest.scaling import MOST_VALUES
from exactcover.engines.dancing_cells.branching import next_forced, select, smallest
from exactcover.engines.dancing_cells.cells import (
    DEPTH,
    NONE,
    ONE,
    SOLUTIONS,
    TAKEN,
    UPDATES,
    State,
    put,
)
from exactcover.engines.dancing_cells.search import Policy, never, search
from exactcover.engines.lagrangian.duals import (
    LENGTH,
    STALE,
    Relaxation,
    raise_values,
)
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import F64, I64, Unsigned
from exactcover.runtime.search.protocol import Out

STEPS, PATIENCE, FIRST_LENGTH = 12, 4.0, 1.0
"""The most subgradient steps of a node, after how many without a gain they become shorter, and how
long the first ones are."""
CHANGING = ("value", "kept", "floor", "spent", "span", "margin")
"""The arrays of `Ledger` that the kernels change, and that are part of a position."""

# The places of `Ledger.span`.
FROM, BELOW, LAST_UPDATE = range(3)


class Ledger(NamedTuple):
    """The costs in a search.

    ========== ====================== ========== =================================================
    array      shape, dtype           indexed by holds
    ========== ====================== ========== =================================================
    price      (n_options,)           option     its price; int64
    is_first   (n_nodes,)             node       whether it is its option's first primary one; bool
    value      (n_primary,)           item       the dual values, feasible for the live options;
                                                 int64
    kept       (depth + 3, n_primary) open level `value` as it was when the level was opened; int64
    floor      (n_blocks,)            place      for the options of the levels: what a cover with
                                                 this option must cost, rising; int64
    spent      (depth + 1,)           level      what the options chosen below it cost; int64
    span       (3,)                              only covers that cost at least FROM and less than
                                                 BELOW are searched for; the search pauses at
                                                 LAST_UPDATE; int64
    margin     (1,)                              how far above the bound steps aim at most; float64
    ========== ====================== ========== =================================================

    The last two rows of `kept` and `relaxation` are for the steps of one node.
    """

    price: I64
    is_first: NDArray[np.bool_]
    value: I64
    kept: I64
    floor: I64
    spent: I64
    span: I64
    margin: F64
    relaxation: Relaxation
    best: Best


@kernel
def advance(state: State, ledger: Ledger, node_budget: int, out: Out) -> int:
    """Continue the search for covers in a span of costs, up to a limit or the end."""
    n_left = max(np.int64(0), ledger.span[LAST_UPDATE] - np.int64(state.position[UPDATES]))
    return search(state, RAISING, (ledger, out), node_budget, out.room, n_left)


@helper
def _enter(
    state: State, arrays: tuple[Ledger, Out], found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned]:
    """Bound the cost of the covers below a node, and branch; or write a cover."""
    ledger, out = arrays
    bound, item = _bounded(state, ledger)
    if item != NONE:
        branch_cheapest_first(state, ledger, _reduced, ledger.value, item, bound)
        return True, found
    if ledger.span[FROM] <= bound < _limit(ledger):
        put(state, out, found)
        note(ledger.best, bound)
        state.position[SOLUTIONS] += ONE
        found += ONE
    return False, found


@helper
def _choose(state: State, arrays: tuple[Ledger, Out]) -> bool:
    """Choose the option under the cursor of the last level; False on failure or a high bound."""
    ledger, _ = arrays
    return choose(state, ledger, _limit(ledger))


@helper
def _back_up(state: State, arrays: tuple[Ledger, Out]) -> None:
    """Close the levels without options left; restore the dual values."""
    ledger, _ = arrays
    close_and_restore(state, ledger, ledger.value)


RAISING = Policy(never, _enter, _choose, _back_up)
"""Find covers in a span of costs; the arrays are a `Ledger` and the `Out` for the covers."""


@helper
def _limit(ledger: Ledger) -> Unsigned:
    """Return the cost that covers must be below."""
    return min(ledger.best.limit[0], ledger.span[BELOW])


@helper
def _bounded(state: State, ledger: Ledger) -> tuple[Unsigned, Unsigned]:
    """Bound the cost of the covers below a node, hide options, and choose an item to branch on.

    Return the bound and the item. The item is NONE if the bound is the cost of a cover, or if there
    is no cover below the limit: then the bound is NEVER.
    """
    bound = _bound(state, ledger)
    limit = _limit(ledger)
    if bound >= limit:
        return NEVER, NONE
    is_limited = limit < NEVER
    if is_limited and not _hide_dear(state, ledger, limit - bound):
        return NEVER, NONE
    item = next_forced(state)
    if item != NONE:
        return bound, item
    item = smallest(state)
    if item == NONE or not is_limited:
        return bound, item
    bound = _raised(state, ledger, bound, limit)
    if bound >= limit or not _hide_dear(state, ledger, limit - bound):
        return NEVER, NONE
    return bound, select(state)


@helper
def _bound(state: State, ledger: Ledger) -> Unsigned:
    """Return a lower bound of the cost of covers; NEVER if an item has no options."""
    bound = ledger.spent[state.position[DEPTH]]
    for item in range(np.uint64(state.n_primary)):
        live = state.size[item]
        if live < TAKEN:
            if live == 0:
                return NEVER
            bound += ledger.value[item]
    return bound


@subroutine
def _hide_dear(state: State, ledger: Ledger, slack: Unsigned) -> bool:
    """Hide the options whose reduced cost is at least `slack`; False if an item fails."""
    return hide_dear(state, ledger, _reduced, slack)


@helper
def _reduced(state: State, ledger: Ledger, node: Unsigned) -> Unsigned:
    """Return the reduced cost of the option of a node, all of whose items are live."""
    reduced = ledger.price[state.option_of[node]]
    node = state.first_of[node]
    while state.item_of[node] != END:
        if state.item_of[node] < state.n_primary:
            reduced -= ledger.value[state.item_of[node]]
        node += ONE
    return reduced


@subroutine
def _raised(state: State, ledger: Ledger, bound: Unsigned, limit: Unsigned) -> Unsigned:
    """Raise the dual values of the live items by subgradient steps; return the new bound."""
    r = ledger.relaxation
    n_options, n_items = _relax(state, ledger)
    spent = ledger.spent[state.position[DEPTH]]
    r.pace[LENGTH], r.pace[STALE] = FIRST_LENGTH, 0.0
    target = np.float64(limit - spent)
    raise_values(r, n_options, n_items, target, ledger.margin[0], PATIENCE, STEPS)
    state.position[UPDATES] += np.uint64(STEPS) * np.uint64(r.first[n_options])
    return max(bound, _adopt(state, ledger, n_options, n_items, bound, spent))


@helper
def _relax(state: State, ledger: Ledger) -> tuple[Unsigned, Unsigned]:
    """Copy the live options and items to the relaxation; return their numbers."""
    r, size, start = ledger.relaxation, state.size, state.start
    n_options, n_items, n_nodes = np.uint64(0), np.uint64(0), np.uint64(0)
    r.first[0] = 0
    for item in range(np.uint64(state.n_primary)):
        if size[item] < TAKEN:
            r.items[n_items] = item
            r.trial[item] = np.float64(ledger.value[item])
            n_items += np.uint64(1)
            for k in range(start[item], start[item] + size[item]):
                node = state.block[k]
                if ledger.is_first[node]:
                    r.price[n_options] = np.float64(ledger.price[state.option_of[node]])
                    while state.item_of[node] != END:
                        if state.item_of[node] < state.n_primary:
                            r.item[n_nodes] = state.item_of[node]
                            n_nodes += np.uint64(1)
                        node += ONE
                    n_options += np.uint64(1)
                    r.first[n_options] = n_nodes
    return n_options, n_items


@helper
def _adopt(
    state: State,
    ledger: Ledger,
    n_options: Unsigned,
    n_items: Unsigned,
    bound: Unsigned,
    spent: Unsigned,
) -> Unsigned:
    """Round the best values to whole numbers that are feasible, and adopt them if they are better.

    Return the bound that they give.
    """
    r = ledger.relaxation
    n_rows = np.uint64(len(ledger.kept))
    rounded, least = ledger.kept[n_rows - np.uint64(1)], ledger.kept[n_rows - np.uint64(2)]
    # No sum of values may overflow.
    most = MOST_VALUES / np.float64(n_items)
    for k in range(n_items):
        item = r.items[k]
        rounded[item] = np.int64(np.rint(min(max(r.value[item], -most), most)))
        least[item] = NEVER
    for option in range(n_options):
        begin, end = r.first[option], r.first[option + np.uint64(1)]
        rest = np.int64(r.price[option])
        for place in range(begin, end):
            rest -= rounded[r.item[place]]
        rest //= np.int64(end - begin)
        for place in range(begin, end):
            least[r.item[place]] = min(least[r.item[place]], rest)
    total = spent
    for k in range(n_items):
        total += rounded[r.items[k]] + least[r.items[k]]
    if total > bound:
        for k in range(n_items):
            item = r.items[k]
            ledger.value[item] = rounded[item] + least[item]
    return total


@kernel
def fix(state: State, ledger: Ledger, slack: int) -> bool:
    """Hide the options whose reduced cost at the root is at least `slack`; False on failure."""
    return bool(_hide_dear(state, ledger, slack))
