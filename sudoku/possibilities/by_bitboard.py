"""The kernels that search the true candidates of a classic 9x9 puzzle on the bitboard."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL
from sudoku.batches.kernel import FAILED, OPEN, SOLVED
from sudoku.possibilities.probes import Probes, probe_each, search_each
from sudoku.possibilities.tally import Tally, note
from sudoku.solvers.bitboard.engine import choose_in_order, divide, word_of
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.pairs import NINE, NO_PLACE, ONE, ZERO
from sudoku.solvers.bitboard.stack import read, write
from sudoku.solvers.bitboard.state import State
from sudoku.solvers.bitboard.step import Rows, propagate
from sudoku.solvers.bitboard.vectors import has_any
from sudoku.solvers.grid_stack import NODES, WAITING, WHOLE

WORDS, N_CELLS = np.uint64(N_WORDS), np.uint64(81)


class Boards(NamedTuple):
    """A search on the bitboard, and the wanted candidates in its layout.

    Attributes
    ----------
    stack
        The position of the search.
    wanted
        (N_WORDS,), aligned: `Tally.wanted` as the vectors have it. It is made when the tally has
        changed.
    """

    stack: State
    wanted: NDArray[np.uint16]


@kernel
def search_tree(boards: Boards, tally: Tally, n_nodes: int, room: int) -> int:
    """Continue a search of the whole tree."""
    write_masks(boards.wanted, ZERO, tally.wanted)
    return search_each(search_wanted, boards, boards.stack.position, tally, n_nodes, room)


@kernel
def search_probes(boards: Boards, tally: Tally, probes: Probes, n_nodes: int, room: int) -> int:
    """Continue a search candidate by candidate."""
    write_masks(boards.wanted, ZERO, tally.wanted)
    position = boards.stack.position
    return probe_each(search_wanted, place, narrow, boards, position, tally, probes, n_nodes, room)


@kernel
def propagate_root(boards: Boards, root: U64) -> bool:
    """Make a grid of candidates the only one, propagated; return False if it has no solution."""
    position = boards.stack.position
    position[WAITING] = ONE
    boards.stack.weights[0] = WHOLE
    return deduce(boards.stack, root)


@helper
def deduce(state: State, root: U64) -> bool:
    """Propagate a grid of masks, which is then also the first of the stack."""
    write_masks(state.grids, ZERO, root)
    rows, status = propagate(read(state.grids, ZERO))
    if status == FAILED:
        return False
    write(state.grids, ZERO, rows)
    read_masks(state.grids, ZERO, root)
    return True


@helper
def narrow(boards: Boards, tally: Tally, root: U64, cell: Unsigned) -> bool:
    """Propagate the root."""
    return deduce(boards.stack, root)


@helper
def place(boards: Boards, root: U64, cell: Unsigned, digit: Unsigned) -> None:
    """Make the root with one more digit the only grid on the stack."""
    stack = boards.stack
    before = root[cell]
    root[cell] = ONE << digit
    write_masks(stack.grids, ZERO, root)
    root[cell] = before
    stack.weights[0] = WHOLE
    stack.position[WAITING] = ONE


@helper
def search_wanted(boards: Boards, tally: Tally, last_node: Unsigned) -> int:
    """Search until the next solution is found, which is counted."""
    state = boards.stack
    position = state.position
    while position[WAITING] > ZERO:
        if position[NODES] >= last_node:
            return BUDGET_SPENT
        position[NODES] += ONE
        top = position[WAITING] - ONE
        position[WAITING] = top
        rows, status = propagate(read(state.grids, top))
        if status != FAILED and not has_wanted(rows, read(boards.wanted, ZERO)):
            status = FAILED
        if status == OPEN:
            write(state.grids, top, rows)
            ways, one, other = choose_in_order(state)
            if other != NO_PLACE and is_wanted(tally, other) and not is_wanted(tally, one):
                one, other = other, one
            divide(state, rows, ways, one, other)
        elif status == SOLVED:
            write(state.grids, top, rows)
            read_masks(state.grids, top, tally.latest)
            for cell in range(N_CELLS):
                tally.latest[cell] = trailing_zeros64(tally.latest[cell]) + ONE
            note(tally)
            write_masks(boards.wanted, ZERO, tally.wanted)
            return OUT_FULL
    return EXHAUSTED


@helper
def has_wanted(rows: Rows, wanted: Rows) -> bool:
    """Return whether a grid has a wanted candidate."""
    return has_any(rows[0] & wanted[0] | rows[1] & wanted[1] | rows[2] & wanted[2])


@helper
def is_wanted(tally: Tally, candidate: Unsigned) -> bool:
    """Return whether a candidate, cell * 9 + digit - 1, is wanted."""
    return bool(tally.wanted[candidate // NINE] >> candidate % NINE & ONE != ZERO)


@helper
def write_masks(grids: NDArray[np.uint16], level: Unsigned, masks: U64) -> None:
    """Write a mask of digits for each cell as a grid of a stack."""
    base = level * WORDS
    for k in range(WORDS):
        grids[base + k] = 0
    for row in range(NINE):
        for digit in range(NINE):
            places = ZERO
            for column in range(NINE):
                places |= (masks[row * NINE + column] >> digit & ONE) << column
            grids[base + word_of(row, digit)] = np.uint16(places)


@helper
def read_masks(grids: NDArray[np.uint16], level: Unsigned, masks: U64) -> None:
    """Read a grid of a stack as a mask of digits for each cell."""
    base = level * WORDS
    for cell in range(N_CELLS):
        masks[cell] = ZERO
    for row in range(NINE):
        for digit in range(NINE):
            places = np.uint64(grids[base + word_of(row, digit)])
            for column in range(NINE):
                masks[row * NINE + column] |= (places >> column & ONE) << digit
