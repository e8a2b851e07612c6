"""The base of the solvers that walk through the blank cells in reading order.

A walk is at a level: the first blank cell is level 1, and level 0 means that the search is over. A
digit written into a cell is a **placement**. Warner (2007) counts placements; here they are the
nodes of these solvers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from sudoku.puzzle.clues import write_clues
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver
from sudoku.solvers.order import digit_order
from sudoku.statement.layout import Layout, layout

ONE = np.uint32(1)

# The indices of `Walk.position`.
LEVEL, BLANKS, NODES, UPDATES, SOLUTIONS = range(5)


class Walk(NamedTuple):
    """The position of a walk.

    ========== ================= ============ ==================================================
    array      shape             indexed by   holds
    ========== ================= ============ ==================================================
    order      (n_cells, n)      cell, rank   its digits, in the order in which they are tried
    grid       (n_cells,)        cell         its digit, 0 for none
    blanks     (n_cells,)        level - 1    the cells without a clue, in reading order
    tried      (n_cells + 2,)    level        how many ranks were tried in its cell
    position   (5,), uint64      LEVEL ...    where the walk stands, and its counters
    ========== ================= ============ ==================================================

    All but `position` are uint32. The kernels change `grid`, `tried` and `position`.
    """

    layout: Layout
    order: U32
    grid: U32
    blanks: U32
    tried: U32
    position: U64


class Walker(BaseSolver, ArrayEngine, ABC):
    """A solver that walks; see `sudoku.solvers.base.Solver`.

    A node is a placement; an update is a look at a cell or house.

    Parameters
    ----------
    puzzle
        The shape and the rules; the clues are chosen later.
    goal
        The purpose of the search, which makes no difference here.
    seed
        Shuffles the order in which the digits of a cell are tried.
    """

    takes_seed = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        n_cells = self.depth = puzzle.shape.n_cells
        self._walk = Walk(
            layout(puzzle.shape, puzzle.rules),
            digit_order(puzzle, seed),
            np.zeros(n_cells, dtype=np.uint32),
            np.arange(n_cells, dtype=np.uint32),
            np.zeros(n_cells + 2, dtype=np.uint32),
            np.array([1, n_cells, 0, 0, 0], dtype=np.uint64),
        )

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the solver, as in `method=`."""

    @abstractmethod
    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` placements and `out.room` solutions."""

    @abstractmethod
    def _begin(self, options: U32) -> bool:
        """Write the clues into the walk and into further tables; return whether they agree."""

    @abstractmethod
    def _tables(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that the search changes beyond those of the walk."""

    @property
    def _position(self) -> NDArray[Any]:
        return self._walk.position

    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""
        return self._begin(np.array(options, dtype=np.uint32))

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies before the digit being tried."""
        walk = self._walk
        level = int(walk.position[LEVEL])
        return part_tried(walk.tried[1 : level + 1], walk.order.shape[1]) if level else 1.0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return {name: array.copy() for name, array in self._changing().items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of a solver that was created with the same arguments."""
        for name, array in self._changing().items():
            array[:] = snapshot[name]

    def _changing(self) -> dict[str, NDArray[Any]]:
        walk = self._walk._asdict()
        names = ("grid", "blanks", "tried", "position")
        return {name: walk[name] for name in names} | self._tables()

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        walk = self._walk
        level, n_blanks = int(walk.position[LEVEL]), int(walk.position[BLANKS])
        assert level <= n_blanks + 1
        assert (walk.tried[1:level] > 0).all()
        assert (walk.tried[level + 1 :] == 0).all()
        before, behind = walk.blanks[: max(0, level - 1)], walk.blanks[level:n_blanks]
        ranks = walk.tried[1 : len(before) + 1]
        assert (walk.grid[before] == walk.order[before, ranks - ONE]).all()
        assert (walk.grid[behind] == 0).all()
        for house in walk.layout.houses:
            digits = walk.grid[house]
            if level and level <= n_blanks:  # the digit being tried may clash
                digits = digits[house != walk.blanks[level - 1]]
            digits = digits[digits > 0]
            assert len(set(digits.tolist())) == len(digits)


@helper
def set_out(walk: Walk, options: U32) -> bool:
    """Write the clues into the grid, and note the blank cells; False if two clues clash."""
    if not write_clues(walk.layout, walk.grid, options):
        return False
    n_blanks = np.uint64(0)
    for cell in range(np.uint64(len(walk.grid))):
        if walk.grid[cell] == 0:
            walk.blanks[n_blanks] = cell
            n_blanks += ONE
    walk.position[BLANKS] = n_blanks
    return True


def part_tried(tried: U32, n: int) -> float:
    """Sum, over the levels, the part of the tree below the ranks that are completed.

    On every level but the last one, that is all ranks that were tried but one.
    """
    # From the deepest level upwards: each step rounds monotonically, so the sum never decreases.
    part = int(tried[-1]) / n
    for rank in tried[-2::-1].tolist():
        part = (rank - 1 + part) / n
    return part


@helper
def put(walk: Walk, out: Out, found: Unsigned) -> None:
    """Write the grid's placements as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n = walk.order.shape[1]
    n_cells = len(walk.grid)
    for cell in range(np.uint64(n_cells)):
        out.rows[found, cell] = cell * np.uint64(n) + walk.grid[cell] - ONE
    out.lengths[found] = n_cells
