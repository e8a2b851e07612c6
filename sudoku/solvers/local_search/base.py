"""The base of the solvers by local search, and the position that two of them share.

A local search changes a filled grid step by step until no rule is violated. It finds a solution, or
goes on until a limit stops it: it cannot prove that there is no solution, or no other one.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), section 3.2, after N. Jussien and O. Lhomme, "Local
search with constraint propagation and conflict-based heuristics" (2002).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64, Unsigned
from exactcover.compiled.xorshift import random_bits
from exactcover.search.base import ArrayEngine, Counters
from exactcover.search.goal import Goal
from exactcover.search.protocol import Out, Status
from sudoku.puzzle.clues import write_clues
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver
from sudoku.statement.layout import WORD, Layout, layout

__all__ = ["Filled", "LocalSearch", "random_below", "seed_of"]

ONE = np.uint64(1)
DEFAULT_SEED = 1

# The indices of `Filled.numbers`.
PHASE, BLANKS, CONFLICTS, NODES, UPDATES, SOLUTIONS, RANDOM, CHAIN, STEP, BEST, STALE = range(11)
# The phases: the grid is to be filled at random, is being improved, or can never be right.
START, IMPROVE, IMPOSSIBLE = range(3)


class Filled(NamedTuple):
    """A filled grid with conflicts.

    ========== ===================== ============= ================================================
    array      shape, dtype          indexed by    holds
    ========== ===================== ============= ================================================
    blocks     (n, n), uint32        block, place  the cells of each block: blocks do not overlap,
                                                   and each is a house; only annealing uses them
    clue       (n_cells,), uint32    cell          its clue, 0 for none
    grid       (n_cells,), uint32    cell          its digit
    held       (n_cells, n + 1),     cell, digit   how many of its peers hold the digit; int64
    blanks     (n_cells,), uint32    0 .. BLANKS   the cells without a clue
    domain     (n_cells,), uint64    cell          the digits that no clue excludes, as a mask
    tabu       (n_cells, n + 1),     cell, digit   the node until which the digit may not return
               uint64
    accept     (steps, most + 1),    step, change  annealing: how often, of `SCALE` times, a swap
               uint64                              is accepted that adds so many conflicts
    numbers    (11,), uint64         PHASE ...     the phase, counters, and the random state
    ========== ===================== ============= ================================================

    A conflict is a pair of peers with the same digit.
    """

    layout: Layout
    blocks: U32
    clue: U32
    grid: U32
    held: NDArray[np.int64]
    blanks: U32
    domain: U64
    tabu: U64
    accept: U64
    numbers: U64


class LocalSearch(BaseSolver, ArrayEngine, ABC):
    """A solver that improves a filled grid; see `sudoku.solvers.base.Solver`.

    A node is a change of the grid, an update a look at a candidate or a peer.

    Parameters
    ----------
    puzzle
        The shape and the rules; the clues are chosen later.
    goal
        The purpose of the search, which makes no difference here.
    seed
        The seed of the random changes; without one it is always the same.
    """

    is_complete = False
    takes_seed = True
    most_digits = WORD
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = ("clue", "grid", "held", "blanks", "domain", "tabu", "numbers")
    _state: Filled

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.FEW, seed: int | None = None) -> None:
        n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
        self.depth = n_cells
        laid_out = layout(puzzle.shape, puzzle.rules)
        self._state = Filled(
            laid_out,
            self._blocks(puzzle, laid_out),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros((n_cells, n + 1), dtype=np.int64),
            np.zeros(n_cells, dtype=np.uint32),
            np.zeros(n_cells, dtype=np.uint64),
            np.zeros((n_cells, n + 1), dtype=np.uint64),
            self._acceptance(),
            np.zeros(11, dtype=np.uint64),
        )
        self._state.numbers[RANDOM] = seed_of(seed)
        self.choose([])

    @property
    def _position(self) -> NDArray[Any]:
        return self._state.numbers

    @abstractmethod
    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes and `out.room` solutions."""

    def _blocks(self, puzzle: Puzzle, laid_out: Layout) -> U32:
        """Return the blocks of the position, if the search uses some."""
        return np.zeros((0, 0), dtype=np.uint32)

    def _acceptance(self) -> U64:
        """Return the table `accept` of the position, if the search uses one."""
        return np.zeros((0, 0), dtype=np.uint64)

    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""
        return bool(begin(self._state, np.array(options, dtype=np.uint32)))

    def part_done(self) -> float:
        """Return 1 once a solution is found, or none is possible; 0 before."""
        numbers = self._state.numbers
        return float(numbers[SOLUTIONS] > 0 or numbers[PHASE] == IMPOSSIBLE)

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


def seed_of(seed: int | None) -> int:
    """Return a random state for kernels, which is never 0."""
    drawn = np.random.default_rng(DEFAULT_SEED if seed is None else seed)
    return int(drawn.integers(1, 1 << 63))


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


@helper
def random_below(numbers: U64, place: Unsigned, n: Unsigned) -> Unsigned:
    """Return a pseudo-random number below n; the state is one of the numbers."""
    return random_bits(numbers, place) % np.uint64(n)


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


@helper
def put(state: Filled, out: Out, found: Unsigned) -> None:
    """Write the grid's placements as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n = np.uint64(state.layout.houses.shape[1])
    for cell in range(np.uint64(len(state.grid))):
        out.rows[found, cell] = cell * n + state.grid[cell] - ONE
    out.lengths[found] = len(state.grid)


@helper
def is_over(state: Filled) -> bool:
    """Return whether a cell has an empty domain, so that there is no solution."""
    return bool(state.numbers[PHASE] == IMPOSSIBLE)
