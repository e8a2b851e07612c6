"""Decision repair: local search on decisions, with propagation after each of them.

The search decides on a digit for a cell and propagates, as `propagation` does. Where propagation
finds a contradiction, it does not backtrack: the last decision and some random earlier ones are
dropped, and what is left is propagated again from the clues. The cell of the dropped decision
becomes more likely to be decided first: it is the conflict-based heuristic. It may never end on a
puzzle without a solution, and it may meet the same decisions again.

References
----------
N. Jussien, O. Lhomme, "Local search with constraint propagation and conflict-based heuristics"
(2002), from which T. Morgans (2020) quotes. They choose what to drop by explanations of the
contradiction and a tabu list; here it is chosen at random.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.puzzle.clues import write_clues
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.assigning import NODES, SOLUTIONS, UPDATES, Position, restrict
from sudoku.solvers.base import BaseSolver
from sudoku.solvers.local_search.base import random_below, seed_of
from sudoku.statement.layout import WORD, layout

BIT = np.uint64(1)
ONE = np.uint32(1)
CLUES, NOW = np.uint64(0), np.uint64(1)
"""The rows of `Position.cand`: what follows from the clues, and from the decisions, too."""
DROP = np.uint64(4)
"""One of this many earlier decisions is dropped."""
NO_CELL = np.uint32(0xFFFFFFFF)

# The indices of `Decisions.numbers`.
MADE, RANDOM, OVER = range(3)


class Decisions(NamedTuple):
    """The decisions, the earliest first.

    ========= ===================== ============ ================================================
    array     shape, dtype          indexed by   holds
    ========= ===================== ============ ================================================
    cells     (n_cells,), uint32    0 .. MADE    the cell of each decision
    bits      (n_cells,), uint64    0 .. MADE    its digit, as a mask
    weight    (n_cells,), uint64    cell         1, and 1 more for each contradiction
    numbers   (3,), uint64          MADE ...     the number of decisions, the random state, and
                                                 whether the clues alone contradict each other
    ========= ===================== ============ ================================================
    """

    cells: U32
    bits: U64
    weight: U64
    numbers: U64


class Repair(BaseSolver, ArrayEngine):
    """The solver; see `sudoku.solvers.base.Solver`, and `LocalSearch` for the parameters.

    A node is a decision, an update a candidate that is eliminated.
    """

    name = "repair"
    is_complete = False
    takes_seed = True
    most_digits = WORD
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    _state: Position

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.FEW, seed: int | None = None) -> None:
        n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
        self.depth = n_cells
        self._state = Position(
            layout(puzzle.shape, puzzle.rules),
            np.zeros((0, 0), dtype=np.uint32),
            np.full((2, n_cells), (1 << n) - 1, dtype=np.uint64),
            np.zeros(0, dtype=np.uint32),
            np.zeros(0, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint64),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(6, dtype=np.uint64),
        )
        self._decisions = Decisions(
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint64),
            np.ones(n_cells, dtype=np.uint64),
            np.array([0, seed_of(seed), 0], dtype=np.uint64),
        )

    @property
    def _position(self) -> NDArray[Any]:
        return self._state.numbers

    def choose(self, options: list[int]) -> bool:
        """Assign the clues before the search begins; return whether they agree."""
        grid = np.zeros(self.depth, dtype=np.uint32)
        chosen = np.array(options, dtype=np.uint32)
        return bool(begin(self._state, self._decisions, grid, chosen))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` decisions and `out.room` solutions."""
        return STATUSES[advance(self._state, self._decisions, node_budget, out)]

    def part_done(self) -> float:
        """Return 1 once a solution is found, or the clues exclude any; 0 before."""
        return float(self.solutions > 0 or self._decisions.numbers[OVER] > 0)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return {name: array.copy() for name, array in self._changing().items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of a solver that was created with the same arguments."""
        for name, array in self._changing().items():
            array[:] = snapshot[name]

    def _changing(self) -> dict[str, NDArray[Any]]:
        state = self._state
        decisions = {f"decisions.{k}": each for k, each in self._decisions._asdict().items()}
        return {"cand": state.cand, "numbers": state.numbers} | decisions


@kernel
def begin(position: Position, decisions: Decisions, grid: U32, options: U32) -> bool:
    """Assign the clues and propagate; return False if two of them clash."""
    if not write_clues(position.layout, grid, options):
        return False
    for cell in range(np.uint32(len(grid))):
        if grid[cell] != 0:
            bit = BIT << np.uint64(grid[cell] - ONE)
            if not restrict(position, position.cand[CLUES], np.uint32(cell), bit):
                decisions.numbers[OVER] = BIT
                break
    renew(position)
    return True


@kernel
def advance(position: Position, decisions: Decisions, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    numbers, own = position.numbers, decisions.numbers
    if own[OVER] != 0:
        return EXHAUSTED
    cand = position.cand[NOW]
    last_node = numbers[NODES] + np.uint64(node_budget)
    last_update = numbers[UPDATES] + MOST_UPDATES
    found, room = np.uint64(0), np.uint64(out.room)
    status = BUDGET_SPENT
    while True:
        cell = next_cell(decisions, cand)
        if cell == NO_CELL:
            put(position, cand, out, found)
            found += BIT
            drop(position, decisions)
            if found >= room:
                status = OUT_FULL
                break
            continue
        if numbers[NODES] >= last_node or numbers[UPDATES] >= last_update:
            break
        numbers[NODES] += BIT
        mask = cand[cell]
        for _ in range(random_below(own, RANDOM, popcount64(mask))):
            mask &= mask - BIT
        bit = mask & (~mask + BIT)
        decisions.cells[own[MADE]] = cell
        decisions.bits[own[MADE]] = bit
        own[MADE] += BIT
        if not restrict(position, cand, cell, bit):
            decisions.weight[cell] += BIT
            drop(position, decisions)
    numbers[SOLUTIONS] += found
    return status


@helper
def next_cell(decisions: Decisions, cand: U64) -> Unsigned:
    """Return the open cell with the fewest candidates for its weight, or NO_CELL."""
    best, size, weight = NO_CELL, np.uint64(0), np.uint64(1)
    for cell in range(np.uint32(len(cand))):
        number = popcount64(cand[cell])
        if number > 1 and (best == NO_CELL or number * weight < size * decisions.weight[cell]):
            best, size, weight = np.uint32(cell), np.uint64(number), decisions.weight[cell]
    return best


@helper
def drop(position: Position, decisions: Decisions) -> None:
    """Drop the last decision and some earlier ones; propagate the others again.

    A decision that those before it exclude is dropped, too. If they contradict each other, the
    search starts again from the clues.
    """
    own, cand = decisions.numbers, position.cand[NOW]
    n_made, n_kept = own[MADE], np.uint64(0)
    renew(position)
    for k in range(np.uint64(max(n_made, BIT) - BIT)):
        cell, bit = decisions.cells[k], decisions.bits[k]
        if random_below(own, RANDOM, DROP) == 0 or cand[cell] & bit == 0:
            continue
        if not restrict(position, cand, cell, bit):
            decisions.weight[cell] += BIT
            n_kept = np.uint64(0)
            renew(position)
            break
        decisions.cells[n_kept], decisions.bits[n_kept] = cell, bit
        n_kept += BIT
    own[MADE] = n_kept


@helper
def renew(position: Position) -> None:
    """Go back to the candidates that the clues leave."""
    for cell in range(np.uint64(position.cand.shape[1])):
        position.cand[NOW, cell] = position.cand[CLUES, cell]


@helper
def put(position: Position, cand: U64, out: Out, found: Unsigned) -> None:
    """Write the placements of single candidates as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n_cells = np.uint64(len(cand))
    n = np.uint64(position.layout.houses.shape[1])
    for cell in range(n_cells):
        out.rows[found, cell] = cell * n + trailing_zeros64(cand[cell])
    out.lengths[found] = n_cells
