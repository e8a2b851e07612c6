"""The propagation of readings: an automaton reads some cells, and must accept."""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.solvers.bitmask.constraint_arrays import END_CELL, FIRST_CELL, FIRST_ROW, N_STATES
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import UPDATES, State, constraints_of

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
LAST_BIT = np.uint64(63)


@helper
def propagate_reading(state: State, grid: U64, reading: U32) -> bool:
    """Restrict the cells to the digits of tuples that the automaton accepts.

    And in `State.reached` the states on such ways.
    """
    constraints, reached = constraints_of(state), state.reached
    first_cell, row = reading[FIRST_CELL], np.uint64(reading[FIRST_ROW])
    n_cells = np.uint64(reading[END_CELL]) - np.uint64(first_cell)
    n_words = (np.uint64(reading[N_STATES]) + LAST_BIT) // WORD
    for word in range(n_words):
        reached[0, word] = ZERO
    reached[0, 0] = ONE
    for k in range(n_cells):
        digits = grid[constraints.cells[first_cell + k]]
        _read_on(state, k, n_words, row, digits)
    if not _accept(state, n_cells, n_words, row):
        return False
    for back in range(n_cells):
        j = n_cells - ONE - back
        cell = np.uint64(constraints.cells[first_cell + j])
        digits = _read_back(state, j, n_words, row, grid[cell])
        if digits == 0:
            return False
        if digits != grid[cell]:
            restrict(state, grid, cell, digits)
    return True


@helper
def _read_on(state: State, k: Unsigned, n_words: Unsigned, row: Unsigned, digits: Unsigned) -> None:
    """Note the states that are reached after cell `k`."""
    steps, reached = constraints_of(state).steps, state.reached
    for word in range(n_words):
        reached[k + ONE, word] = ZERO
    for word in range(n_words):
        states = reached[k, word]
        while states != 0:
            at = row + WORD * word + trailing_zeros64(states)
            states &= states - ONE
            state.position[UPDATES] += ONE
            left = digits
            while left != 0:
                following = np.uint64(steps[at, trailing_zeros64(left)])
                left &= left - ONE
                if following != 0:
                    following -= ONE
                    reached[k + ONE, following // WORD] |= ONE << following % WORD


@helper
def _accept(state: State, k: Unsigned, n_words: Unsigned, row: Unsigned) -> bool:
    """Keep only the last states that are accepted; return whether there are any."""
    accepted, reached = constraints_of(state).accepted, state.reached
    found = False
    for word in range(n_words):
        states = reached[k, word]
        while states != 0:
            bit = trailing_zeros64(states)
            states &= states - ONE
            if accepted[row + WORD * word + bit] != 0:
                found = True
            else:
                reached[k, word] &= ~(ONE << bit)
    return found


@helper
def _read_back(
    state: State, k: Unsigned, n_words: Unsigned, row: Unsigned, digits: Unsigned
) -> Unsigned:
    """Return the digits of cell `k` that lead to acceptance; keep only the states that do."""
    steps, reached = constraints_of(state).steps, state.reached
    good: Unsigned = ZERO
    for word in range(n_words):
        states = reached[k, word]
        while states != 0:
            bit = trailing_zeros64(states)
            states &= states - ONE
            at = row + WORD * word + bit
            left, leads = digits, ZERO
            while left != 0:
                digit = trailing_zeros64(left)
                left &= left - ONE
                following = np.uint64(steps[at, digit])
                if following != 0:
                    following -= ONE
                    if reached[k + ONE, following // WORD] >> following % WORD & ONE != 0:
                        leads |= ONE << digit
            good |= leads
            if leads == 0:
                reached[k, word] &= ~(ONE << bit)
    return good
