"""Brute force by three methods: fill the blank cells in reading order, with backtracking.

1. Any digit is written into a cell, and then the grid is checked.
2. Domains: only digits that no clue excludes are written, and then the grid is checked.
3. Live domains: a digit that is written is removed from the domains of its peers, and restored
   when the search backtracks; so no check is needed.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Brute force solving method", methods 1-3.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)
from sudoku.puzzle.clues import fits
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.walk import (
    BLANKS,
    LEVEL,
    NODES,
    ONE,
    SOLUTIONS,
    UPDATES,
    Walk,
    Walker,
    put,
    set_out,
)


class BruteForce1(Walker):
    """Tries any digit, and then checks the grid; see `Walker`.

    `_blocked` has shape (n_cells, n + 1) and counts, by cell and digit, the peers that exclude the
    digit out of the cell's domain.
    """

    name = "brute_force_1"
    has_domains = False
    is_live = False

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        super().__init__(puzzle, goal, seed)
        n_cells, n = self._walk.order.shape
        self._blocked = np.zeros((n_cells, n + 1), dtype=np.uint32)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` placements and `out.room` solutions."""
        return STATUSES[advance(self._walk, self._blocked, self.is_live, node_budget, out)]

    def _begin(self, options: U32) -> bool:
        return bool(begin(self._walk, self._blocked, self.has_domains, options))

    def _tables(self) -> dict[str, NDArray[Any]]:
        return {"blocked": self._blocked}


class BruteForce2(BruteForce1):
    """Tries only digits that no clue excludes, and then checks the grid."""

    name = "brute_force_2"
    has_domains = True


class BruteForce3(BruteForce2):
    """Every placement restricts the domains of the cells that follow."""

    name = "brute_force_3"
    is_live = True

    def restrict(self, cand: U64) -> None:
        """Restrict the domains of the blank cells to these candidates; shape (n_cells,)."""
        n = self._walk.order.shape[1]
        is_candidate = cand[:, np.newaxis] >> np.arange(n, dtype=np.uint64) & np.uint64(1) != 0
        is_blank = self._walk.grid == 0
        self._blocked[:, 1:] += ~is_candidate & is_blank[:, np.newaxis]


@kernel
def begin(walk: Walk, blocked: U32, has_domains: bool, options: U32) -> bool:
    """Write the clues, and let them restrict the domains, if there are any; False on a clash."""
    if not set_out(walk, options):
        return False
    for cell in range(np.uint64(len(walk.grid))):
        if has_domains and walk.grid[cell] != 0:
            block(walk, blocked, cell)
    return True


@kernel
def advance(walk: Walk, blocked: U32, is_live: bool, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    position, grid, tried = walk.position, walk.grid, walk.tried
    level, n_blanks, n = position[LEVEL], position[BLANKS], walk.order.shape[1]
    last_node = position[NODES] + np.uint64(node_budget)
    found, room = np.uint64(0), np.uint64(out.room)
    status = EXHAUSTED
    while level > 0:
        if level > n_blanks:
            put(walk, out, found)
            found += ONE
            level -= ONE
            if found >= room:
                status = OUT_FULL
                break
            continue
        cell = walk.blanks[level - ONE]
        if is_live and grid[cell] != 0:
            unblock(walk, blocked, cell)
        grid[cell] = 0
        rank = next_rank(walk, blocked, cell, tried[level])
        if rank == n:
            tried[level] = 0
            level -= ONE
            continue
        if position[NODES] >= last_node:
            status = BUDGET_SPENT
            break
        position[NODES] += ONE
        tried[level] = rank + ONE
        grid[cell] = walk.order[cell, rank]
        position[UPDATES] += walk.layout.first_peer[cell + ONE] - walk.layout.first_peer[cell]
        if is_live:
            block(walk, blocked, cell)
            level += ONE
        elif fits(walk.layout, grid, cell):
            level += ONE
    position[LEVEL] = level
    position[SOLUTIONS] += found
    return status


@helper
def next_rank(walk: Walk, blocked: U32, cell: Unsigned, rank: Unsigned) -> Unsigned:
    """Return the next rank of a digit in the cell's domain, or n."""
    n = walk.order.shape[1]
    while rank < n and blocked[cell, walk.order[cell, rank]] != 0:
        rank += ONE
    return rank


@helper
def block(walk: Walk, blocked: U32, cell: Unsigned) -> None:
    """Remove the digit of a cell from the domains of its peers."""
    layout, digit = walk.layout, walk.grid[cell]
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        blocked[layout.peers[k], digit] += ONE


@helper
def unblock(walk: Walk, blocked: U32, cell: Unsigned) -> None:
    """Undo `block`."""
    layout, digit = walk.layout, walk.grid[cell]
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        blocked[layout.peers[k], digit] -= ONE
