"""The levels of searches for least costs on dancing cells: their options by ascending bounds.

`floor` has, for each place in a block that a level offers, what a cover with that option must cost.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from exactcover.engines.dancing_cells.branching import branch, close_levels, forget
from exactcover.engines.dancing_cells.cells import (
    CURSOR,
    DEPTH,
    LAST,
    ONE,
    SAVED,
    TAKEN,
    State,
    hide,
    take,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import I64, Unsigned

Excess = Callable[[State, Any, Unsigned], Unsigned]
"""What the option of a node costs more than its items must; it gets a ledger, too."""


@helper
def insert(state: State, floor: I64, first: Unsigned, k: Unsigned, cost: Unsigned) -> None:
    """Move the node at place `k` of a block to its place among those from `first` to `k`."""
    block, place = state.block, state.place
    node = block[k]
    gap: Unsigned = k
    while gap > first and floor[gap - ONE] > cost:
        floor[gap] = floor[gap - ONE]
        block[gap] = block[gap - ONE]
        place[block[gap]] = gap
        gap -= ONE
    floor[gap] = cost
    block[gap] = node
    place[node] = gap


@helper
def hide_dear(state: State, ledger: Any, excess: Excess, slack: Unsigned) -> bool:
    """Hide the options whose excess is at least `slack`; return False if an item fails."""
    size, start = state.size, state.start
    for item in range(np.uint64(state.n_primary)):
        if size[item] < TAKEN:
            k = start[item]
            while k < start[item] + size[item]:
                node = state.block[k]
                # Each option is hidden once; another one then moves to this place.
                if not ledger.is_first[node] or excess(state, ledger, node) < slack:
                    k += ONE
                elif not hide(state, node, True):
                    return False
    return True


@helper
def branch_cheapest_first(
    state: State, ledger: Any, excess: Excess, values: Any, item: Unsigned, bound: Unsigned
) -> None:
    """Open a level for `item`, with its options sorted by their lower bounds, and keep `values`."""
    first = state.start[item]
    for k in range(first, first + state.size[item]):
        insert(state, ledger.floor, first, k, bound + excess(state, ledger, state.block[k]))
    row = state.position[SAVED]
    branch(state, item)
    if state.position[SAVED] > row:
        for other in range(np.uint64(len(values))):
            ledger.kept[row, other] = values[other]


@helper
def choose(state: State, ledger: Any, limit: Unsigned) -> bool:
    """Choose the option under the cursor of the last level; False on failure or a high bound."""
    position, levels = state.position, state.levels
    depth = position[DEPTH]
    level = depth - ONE
    cursor = levels[level, CURSOR]
    if ledger.floor[cursor] >= limit:
        # The options behind it have higher bounds: the level is closed.
        if cursor + ONE < levels[level, LAST]:
            levels[level, CURSOR] = levels[level, LAST] - ONE
            forget(state)
        return False
    node = state.block[cursor]
    ledger.spent[depth] = ledger.spent[level] + ledger.price[state.option_of[node]]
    return take(state, node, True)


@helper
def close_and_restore(state: State, ledger: Any, values: Any) -> None:
    """Close the levels without options left; restore `values` as of the last open level."""
    close_levels(state)
    if state.position[DEPTH] > 0:
        row = state.position[SAVED] - ONE
        for item in range(np.uint64(len(values))):
            values[item] = ledger.kept[row, item]
