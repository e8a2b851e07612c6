"""The kernel that searches the true candidates of many classic 9x9 puzzles, one after the other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.hash_table import empty_table, with_room
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.vectors import aligned_empty
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED
from sudoku.batches.arrays import Limits
from sudoku.possibilities.by_bitboard import (
    Boards,
    deduce,
    narrow,
    place,
    search_wanted,
    write_masks,
)
from sudoku.possibilities.probes import CELL, NO_PROBE, Probes, probe_each, probes_of, search_each
from sudoku.possibilities.tally import CAP, FOUND, MOST_BYTES, Tally, tally_of
from sudoku.solvers.bitboard.engine import new_state
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.state import RANDOM
from sudoku.solvers.grid_stack import NODES, WAITING, WHOLE

MOST_CAP = 64
"""The highest cap: the solutions of a puzzle are listed in a table of a fixed size."""
FIRST_NODES = 128
"""The nodes of the tree before probes, if there are several solutions."""
TREE, PROBES = range(2)
# The indices of a position: the puzzle, whether its search has begun, and which search it is.
PUZZLE, HAS_BEGUN, PHASE = range(3)
ZERO, ONE, TWO = (np.uint64(k) for k in range(3))
NINE, ALL = np.uint64(9), np.uint64(511)
NO_LIMIT = 1 << 62


class CandidateArrays(NamedTuple):
    """A batch.

    Attributes
    ----------
    puzzles
        (n, 81), uint8: digits, 0 for a blank.
    counts
        (n, 81, 9), int64: the numbers of solutions, written when a puzzle is done.
    """

    puzzles: NDArray[np.uint8]
    counts: NDArray[np.int64]


class Work(NamedTuple):
    """The state of the search of one puzzle."""

    boards: Boards
    tally: Tally
    probes: Probes


def new_work(cap: int) -> Work:
    """Return arrays for puzzles with a cap.

    With a cap of 1 a solution with a wanted candidate is always a new one, so none is listed.
    """
    root = np.full(81, ALL, dtype=np.uint64)
    tally = tally_of(root, 9, cap)
    table = empty_table(0 if cap == 1 else len(tally.listed.key), 0, MOST_BYTES)
    if cap > 1:
        table = with_room(table, 729 * cap, MOST_BYTES)
    boards = Boards(new_state(), aligned_empty((N_WORDS,), np.uint16))
    boards.stack.position[RANDOM] = 0
    return Work(boards, tally._replace(listed=table), probes_of(root))


@kernel
def search_some(
    arrays: CandidateArrays, work: Work, position: NDArray[np.uint64], limits: Limits
) -> bool:
    """Continue the search of a batch; return whether it is done, not stopped by its nodes."""
    boards, tally, probes = work.boards, work.tally, work.probes
    own = boards.stack.position
    own[NODES] = ZERO
    budget = np.uint64(limits.budget)
    while position[PUZZLE] < np.uint64(len(arrays.puzzles)):
        puzzle = position[PUZZLE]
        status = BUDGET_SPENT
        if position[HAS_BEGUN] == ZERO:
            position[HAS_BEGUN], position[PHASE] = ONE, np.uint64(TREE)
            for cell in range(np.uint64(81)):
                digit = np.uint64(arrays.puzzles[puzzle, cell])
                probes.root[cell] = ONE << digit - ONE if digit != ZERO else ALL
                for k in range(NINE):
                    tally.counts[cell, k] = ZERO
            tally.numbers[CAP], tally.numbers[FOUND] = np.uint64(limits.solutions), ZERO
            probes.current[CELL] = NO_PROBE
            if tally.listed.used[0] > ZERO:
                tally.listed.used[0] = ZERO
                for slot in range(np.uint64(len(tally.listed.slots))):
                    tally.listed.slots[slot] = ZERO
            own[WAITING] = ONE
            boards.stack.weights[0] = WHOLE
            if deduce(boards.stack, probes.root):
                for cell in range(np.uint64(81)):
                    tally.wanted[cell] = probes.root[cell]
                write_masks(boards.wanted, ZERO, tally.wanted)
            else:
                status = EXHAUSTED
        while status == BUDGET_SPENT:
            if own[NODES] >= budget:
                return False
            left: Any = np.int64(budget - own[NODES])
            if position[PHASE] == np.uint64(TREE):
                nodes: Any = min(left, np.int64(FIRST_NODES))
                status = search_each(search_wanted, boards, own, tally, nodes, NO_LIMIT)
                if status == BUDGET_SPENT and tally.numbers[FOUND] >= TWO:
                    position[PHASE], own[WAITING] = np.uint64(PROBES), ZERO
            else:
                status = probe_each(
                    search_wanted, place, narrow, boards, own, tally, probes, left, NO_LIMIT
                )
        for cell in range(np.uint64(81)):
            for k in range(NINE):
                arrays.counts[puzzle, cell, k] = np.int64(tally.counts[cell, k])
        position[HAS_BEGUN] = ZERO
        position[PUZZLE] = puzzle + ONE
    return True
