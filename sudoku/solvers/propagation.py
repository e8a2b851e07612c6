"""Constraint propagation: assign and eliminate until nothing changes, then try a value.

Where nothing more follows (`sudoku.solvers.assigning`), the cell with the fewest candidates is
tried out, each of its candidates on a copy of all that is known.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Algorithm 2.4,
after P. Norvig, "Solving every sudoku puzzle".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.puzzle.clues import write_clues
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.assigning import (
    BIT,
    LEVEL,
    NODES,
    ONE,
    PHASE,
    QUEUED,
    SOLUTIONS,
    UPDATES,
    Position,
    restrict,
)
from sudoku.solvers.base import BaseSolver
from sudoku.solvers.order import digit_order
from sudoku.solvers.walk import part_tried
from sudoku.statement.layout import WORD, layout

NO_CELL = np.uint32(0xFFFFFFFF)

# The phases of the search: choose a cell, try its next value, or the end.
ENTER, TRY, DONE = range(3)


class Propagation(BaseSolver, ArrayEngine):
    """The solver; see `sudoku.solvers.base.Solver`, and `Walker` for the parameters.

    A node is a value that is tried, without those that follow; an update is a candidate that is
    eliminated.
    """

    name = "propagation"
    takes_seed = True
    most_digits = WORD
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = ("cand", "cell", "tried", "numbers")
    _state: Position

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
        self.depth = n_cells
        self._state = Position(
            layout(puzzle.shape, puzzle.rules),
            digit_order(puzzle, seed),
            # The system allocates memory only for the rows that are written, which are few.
            np.empty((n_cells + 1, n_cells), dtype=np.uint64),
            np.zeros(n_cells + 1, dtype=np.uint32),
            np.zeros(n_cells + 1, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint64),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(6, dtype=np.uint64),
        )
        self._state.cand[0] = np.uint64((1 << n) - 1)

    def choose(self, options: list[int]) -> bool:
        """Assign the clues before the search begins; return whether they agree."""
        grid = np.zeros(self.depth, dtype=np.uint32)
        return bool(begin(self._state, grid, np.array(options, dtype=np.uint32)))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` values tried and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies before the value being tried."""
        phase, level = self._state.numbers[: LEVEL + 1].tolist()
        if phase == DONE:
            return 1.0
        return part_tried(self._state.tried[: level + 1], self._state.order.shape[1])

    @property
    def _position(self) -> NDArray[Any]:
        return self._state.numbers

    def _rows_in_use(self) -> dict[str, int]:
        return {"cand": int(self._state.numbers[LEVEL]) + 1}

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        position = self._state
        phase, level, queued = position.numbers[: QUEUED + 1].tolist()
        assert queued == 0
        assert not position.pending.any()
        if phase == DONE:
            return
        for row in range(level + 1):
            cand = position.cand[row]
            assert cand.all()
            assert row == 0 or (cand & ~position.cand[row - 1] == 0).all()
            for house in position.layout.houses:
                singles = [mask for mask in cand[house].tolist() if mask.bit_count() == 1]
                assert len(set(singles)) == len(singles)


@kernel
def begin(position: Position, grid: U32, options: U32) -> bool:
    """Assign the clues and propagate; return False if two of them clash."""
    if not write_clues(position.layout, grid, options):
        return False
    for cell in range(np.uint32(len(grid))):
        if grid[cell] != 0:
            bit = BIT << np.uint64(grid[cell] - ONE)
            if not restrict(position, position.cand[0], np.uint32(cell), bit):
                position.numbers[PHASE] = DONE
                break
    return True


@kernel
def advance(position: Position, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers, cand = position.numbers, position.cand
    phase, n = numbers[PHASE], position.order.shape[1]
    last_node = numbers[NODES] + np.uint64(node_budget)
    found, room = np.uint64(0), np.uint64(out.room)
    status = EXHAUSTED
    while phase != DONE:
        level = numbers[LEVEL]
        if phase == ENTER:
            phase = np.uint64(TRY)
            cell = fewest(cand[level])
            position.cell[level] = cell
            position.tried[level] = 0
            if cell == NO_CELL:
                put(position, cand[level], out, found)
                found += ONE
                phase = back_up(numbers)
                if found >= room:
                    status = OUT_FULL
                    break
            continue
        cell = position.cell[level]
        rank = next_rank(position, cand[level, cell], cell, position.tried[level])
        if rank == n:
            position.tried[level] = 0
            phase = back_up(numbers)
        elif numbers[NODES] >= last_node:
            status = BUDGET_SPENT
            break
        else:
            numbers[NODES] += ONE
            position.tried[level] = rank + ONE
            if try_value(position, level, cell, position.order[cell, rank]):
                numbers[LEVEL] = level + ONE
                phase = np.uint64(ENTER)
    numbers[PHASE] = phase
    numbers[SOLUTIONS] += found
    return status


@helper
def back_up(numbers: U64) -> Unsigned:
    """Leave a level; return the next phase."""
    if numbers[LEVEL] == 0:
        return np.uint64(DONE)
    numbers[LEVEL] -= ONE
    return np.uint64(TRY)


@helper
def fewest(cand: U64) -> Unsigned:
    """Return the first cell with the fewest candidates of those that have several, or NO_CELL."""
    best, least = NO_CELL, np.uint64(WORD + 1)
    for cell in range(np.uint32(len(cand))):
        size = popcount64(cand[cell])
        if 1 < size < least:
            best, least = np.uint32(cell), size
            if size == 2:
                break
    return best


@helper
def next_rank(position: Position, cand: Unsigned, cell: Unsigned, rank: Unsigned) -> Unsigned:
    """Return the next rank of a digit among the candidates, or n."""
    n = position.order.shape[1]
    while rank < n and cand >> np.uint64(position.order[cell, rank] - ONE) & BIT == 0:
        rank += ONE
    return rank


@helper
def try_value(position: Position, level: Unsigned, cell: Unsigned, digit: Unsigned) -> bool:
    """Assign a digit on a copy of the level's candidates; False on a contradiction."""
    above, cand = position.cand[level + ONE], position.cand[level]
    for other in range(np.uint64(len(cand))):
        above[other] = cand[other]
    return restrict(position, above, cell, BIT << np.uint64(digit - ONE))


@helper
def put(position: Position, cand: U64, out: Out, found: Unsigned) -> None:
    """Write the placements of single candidates as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n = np.uint64(position.order.shape[1])
    for cell in range(np.uint64(len(cand))):
        out.rows[found, cell] = cell * n + trailing_zeros64(cand[cell])
    out.lengths[found] = len(cand)
