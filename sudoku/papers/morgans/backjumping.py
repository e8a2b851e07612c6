"""Backjumping: backtracking that looks back, and leaves out the cells that are not to blame.

The blank cells are filled in reading order, as by `backtracking`. For each digit that a cell cannot
hold, the earliest cell that took it is noted, and where a digit failed later on, the cells that
were to blame for that: this is the *conflict set* of the cell. A cell without digits left goes back
to the last cell of its set, and hands the rest of the set over. Nothing is lost: the cells between
them can be filled in any way, and the same conflict remains.

References
----------
P. Prosser, "Hybrid algorithms for the constraint satisfaction problem" (1993): conflict-directed
backjumping.
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
from sudoku.statement.layout import HOUSE

BIT = np.uint64(1)
SIX = np.uint32(6)
"""A word of a set has 2**6 levels."""
REST = np.uint32(63)
NOBODY = np.uint32(0xFFFFFFFF)
CLUE = np.uint32(0)


class Backjumping(Walker):
    """The solver.

    `_holder` has the level of the cell that holds a digit in a house: `CLUE` for a clue, `NOBODY`
    if there is none. `_sets` has the conflict set of each level, one bit for each lower level.
    """

    name = "backjumping"

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        super().__init__(puzzle, goal, seed)
        n_levels = self.depth + 2
        shape = len(self._walk.layout.houses), puzzle.shape.n
        self._holder = np.full(shape, NOBODY, dtype=np.uint32)
        self._sets = np.zeros((n_levels, (n_levels >> 6) + 1), dtype=np.uint64)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` placements and `out.room` solutions."""
        return STATUSES[advance(self._walk, self._holder, self._sets, node_budget, out)]

    def _begin(self, options: U32) -> bool:
        return bool(begin(self._walk, self._holder, options))

    def _tables(self) -> dict[str, NDArray[Any]]:
        return {"holder": self._holder, "sets": self._sets}


@kernel
def begin(walk: Walk, holder: U32, options: U32) -> bool:
    """Write the clues, and note in which houses they are; False on a clash."""
    if not set_out(walk, options):
        return False
    for cell in range(np.uint64(len(walk.grid))):
        if walk.grid[cell] != 0:
            mark(walk, holder, cell, CLUE)
    return True


@kernel
def advance(walk: Walk, holder: U32, sets: U64, node_budget: int, out: Out) -> int:
    """Continue the search, and return the status."""
    position, grid, tried = walk.position, walk.grid, walk.tried
    level, n_blanks = np.uint32(position[LEVEL]), np.uint32(position[BLANKS])
    n = np.uint32(walk.order.shape[1])
    last_node = position[NODES] + np.uint64(node_budget)
    found, room = np.uint64(0), np.uint64(out.room)
    status = EXHAUSTED
    while level > 0:
        if level > n_blanks:
            put(walk, out, found)
            found += ONE
            level -= ONE
            # Any cell may be changed for the next solution.
            for lower in range(ONE, level):
                add(sets, level, np.uint32(lower))
            if found >= room:
                status = OUT_FULL
                break
            continue
        cell = walk.blanks[level - ONE]
        if grid[cell] != 0:
            mark(walk, holder, cell, NOBODY)
            grid[cell] = 0
        rank = tried[level]
        while rank < n and is_taken(walk, holder, sets, cell, walk.order[cell, rank], level):
            rank += ONE
        if rank == n:
            level = jump(walk, holder, sets, level)
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
            mark(walk, holder, cell, level)
            level += ONE
            clear(sets, level)
    position[LEVEL] = level
    position[SOLUTIONS] += found
    return status


@helper
def add(sets: U64, level: Unsigned, other: Unsigned) -> None:
    """Add a level to the conflict set of another."""
    sets[level, other >> SIX] |= BIT << np.uint64(other & REST)


@helper
def clear(sets: U64, level: Unsigned) -> None:
    """Empty the conflict set of a level."""
    for word in range(np.uint64(sets.shape[1])):
        sets[level, word] = 0


@helper
def is_taken(
    walk: Walk, holder: U32, sets: U64, cell: Unsigned, digit: Unsigned, level: Unsigned
) -> bool:
    """Return whether a house has the digit; note the earliest cell that holds it, if not a clue."""
    layout, earliest = walk.layout, NOBODY
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        earliest = min(earliest, holder[layout.positions[k, HOUSE], digit - ONE])
    if earliest == NOBODY:
        return False
    if earliest != CLUE:
        add(sets, level, earliest)
    return True


@helper
def jump(walk: Walk, holder: U32, sets: U64, level: Unsigned) -> Unsigned:
    """Undo all levels above the last one of the conflict set, hand the set over, and go there."""
    target = np.uint32(level)
    while target > 0:
        walk.tried[target] = 0
        cell = walk.blanks[target - ONE]
        if walk.grid[cell] != 0:
            mark(walk, holder, cell, NOBODY)
            walk.grid[cell] = 0
        target -= ONE
        if sets[level, target >> SIX] & BIT << np.uint64(target & REST) != 0:
            for word in range(np.uint64(sets.shape[1])):
                sets[target, word] |= sets[level, word]
            sets[target, target >> SIX] &= ~(BIT << np.uint64(target & REST))
            return target
    return target


@helper
def mark(walk: Walk, holder: U32, cell: Unsigned, level: Unsigned) -> None:
    """Note for the houses of a cell the level that holds its digit, or that nobody does."""
    layout, digit = walk.layout, walk.grid[cell] - ONE
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        holder[layout.positions[k, HOUSE], digit] = level
