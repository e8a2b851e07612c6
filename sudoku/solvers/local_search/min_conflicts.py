"""Min-conflicts with a tabu list: give one cell the digit that leaves the fewest conflicts.

The blank cells are filled at random with digits that no clue excludes. Each change gives a cell
with a conflict another digit: of all such cells and digits one of those that lower the number of
conflicts most, or raise it least. The digit that a cell loses may not return to it for some
changes, so that the search leaves local minima. After many changes without a better grid it starts
again.

References
----------
S. Minton et al., "Minimizing conflicts" (1992); A. Hertz, D. de Werra, "Using tabu search
techniques for graph coloring" (1987).
"""

from __future__ import annotations

import numpy as np

from exactcover.compiled.bits import popcount64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from exactcover.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.solvers.local_search.base import (
    BEST,
    BLANKS,
    CONFLICTS,
    IMPROVE,
    NODES,
    ONE,
    PHASE,
    RANDOM,
    SOLUTIONS,
    STALE,
    START,
    UPDATES,
    Filled,
    LocalSearch,
    count_held,
    hold,
    is_over,
    put,
    random_below,
)

__all__ = ["MinConflicts"]

TENURE = np.uint64(7)
"""A digit may not return to its cell for this many changes, and up to as many more at random."""
PATIENCE = np.uint64(20_000)
"""The changes without a better grid after which the search starts again."""


class MinConflicts(LocalSearch):
    """The solver; see `LocalSearch`."""

    name = "min_conflicts"

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]


@kernel
def advance(state: Filled, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers = state.numbers
    if is_over(state):
        return EXHAUSTED
    last_node = numbers[NODES] + np.uint64(node_budget)
    last_update = numbers[UPDATES] + MOST_UPDATES
    found, room = np.uint64(0), np.uint64(out.room)
    status = BUDGET_SPENT
    while numbers[NODES] < last_node and numbers[UPDATES] < last_update:
        if numbers[PHASE] == START:
            fill(state)
            numbers[PHASE] = IMPROVE
        if numbers[CONFLICTS] == 0:
            put(state, out, found)
            found += ONE
            numbers[PHASE] = START
            if found >= room:
                status = OUT_FULL
                break
            continue
        numbers[NODES] += ONE
        change(state)
        numbers[STALE] += ONE
        if numbers[CONFLICTS] < numbers[BEST]:
            numbers[BEST] = numbers[CONFLICTS]
            numbers[STALE] = 0
        elif numbers[STALE] > PATIENCE:
            numbers[PHASE] = START
    numbers[SOLUTIONS] += found
    return status


@helper
def fill(state: Filled) -> None:
    """Fill the blank cells at random, each from its domain."""
    numbers = state.numbers
    for k in range(numbers[BLANKS]):
        cell = state.blanks[k]
        domain = state.domain[cell]
        for _ in range(random_below(numbers, RANDOM, popcount64(domain))):
            domain &= domain - ONE
        state.grid[cell] = popcount64((domain & (~domain + ONE)) - ONE) + ONE
    count_held(state)
    state.tabu[:] = 0
    numbers[BEST] = numbers[CONFLICTS]
    numbers[STALE] = 0


@helper
def change(state: Filled) -> None:
    """Make the best change that is not tabu, or one that is tabu but beats all grids so far."""
    numbers, grid, held = state.numbers, state.grid, state.held
    least, n_best = np.int64(1 << 30), np.uint64(0)
    best_cell, best_digit = np.uint64(0), np.uint64(0)
    to_beat = np.int64(numbers[BEST]) - np.int64(numbers[CONFLICTS])
    for k in range(numbers[BLANKS]):
        cell = np.uint64(state.blanks[k])
        current = held[cell, grid[cell]]
        if current == 0:
            continue
        domain = state.domain[cell]
        while domain != 0:
            digit = popcount64((domain & (~domain + ONE)) - ONE) + ONE
            domain &= domain - ONE
            numbers[UPDATES] += ONE
            delta = held[cell, digit] - current
            if digit == grid[cell] or delta > least:
                continue
            if state.tabu[cell, digit] > numbers[NODES] and delta >= to_beat:
                continue
            n_best = n_best + ONE if delta == least else ONE
            least = delta
            if random_below(numbers, RANDOM, n_best) == 0:
                best_cell, best_digit = cell, np.uint64(digit)
    if n_best != 0:
        assign(state, best_cell, best_digit)
        numbers[CONFLICTS] = np.uint64(np.int64(numbers[CONFLICTS]) + least)


@helper
def assign(state: Filled, cell: Unsigned, digit: Unsigned) -> None:
    """Give a cell another digit, and make the old one tabu."""
    old, numbers = state.grid[cell], state.numbers
    wait = TENURE + random_below(numbers, RANDOM, TENURE)
    state.tabu[cell, old] = numbers[NODES] + wait
    hold(state, cell, old, -1)
    hold(state, cell, digit, 1)
    state.grid[cell] = digit
