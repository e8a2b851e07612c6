"""The base of the solvers by local search, and what the kernels of two of them share.

A local search changes a filled grid step by step until no rule is violated. It finds a solution, or
goes on until a limit stops it: it cannot prove that there is no solution, or no other one.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), section 3.2, after N. Jussien and O. Lhomme, "Local
search with constraint propagation and conflict-based heuristics" (2002).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver
from sudoku.statement.layout import Layout, layout

ONE = np.uint64(1)
DEFAULT_SEED = 1

# The first numbers of a position; CONFLICTS is 0 once the grid is a solution.
PHASE, BLANKS, CONFLICTS, NODES, UPDATES, SOLUTIONS, RANDOM = range(7)
# The phases: the grid is to be filled at random, is being improved, or can never be right.
START, IMPROVE, IMPOSSIBLE = range(3)


class LocalSearch(BaseSolver, ArrayEngine, ABC):
    """A solver that improves a filled grid; see `sudoku.solvers.base.Solver`.

    A node is a change of the grid that is made or refused, an update a look at a number.

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
    counters = Counters(NODES, UPDATES, SOLUTIONS)

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.FEW, seed: int | None = None) -> None:
        self.depth = puzzle.shape.n_cells
        self._state = self._position_of(puzzle, layout(puzzle.shape, puzzle.rules))
        self._state.numbers[RANDOM] = seed_of(seed)
        self.choose([])

    @abstractmethod
    def _position_of(self, puzzle: Puzzle, laid_out: Layout) -> Any:
        """Return the position, a named tuple of arrays, before the clues are chosen."""

    @abstractmethod
    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""

    @abstractmethod
    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes and `out.room` solutions."""

    @property
    def _position(self) -> NDArray[Any]:
        numbers: NDArray[Any] = self._state.numbers
        return numbers

    def part_done(self) -> float:
        """Return 1 once a solution is found, or none is possible; 0 before."""
        numbers = self._state.numbers
        return float(numbers[SOLUTIONS] > 0 or numbers[PHASE] == IMPOSSIBLE)


def seed_of(seed: int | None) -> int:
    """Return a random state for kernels, which is never 0."""
    drawn = np.random.default_rng(DEFAULT_SEED if seed is None else seed)
    return int(drawn.integers(1, 1 << 63))


@helper
def random_below(numbers: U64, place: Unsigned, n: Unsigned) -> Unsigned:
    """Return a pseudo-random number below n; the state is one of the numbers."""
    return random_bits(numbers, place) % np.uint64(n)


@helper
def put(grid: NDArray[Any], n: Unsigned, out: Out, found: Unsigned) -> None:
    """Write the placements of a grid with n digits as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    for cell in range(np.uint64(len(grid))):
        out.rows[found, cell] = cell * np.uint64(n) + grid[cell] - ONE
    out.lengths[found] = len(grid)
