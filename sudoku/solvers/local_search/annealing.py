"""Simulated annealing: swap two digits of a block, and accept a worse grid with some probability.

Each block (box or row) is filled with the digits that its clues lack, so that it has each digit
once, and a swap keeps it so. A digit that a house has k times is k - 1 *repeats*; the search ends
where there are none. A swap that adds d repeats is accepted with the probability
exp(-d / temperature). The temperature falls after each chain of swaps. When it is low and the grid
is still wrong, the search starts again with another grid.

A swap changes four digits of houses at most, so that it takes as long on large boards as on small
ones: a board of 100x100 with a quarter of its clues is solved in minutes.

References
----------
R. Lewis, "Metaheuristics can solve sudoku puzzles" (2007), whose cost is the same number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.errors import RuleError
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
from sudoku.statement.layout import HOUSE, Layout, layout
from sudoku.statement.statement import statement

CHAIN, STEP = 7, 8
"""Further numbers of the position: the swaps at this temperature, and its place in `accept`."""

HOTTEST, COLDEST = 0.3, 0.1
"""The temperatures at the start and at the end, in repeats."""
COOLING = 0.99
"""The temperature is multiplied by this after each chain."""
N_STEPS = int(np.log(COLDEST / HOTTEST) / np.log(COOLING)) + 1
MOST_ADDED = 4
"""A swap that adds more repeats is never accepted: at the start 1 of 17 million would be."""
BITS = np.uint64(17)
"""A third of a random number: one chooses a block, and two choose a cell in it."""
SCALE = np.uint64(1 << 52)
PART, UNUSED = np.uint64((1 << 17) - 1), np.uint64(53 - 3 * 17)


U16 = NDArray[np.uint16]


class Swapped(NamedTuple):
    """A grid whose blocks have each digit once.

    =========== ===================== ============= ===============================================
    array       shape, dtype          indexed by    holds
    =========== ===================== ============= ===============================================
    blocks      (n, n), uint32        block, place  the cells of each block, in ascending order
    houses      (n,), uint16          place         the other houses of a cell, for all cells in
                                                    turn
    first_house (n_cells + 1,),       cell          the start of its entries in `houses`
                uint32
    clue        (n_cells,), uint32    cell          its clue, 0 for none
    grid        (n_cells,), uint16    cell          its digit
    blanks      (n_cells,), uint16    0 .. BLANKS   the cells without a clue, block by block
    first_blank (n + 1,), uint32      block         the start of its entries in `blanks`
    counts      (n_houses, n + 1),    house, digit  how many of its cells have the digit; uint8
    accept      (steps, most + 1),    step, change  how often, of `SCALE` times, a swap is accepted
                uint64                              that adds so many repeats
    numbers     (9,), uint64          PHASE ...     the phase, counters, and the random state
    =========== ===================== ============= ===============================================

    The types are as small as boards allow that can be searched, because the processor's first cache
    holds little of a large board.
    """

    layout: Layout
    blocks: U32
    houses: U16
    first_house: U32
    clue: U32
    grid: U16
    blanks: U16
    first_blank: U32
    counts: NDArray[np.uint8]
    accept: U64
    numbers: U64


class Annealing(LocalSearch):
    """The solver; see `LocalSearch`."""

    name = "annealing"
    changing = ("clue", "grid", "blanks", "first_blank", "counts", "numbers")
    _state: Swapped

    def _position_of(self, puzzle: Puzzle, laid_out: Layout) -> Swapped:
        n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
        first = first_block(puzzle, laid_out)
        blocks = np.ascontiguousarray(laid_out.houses[first : first + n])
        houses = laid_out.positions[:, HOUSE]
        ends = laid_out.first_position.astype(np.int64)
        cells = np.repeat(np.arange(n_cells), ends[1:] - ends[:-1])
        is_other = (houses < first) | (houses >= first + n)
        n_others = np.bincount(cells[is_other], minlength=n_cells)
        return Swapped(
            laid_out,
            blocks,
            houses[is_other].astype(np.uint16),
            np.concatenate([[0], np.cumsum(n_others)]).astype(np.uint32),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint16),
            np.zeros(n_cells, dtype=np.uint16),
            np.zeros(n + 1, dtype=np.uint32),
            np.zeros((len(laid_out.houses), n + 1), dtype=np.uint8),
            _acceptance(),
            np.zeros(9, dtype=np.uint64),
        )

    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""
        return bool(begin(self._state, np.array(options, dtype=np.uint32)))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` swaps and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        state = self._state
        assert (state.clue[state.clue > 0] == state.grid[state.clue > 0]).all()
        if state.numbers[PHASE] != IMPROVE:
            return
        whole = np.arange(1, len(state.counts[0]))
        assert (np.sort(state.grid[state.blocks], axis=1) == whole).all()
        made = np.zeros_like(state.counts)
        for house, cells in enumerate(state.layout.houses):
            np.add.at(made[house], state.grid[cells], 1)
        used = np.unique(state.houses)
        assert (made[used] == state.counts[used]).all()
        assert int(np.maximum(made.astype(int) - 1, 0).sum()) == int(state.numbers[CONFLICTS])


def can_anneal(puzzle: Puzzle) -> bool:
    """Return whether annealing knows the rules of a puzzle, and finds blocks in it."""
    if not statement(puzzle.shape, puzzle.rules).has_only_houses:
        return False
    try:
        first_block(puzzle, layout(puzzle.shape, puzzle.rules))
    except RuleError:
        return False
    return True


def first_block(puzzle: Puzzle, laid_out: Layout) -> int:
    """Return the first of n houses that hold every cell once: the boxes if there are some, or rows.

    Raises
    ------
    RuleError
        If there are no such houses.
    """
    houses, n = laid_out.houses, puzzle.shape.n
    for first in (2 * n, 0):
        blocks = houses[first : first + n]
        if len(np.unique(blocks)) == blocks.size == puzzle.shape.n_cells:
            return first
    raise RuleError("annealing swaps digits in rows or regions: here they do not hold all cells")


def _acceptance() -> U64:
    """Return the probabilities of Metropolis, for each temperature and number of repeats."""
    heat = HOTTEST * COOLING ** np.arange(N_STEPS)[:, None]
    shares = np.exp(-np.arange(MOST_ADDED + 1) / heat)
    return (shares * float(SCALE)).astype(np.uint64)


@kernel
def begin(state: Swapped, options: U32) -> bool:
    """Write the clues, and list the blank cells; False if two clues clash."""
    numbers, n = state.numbers, np.uint64(state.blocks.shape[1])
    if not write_clues(state.layout, state.clue, options):
        return False
    numbers[BLANKS] = 0
    for block in range(np.uint64(len(state.blocks))):
        state.first_blank[block] = numbers[BLANKS]
        for place in range(n):
            cell = state.blocks[block, place]
            state.grid[cell] = state.clue[cell]
            if state.clue[cell] == 0:
                state.blanks[numbers[BLANKS]] = cell
                numbers[BLANKS] += ONE
    state.first_blank[len(state.blocks)] = numbers[BLANKS]
    for k in range(numbers[BLANKS]):
        if not has_candidate(state, state.blanks[k]):
            numbers[PHASE] = IMPOSSIBLE
    return True


@helper
def has_candidate(state: Swapped, cell: Unsigned) -> bool:
    """Return whether the clues of the peers of a cell leave a digit to it."""
    layout, n = state.layout, np.uint64(state.blocks.shape[1])
    for digit in range(ONE, n + ONE):
        is_left = True
        for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
            if state.clue[layout.peers[k]] == digit:
                is_left = False
                break
        if is_left:
            return True
    return False


@kernel
def advance(state: Swapped, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers = state.numbers
    if numbers[PHASE] == IMPOSSIBLE:
        return EXHAUSTED
    last_node = numbers[NODES] + np.uint64(node_budget)
    last_update = numbers[UPDATES] + MOST_UPDATES
    found, room = np.uint64(0), np.uint64(out.room)
    length = numbers[BLANKS] * numbers[BLANKS]
    status = BUDGET_SPENT
    while numbers[NODES] < last_node and numbers[UPDATES] < last_update:
        if numbers[PHASE] == START:
            fill(state)
            numbers[PHASE] = IMPROVE
        if numbers[CONFLICTS] == 0:
            put(state.grid, state.blocks.shape[1], out, found)
            found += ONE
            numbers[PHASE] = START
            if found >= room:
                status = OUT_FULL
                break
            continue
        numbers[NODES] += ONE
        if numbers[BLANKS] != 0:
            swap(state)
        numbers[CHAIN] += ONE
        if numbers[CHAIN] >= length:
            numbers[CHAIN] = 0
            numbers[STEP] += ONE
            if numbers[STEP] >= np.uint64(len(state.accept)):
                numbers[PHASE] = START
    numbers[SOLUTIONS] += found
    return status


@helper
def fill(state: Swapped) -> None:
    """Fill the blank cells of each block with the digits that it lacks, in random order."""
    grid, clue, numbers, n = state.grid, state.clue, state.numbers, np.uint64(state.blocks.shape[1])
    for block in range(np.uint64(len(state.blocks))):
        k, end = np.uint64(state.first_blank[block]), np.uint64(state.first_blank[block + ONE])
        begin_of_block = k
        for digit in range(ONE, n + ONE):
            is_clue = False
            for place in range(n):
                is_clue |= clue[state.blocks[block, place]] == digit
            if not is_clue:
                grid[state.blanks[k]] = digit
                k += ONE
        for at in range(begin_of_block, end):
            other = begin_of_block + random_below(numbers, RANDOM, at - begin_of_block + ONE)
            cell, drawn = state.blanks[at], state.blanks[other]
            grid[cell], grid[drawn] = grid[drawn], grid[cell]
    count_repeats(state)
    numbers[STEP] = 0
    numbers[CHAIN] = 0


@helper
def count_repeats(state: Swapped) -> None:
    """Count the digits of all houses but the blocks, and the repeats."""
    counts, numbers = state.counts, state.numbers
    counts[:] = 0
    numbers[CONFLICTS] = 0
    for cell in range(np.uint64(len(state.grid))):
        digit = state.grid[cell]
        for k in range(state.first_house[cell], state.first_house[cell + ONE]):
            house = state.houses[k]
            if counts[house, digit] != 0:
                numbers[CONFLICTS] += ONE
            counts[house, digit] += np.uint8(1)


@helper
def swap(state: Swapped) -> None:
    """Swap two random blank cells of a block, unless the grid would be too bad."""
    numbers, grid = state.numbers, state.grid
    drawn = random_bits(numbers, RANDOM) >> UNUSED
    block = ((drawn & PART) * np.uint64(len(state.blocks))) >> BITS
    first = np.uint64(state.first_blank[block])
    n_blanks = np.uint64(state.first_blank[block + ONE]) - first
    numbers[UPDATES] += ONE
    if n_blanks == 0:
        return
    a = np.uint64(state.blanks[first + ((((drawn >> BITS) & PART) * n_blanks) >> BITS)])
    b = np.uint64(state.blanks[first + (((drawn >> BITS >> BITS) * n_blanks) >> BITS)])
    if a == b:
        return
    x, y = np.uint64(grid[a]), np.uint64(grid[b])
    added = change(state, a, b, x, y) + change(state, b, a, y, x)
    if added > 0:
        if added > MOST_ADDED:
            return
        if random_bits(numbers, RANDOM) >> ONE >= state.accept[numbers[STEP], np.uint64(added)]:
            return
    move(state, a, x, y)
    move(state, b, y, x)
    numbers[CONFLICTS] = np.uint64(np.int64(numbers[CONFLICTS]) + added)


@helper
def change(state: Swapped, cell: Unsigned, other: Unsigned, old: Unsigned, new: Unsigned) -> Any:
    """Return how many repeats a digit of a cell adds to the houses that another cell is not in."""
    counts, added = state.counts, np.int64(0)
    for k in range(state.first_house[cell], state.first_house[cell + ONE]):
        house, is_shared = state.houses[k], False
        for m in range(state.first_house[other], state.first_house[other + ONE]):
            is_shared |= state.houses[m] == house
        if not is_shared:
            added += np.int64(counts[house, new] != 0) - np.int64(counts[house, old] > 1)
    return added


@helper
def move(state: Swapped, cell: Unsigned, old: Unsigned, new: Unsigned) -> None:
    """Give a cell another digit."""
    for k in range(state.first_house[cell], state.first_house[cell + ONE]):
        state.counts[state.houses[k], old] -= np.uint8(1)
        state.counts[state.houses[k], new] += np.uint8(1)
    state.grid[cell] = new
