"""Batches by exact cover: dancing cells search one problem, in which each puzzle chooses its clues.

The problem is that of the shape and the rules without clues. A puzzle restores the position before
the search, and chooses the placements of its clues. To restore the sizes of all blocks would be
enough to find the same solutions, but their order would depend on the puzzles before.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.cells import NODES as CELL_NODES
from exactcover.engines.dancing_cells.cells import SOLUTIONS as SOLUTIONS_FOUND
from exactcover.engines.dancing_cells.cells import State, hide
from exactcover.engines.dancing_cells.engine import advance, choose_option, initial_state
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.protocol import EXHAUSTED, Out
from sudoku.batches.arrays import Arrays, Kernel, Limits
from sudoku.batches.kernel import DEPTH, FOUND, NODES, PUZZLE, SPENT
from sudoku.encodings.exact_cover import encoding
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule

U = np.uint64
ZERO, ONE = U(0), U(1)
BARRED = np.uint32(0xFFFFFFFF)
"""The node of a placement that a rule bars."""


class Covering(NamedTuple):
    """The position of a search, and what it needs to read puzzles and to write solutions.

    ========= ================== ============ ====================================================
    array     shape              indexed by   holds
    ========= ================== ============ ====================================================
    state                                     the position of dancing cells
    size      (n_items,)         item         the sizes before any choice
    block     (n_blocks,)        place        the blocks before any choice
    place     (n_nodes,)         node         the places of nodes before any choice
    node_of   (n_cells * n,)     candidate    the first node of its placement, or BARRED
    placed    (n_placements,)    option       the candidate of a placement
    rows      (1, depth)                      the options of a solution
    lengths   (1,)                            their number
    ========= ================== ============ ====================================================

    All are uint32. A candidate is the cell times the number of digits, plus the digit less 1.
    """

    state: State
    size: U32
    block: U32
    place: U32
    node_of: U32
    placed: U32
    rows: U32
    lengths: U32


def covering_kernel(shape: Shape, rules: tuple[Rule, ...]) -> Kernel:
    """Return the kernel that searches puzzles of a shape and rules by exact cover.

    Raises
    ------
    ConstraintError
        If a constraint is too large to be written down as options.
    """
    _ = encoding(shape, rules).problem.links  # made here, and not by each worker
    return Kernel(solve_some, partial(new_covering, shape, rules))


def new_covering(shape: Shape, rules: tuple[Rule, ...]) -> Covering:
    """Return the position before the first puzzle."""
    problem, placed = encoding(shape, rules)
    links = problem.links
    node_of = np.full(shape.n_cells * shape.n, BARRED, dtype=np.uint32)
    node_of[list(placed)] = links.node_of[: len(placed)]
    state = initial_state(links)
    return Covering(
        state,
        state.size.copy(),
        state.block.copy(),
        state.place.copy(),
        node_of,
        np.array(placed, dtype=np.uint32),
        np.zeros((1, links.depth), dtype=np.uint32),
        np.zeros(1, dtype=np.uint32),
    )


@kernel
def solve_some(arrays: Arrays, own: Covering, position: NDArray[np.uint64], limits: Limits) -> bool:
    """Continue the search of a batch; return whether it is done, not stopped by the limit of nodes.

    `position` is as in `sudoku.batches.kernel`; its DEPTH says whether a puzzle has begun.
    """
    position[NODES] = 0
    for k in range(position[PUZZLE], U(len(arrays.puzzles))):
        if position[DEPTH] == 0:
            position[FOUND] = position[SPENT] = 0
            position[DEPTH] = 1 if begin(arrays, own, k) else 0
        if position[DEPTH] == 0:  # the clues clash
            arrays.counts[k] = 0
        elif not search(arrays, own, position, limits, k):
            return False
        position[PUZZLE], position[DEPTH] = k + ONE, 0
    return True


@helper
def begin(arrays: Arrays, own: Covering, k: Unsigned) -> bool:
    """Choose the clues of a puzzle; return whether they agree with each other and the rules."""
    state, puzzle = own.state, arrays.puzzles[k]
    restore(own)
    n = U(len(own.node_of)) // U(len(puzzle))
    if len(arrays.barred):
        node = own.node_of[U(arrays.barred[k, 0]) * n + U(arrays.barred[k, 1]) - ONE]
        if node != BARRED:
            hide(state, node, False)
    for cell in range(U(len(puzzle))):
        if puzzle[cell] != 0:
            node = own.node_of[cell * n + U(puzzle[cell]) - ONE]
            if node == BARRED or not choose_option(state, node, False):
                return False
    return True


@helper
def restore(own: Covering) -> None:
    """Restore the position before the search."""
    state = own.state
    for item in range(U(len(own.size))):
        state.size[item] = own.size[item]
    for k in range(U(len(own.block))):
        state.block[k] = own.block[k]
    for node in range(U(len(own.place))):
        state.place[node] = own.place[node]
    for k in range(U(len(state.position))):
        state.position[k] = 0


@helper
def search(
    arrays: Arrays, own: Covering, position: NDArray[np.uint64], limits: Limits, k: Unsigned
) -> bool:
    """Continue the search of a puzzle; return whether it is over, or given up."""
    state = own.state
    while True:
        most = min(U(limits.budget) - position[NODES], U(limits.nodes) - position[SPENT])
        left: Any = np.int64(most)
        if left == 0:
            return bool(position[SPENT] == U(limits.nodes))
        n_rows = 1 if position[FOUND] == 0 and len(arrays.solutions) else 0
        room: Any = 1 if n_rows else limits.solutions - np.int64(position[FOUND])
        before, n_found = state.position[CELL_NODES], state.position[SOLUTIONS_FOUND]
        status = advance(state, left, Out(own.rows[:n_rows], own.lengths[:n_rows], room))
        n_nodes = state.position[CELL_NODES] - before
        position[NODES] += n_nodes
        position[SPENT] += n_nodes
        position[FOUND] += state.position[SOLUTIONS_FOUND] - n_found
        if n_rows and position[FOUND]:
            write(own, arrays.solutions[k])
        if status == EXHAUSTED or position[FOUND] >= U(limits.solutions):
            arrays.counts[k] = np.int64(position[FOUND])
            return True


@helper
def write(own: Covering, solution: NDArray[np.uint8]) -> None:
    """Write the placements of the last solution as digits."""
    n = U(len(own.node_of)) // U(len(solution))
    for level in range(own.lengths[0]):
        option = own.rows[0, level]
        if option < len(own.placed):
            candidate = U(own.placed[option])
            solution[candidate // n] = candidate % n + ONE
