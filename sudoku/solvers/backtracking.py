"""Backtracking: fill the blank cells in reading order with digits that their houses allow.

It makes the same placements as `brute_force_3`, but computes the candidates of a cell when it
reaches the cell, from a mask for each house of the digits used.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Algorithm 2.1.
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
from sudoku.statement.layout import HOUSE, WORD

BIT = np.uint64(1)


class Backtracking(Walker):
    """The solver; `_used` has a mask for each house: the digits that its cells hold."""

    name = "backtracking"
    most_digits = WORD

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        super().__init__(puzzle, goal, seed)
        self._used = np.zeros(len(self._walk.layout.houses), dtype=np.uint64)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` placements and `out.room` solutions."""
        return STATUSES[advance(self._walk, self._used, node_budget, out)]

    def _begin(self, options: U32) -> bool:
        return bool(begin(self._walk, self._used, options))

    def _tables(self) -> dict[str, NDArray[Any]]:
        return {"used": self._used}


@kernel
def begin(walk: Walk, used: U64, options: U32) -> bool:
    """Write the clues, and mark their digits as used in their houses; False on a clash."""
    if not set_out(walk, options):
        return False
    for cell in range(np.uint64(len(walk.grid))):
        if walk.grid[cell] != 0:
            flip(walk, used, cell)
    return True


@kernel
def advance(walk: Walk, used: U64, node_budget: int, out: Out) -> int:
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
        if grid[cell] != 0:
            flip(walk, used, cell)
            grid[cell] = 0
        rank = next_rank(walk, used_by_houses(walk, used, cell), cell, tried[level])
        if rank == n:
            tried[level] = 0
            level -= ONE
        elif position[NODES] >= last_node:
            status = BUDGET_SPENT
            break
        else:
            position[NODES] += ONE
            position[UPDATES] += (
                walk.layout.first_position[cell + ONE] - walk.layout.first_position[cell]
            )
            tried[level] = rank + ONE
            grid[cell] = walk.order[cell, rank]
            flip(walk, used, cell)
            level += ONE
    position[LEVEL] = level
    position[SOLUTIONS] += found
    return status


@helper
def bit_of(digit: Unsigned) -> Unsigned:
    """Return the mask of a digit."""
    return BIT << np.uint64(digit - ONE)


@helper
def used_by_houses(walk: Walk, used: U64, cell: Unsigned) -> Unsigned:
    """Return the digits that the cell's houses hold."""
    layout, union = walk.layout, np.uint64(0)
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        union |= used[layout.positions[k, HOUSE]]
    return union


@helper
def next_rank(walk: Walk, union: Unsigned, cell: Unsigned, rank: Unsigned) -> Unsigned:
    """Return the next rank of a digit that is not in the mask, or n."""
    n = walk.order.shape[1]
    while rank < n and union & bit_of(walk.order[cell, rank]) != 0:
        rank += ONE
    return rank


@helper
def flip(walk: Walk, used: U64, cell: Unsigned) -> None:
    """Mark the digit of a cell as used in its houses, or as unused if it was used."""
    layout, bit = walk.layout, bit_of(walk.grid[cell])
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        used[layout.positions[k, HOUSE]] ^= bit
