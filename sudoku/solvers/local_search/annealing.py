"""Simulated annealing: swap two digits of a block, and accept a worse grid with some probability.

Each block (box or row) is filled with the digits that its clues lack, so that it has no conflict
of its own, and a swap keeps it so. A swap that adds d conflicts is accepted with the probability
exp(-d / temperature). The temperature falls after each chain of swaps. When it is low and the grid
is still wrong, the search starts again with another grid.

References
----------
R. Lewis, "Metaheuristics can solve sudoku puzzles" (2007).
"""

from __future__ import annotations

import numpy as np

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64, Unsigned
from exactcover.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.errors import RuleError
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.local_search.base import (
    BLANKS,
    CHAIN,
    CONFLICTS,
    IMPROVE,
    NODES,
    ONE,
    PHASE,
    RANDOM,
    SOLUTIONS,
    START,
    STEP,
    UPDATES,
    Filled,
    LocalSearch,
    count_held,
    hold,
    is_over,
    put,
    random_below,
)
from sudoku.statement.layout import Layout

__all__ = ["Annealing"]

HOTTEST, COLDEST = 1.0, 0.12
"""The temperatures at the start and at the end, in conflicts."""
COOLING = 0.99
"""The temperature is multiplied by this after each chain."""
N_STEPS = int(np.log(COLDEST / HOTTEST) / np.log(COOLING)) + 1
MOST_ADDED = 8
"""A swap that adds more conflicts is never accepted: at the start 1 of 3,000 would be."""
SCALE = np.uint64(1 << 40)


class Annealing(LocalSearch):
    """The solver; see `LocalSearch`."""

    name = "annealing"

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _blocks(self, puzzle: Puzzle, laid_out: Layout) -> U32:
        """Return houses that hold every cell once: the boxes if there are some, else the rows."""
        houses, n = laid_out.houses, puzzle.shape.n
        for first in (2 * n, 0):
            blocks = houses[first : first + n]
            if len(np.unique(blocks)) == blocks.size == puzzle.shape.n_cells:
                return np.ascontiguousarray(blocks)
        raise RuleError(
            "annealing swaps digits in rows or regions: here they do not hold all cells"
        )

    def _acceptance(self) -> U64:
        """Return the probabilities of Metropolis, for each temperature and number of conflicts."""
        heat = HOTTEST * COOLING ** np.arange(N_STEPS)[:, None]
        shares = np.exp(-np.arange(MOST_ADDED + 1) / heat)
        return (shares * float(SCALE)).astype(np.uint64)


@kernel
def advance(state: Filled, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers = state.numbers
    if is_over(state):
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
            put(state, out, found)
            found += ONE
            numbers[PHASE] = START
            if found >= room:
                status = OUT_FULL
                break
            continue
        numbers[NODES] += ONE
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
def fill(state: Filled) -> None:
    """Fill the blank cells of each block with the digits that it lacks, in random order."""
    blocks, grid, numbers = state.blocks, state.grid, state.numbers
    for k in range(numbers[BLANKS]):
        grid[state.blanks[k]] = 0
    for block in range(np.uint64(len(blocks))):
        used = np.uint64(0)
        for place in range(np.uint64(blocks.shape[1])):
            if state.clue[blocks[block, place]] != 0:
                used |= ONE << np.uint64(state.clue[blocks[block, place]] - ONE)
        digit = np.uint64(0)
        for place in range(np.uint64(blocks.shape[1])):
            cell = blocks[block, place]
            if state.clue[cell] == 0:
                while used >> digit & ONE != 0:
                    digit += ONE
                digit += ONE
                grid[cell] = digit
    for block in range(np.uint64(len(blocks))):
        shuffle(state, block)
    count_held(state)
    numbers[STEP] = 0
    numbers[CHAIN] = 0


@helper
def shuffle(state: Filled, block: Unsigned) -> None:
    """Swap each blank cell of a block with a random one before it, or itself."""
    blocks, grid = state.blocks, state.grid
    for place in range(np.uint64(blocks.shape[1])):
        cell = blocks[block, place]
        other = blocks[block, random_below(state.numbers, RANDOM, place + ONE)]
        if state.clue[cell] == 0 and state.clue[other] == 0:
            digit = grid[cell]
            grid[cell] = grid[other]
            grid[other] = digit


@helper
def swap(state: Filled) -> None:
    """Swap two random blank cells of a block, unless the grid would be too bad."""
    numbers, grid, held, n = state.numbers, state.grid, state.held, state.blocks.shape[1]
    block = random_below(numbers, RANDOM, len(state.blocks))
    a = np.uint64(state.blocks[block, random_below(numbers, RANDOM, n)])
    b = np.uint64(state.blocks[block, random_below(numbers, RANDOM, n)])
    numbers[UPDATES] += ONE
    if a == b or state.clue[a] != 0 or state.clue[b] != 0:
        return
    x, y = grid[a], grid[b]
    # Each of the two cells is a peer of the other, and holds the digit that the other one gets.
    delta = held[a, y] + held[b, x] - held[a, x] - held[b, y] - 2
    if delta > 0:
        if delta > MOST_ADDED:
            return
        if random_below(numbers, RANDOM, SCALE) >= state.accept[numbers[STEP], np.uint64(delta)]:
            return
    hold(state, a, x, -1)
    hold(state, b, y, -1)
    grid[a], grid[b] = y, x
    hold(state, a, y, 1)
    hold(state, b, x, 1)
    numbers[CONFLICTS] = np.uint64(np.int64(numbers[CONFLICTS]) + delta)
    numbers[UPDATES] += np.uint64(4) * (
        state.layout.first_peer[a + ONE] - state.layout.first_peer[a]
    )
