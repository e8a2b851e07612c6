"""The levels of searches for least costs on dancing cells: their options by ascending bounds.

`floor` has, for each place in a block that a level offers, what a cover with that option must cost.
"""

from exactcover.engines.dancing_cells.branching import forget
from exactcover.engines.dancing_cells.cells import CURSOR, DEPTH, LAST, ONE, State, take
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import I64, Unsigned


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
def choose(state: State, floor: I64, spent: I64, price: I64, limit: Unsigned) -> bool:
    """Choose the option under the cursor of the last level; False on failure or a high bound."""
    position, levels = state.position, state.levels
    depth = position[DEPTH]
    level = depth - ONE
    cursor = levels[level, CURSOR]
    if floor[cursor] >= limit:
        # The options behind it have higher bounds: the level is closed.
        if cursor + ONE < levels[level, LAST]:
            levels[level, CURSOR] = levels[level, LAST] - ONE
            forget(state)
        return False
    node = state.block[cursor]
    spent[depth] = spent[level] + price[state.option_of[node]]
    return take(state, node, True)
