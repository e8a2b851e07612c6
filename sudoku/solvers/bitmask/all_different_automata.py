"""The propagation of readings of cells that all differ: only digits of arrangements remain.

An automaton alone would read a digit twice. Here it is followed from set to set of the digits that
were read: after k cells these are sets of k digits, and each holds the states in which it may be.
"""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.solvers.bitmask.constraint_arrays import END_CELL, FIRST_CELL, FIRST_ROW
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import UPDATES, State, constraints_of

ZERO = np.uint64(0)
ONE = np.uint64(1)


@helper
def propagate_arrangement(state: State, grid: U64, arrangement: U32) -> bool:
    """Restrict the cells to the digits of arrangements that the automaton accepts.

    `propagate_reading` must be called before: it is much faster, and leaves few states.
    """
    first_cell, row = np.uint64(arrangement[FIRST_CELL]), np.uint64(arrangement[FIRST_ROW])
    n_cells = np.uint64(arrangement[END_CELL]) - first_cell
    n_sets = _arrange(state, grid, first_cell, n_cells, row)
    is_kept = _leave_arranged(state, grid, first_cell, n_cells, row)
    for k in range(n_sets):
        state.arranged[state.digit_sets[k]] = ZERO
    return is_kept


@helper
def _arrange(
    state: State, grid: U64, first_cell: Unsigned, n_cells: Unsigned, row: Unsigned
) -> Unsigned:
    """Note the states after each set of digits, cell by cell; return the number of sets.

    Only those that the automaton alone may be in.
    """
    cells = constraints_of(state).cells
    arranged, digit_sets, ends = state.arranged, state.digit_sets, state.ends
    arranged[0], digit_sets[0] = ONE, ZERO
    first, end, ends[0] = ZERO, ONE, ONE
    for k in range(n_cells):
        new_end: Unsigned = end
        candidates, alive = grid[cells[first_cell + k]], state.reached[k + ONE, 0]
        for at in range(first, end):
            used = np.uint64(digit_sets[at])
            left = candidates & ~used
            while left != 0:
                rest = left & (left - ONE)
                after = _step(state, row, arranged[used], trailing_zeros64(left)) & alive
                if after != 0:
                    more = used | (left ^ rest)
                    if arranged[more] == 0:
                        digit_sets[new_end] = more
                        new_end += ONE
                    arranged[more] |= after
                left = rest
        first, end, ends[k + ONE] = end, new_end, new_end
    return end


@helper
def _step(state: State, row: Unsigned, states: Unsigned, digit: Unsigned) -> Unsigned:
    """Return the states that a digit reaches from any of some states."""
    steps = constraints_of(state).steps
    after: Unsigned = ZERO
    left: Unsigned = states
    while left != 0:
        following = np.uint64(steps[row + trailing_zeros64(left), digit])
        left &= left - ONE
        state.position[UPDATES] += ONE
        if following != 0:
            after |= ONE << (following - ONE)
    return after


@helper
def _leave_arranged(
    state: State, grid: U64, first_cell: Unsigned, n_cells: Unsigned, row: Unsigned
) -> bool:
    """Restrict the cells, from the last to the first, to the digits of accepted arrangements."""
    cells = constraints_of(state).cells
    for back in range(n_cells):
        k = n_cells - ONE - back
        cell = np.uint64(cells[first_cell + k])
        digits = _leads(state, k, row, grid[cell])
        if digits == 0:
            return False
        if digits != grid[cell]:
            restrict(state, grid, cell, digits)
    return True


@helper
def _leads(state: State, k: Unsigned, row: Unsigned, candidates: Unsigned) -> Unsigned:
    """Return the digits of cell `k` that lead to acceptance; keep only the states that do."""
    steps, arranged = constraints_of(state).steps, state.arranged
    first = state.ends[k - ONE] if k > 0 else ZERO
    good: Unsigned = ZERO
    for at in range(first, state.ends[k]):
        used = np.uint64(state.digit_sets[at])
        states, leading = arranged[used], ZERO
        while states != 0:
            lowest = states ^ (states & (states - ONE))
            at_row = row + trailing_zeros64(states)
            states ^= lowest
            left, leads = candidates & ~used, ZERO
            while left != 0:
                digit = trailing_zeros64(left)
                bit = ONE << digit
                left ^= bit
                following = np.uint64(steps[at_row, digit])
                if following != 0 and arranged[used | bit] >> (following - ONE) & ONE != 0:
                    leads |= bit
            if leads != 0:
                leading |= lowest
                good |= leads
        arranged[used] = leading
    return good
