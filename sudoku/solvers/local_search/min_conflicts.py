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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.puzzle.clues import write_clues
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.local_search.base import (
    BLANKS,
    CONFLICTS,
    IMPOSSIBLE,
    IMPROVE,
    NODES,
    ONE,
    PHASE,
    RANDOM,
    SOLUTIONS,
    START,
    UPDATES,
    LocalSearch,
    put,
    random_below,
)
from sudoku.statement.layout import WORD, Layout

TENURE = np.uint64(7)
"""A digit may not return to its cell for this many changes, and up to as many more at random."""
PATIENCE = np.uint64(20_000)
"""The changes without a better grid after which the search starts again."""


BEST, STALE = 7, 8
"""Further numbers of the position."""


class Filled(NamedTuple):
    """A filled grid with conflicts.

    ========== ===================== ============= ================================================
    array      shape, dtype          indexed by    holds
    ========== ===================== ============= ================================================
    clue       (n_cells,), uint32    cell          its clue, 0 for none
    grid       (n_cells,), uint32    cell          its digit
    held       (n_cells, n + 1),     cell, digit   how many of its peers hold the digit; int64
    blanks     (n_cells,), uint32    0 .. BLANKS   the cells without a clue
    domain     (n_cells,), uint64    cell          the digits that no clue excludes, as a mask
    tabu       (n_cells, n + 1),     cell, digit   the node until which the digit may not return
               uint64
    numbers    (9,), uint64          PHASE ...     the phase, counters, and the random state
    ========== ===================== ============= ================================================

    A conflict is a pair of peers with the same digit.
    """

    layout: Layout
    clue: U32
    grid: U32
    held: NDArray[np.int64]
    blanks: U32
    domain: U64
    tabu: U64
    numbers: U64


class MinConflicts(LocalSearch):
    """The solver; see `LocalSearch`."""

    name = "min_conflicts"
    most_digits = WORD
    changing = ("clue", "grid", "held", "blanks", "domain", "tabu", "numbers")
    _state: Filled

    def _position_of(self, puzzle: Puzzle, laid_out: Layout) -> Filled:
        n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
        return Filled(
            laid_out,
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros((n_cells, n + 1), dtype=np.int64),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint64),
            np.zeros((n_cells, n + 1), dtype=np.uint64),
            np.zeros(9, dtype=np.uint64),
        )

    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""
        return bool(begin(self._state, np.array(options, dtype=np.uint32)))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        state = self._state
        assert (state.clue[state.clue > 0] == state.grid[state.clue > 0]).all()
        if state.numbers[PHASE] != IMPROVE:
            return
        assert (state.grid > 0).all()
        made, n_conflicts = np.zeros_like(state.held), 0
        for cell, digit in enumerate(state.grid.tolist()):
            first, end = state.layout.first_peer[cell : cell + 2]
            peers = state.layout.peers[first:end]
            made[peers, digit] += 1
            n_conflicts += int((state.grid[peers] == digit).sum())
        assert (made == state.held).all()
        assert n_conflicts == 2 * int(state.numbers[CONFLICTS])


@kernel
def begin(state: Filled, options: U32) -> bool:
    """Write the clues, and restrict the domains of the blank cells; False if two clues clash."""
    layout, numbers = state.layout, state.numbers
    if not write_clues(layout, state.clue, options):
        return False
    numbers[BLANKS] = 0
    for cell in range(np.uint64(len(state.clue))):
        state.grid[cell] = state.clue[cell]
        if state.clue[cell] != 0:
            continue
        state.blanks[numbers[BLANKS]] = cell
        numbers[BLANKS] += ONE
        domain: Unsigned = layout.allowed[cell]
        for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
            digit = state.clue[layout.peers[k]]
            if digit != 0:
                domain &= ~(ONE << np.uint64(digit - ONE))
        state.domain[cell] = domain
        if domain == 0:
            numbers[PHASE] = IMPOSSIBLE
    return True


@kernel
def advance(state: Filled, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers = state.numbers
    if numbers[PHASE] == IMPOSSIBLE:
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
            put(state.grid, state.layout.houses.shape[1], out, found)
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


@helper
def count_held(state: Filled) -> None:
    """Compute how many peers hold each digit, and the number of conflicts."""
    held, grid, numbers = state.held, state.grid, state.numbers
    held[:] = 0
    for cell in range(np.uint64(len(grid))):
        hold(state, cell, grid[cell], 1)
    twice = np.int64(0)
    for cell in range(np.uint64(len(grid))):
        twice += held[cell, grid[cell]]
    numbers[CONFLICTS] = np.uint64(twice) >> ONE


@helper
def hold(state: Filled, cell: Unsigned, digit: Unsigned, change: int) -> None:
    """Add a number to how often the peers of a cell see a digit."""
    layout = state.layout
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        state.held[layout.peers[k], digit] += change
