"""The propagation of constraints beside houses: pairs, sums and automata."""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.all_different_automata import propagate_arrangement
from sudoku.solvers.bitmask.automata import propagate_reading
from sudoku.solvers.bitmask.constraint_arrays import ARE_DIFFERENT
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import UPDATES, State, constraints_of
from sudoku.solvers.bitmask.sums import propagate_sum

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
# The columns of `ConstraintArrays.pairs`.
FIRST, SECOND, RELATION = range(3)


@helper
def propagate_constraint(state: State, grid: U64, constraint: Unsigned) -> bool:
    """Remove the candidates that a constraint excludes; return False if it cannot hold."""
    constraints = constraints_of(state)
    end_pairs = np.uint64(len(constraints.pairs))
    end_sums = end_pairs + np.uint64(len(constraints.sums))
    if constraint < end_pairs:
        may_hold = _propagate_pair(state, grid, constraint)
    elif constraint < end_sums:
        return propagate_sum(state, grid, constraint - end_pairs)
    else:
        reading = constraints.readings[constraint - end_sums]
        may_hold = propagate_reading(state, grid, reading)
        if may_hold and reading[ARE_DIFFERENT] != 0:
            may_hold = propagate_arrangement(state, grid, reading)
    # The propagation of these is idempotent; that of a sum is not.
    word = np.uint64(len(state.unsplit)) + constraint // WORD
    state.dirty[word] &= ~(ONE << constraint % WORD)
    return may_hold


@helper
def _propagate_pair(state: State, grid: U64, pair: Unsigned) -> bool:
    """Restrict two cells to the digits that have a support in the other."""
    constraints = constraints_of(state)
    first, second = constraints.pairs[pair, FIRST], constraints.pairs[pair, SECOND]
    relation = constraints.relations[constraints.pairs[pair, RELATION]]
    state.position[UPDATES] += ONE
    a, b = grid[first], grid[second]
    new_b = b & _supports(relation[0], a)
    new_a = a & _supports(relation[1], new_b)
    if new_a == 0:
        return False
    if new_a != a:
        restrict(state, grid, np.uint64(first), new_a)
    if new_b != b:
        restrict(state, grid, np.uint64(second), new_b)
    return True


@helper
def _supports(masks: U64, digits: Unsigned) -> Unsigned:
    """Return the digits that any of some digits supports."""
    supports: Unsigned = ZERO
    left: Unsigned = digits
    while left != 0:
        supports |= masks[trailing_zeros64(left)]
        left &= left - ONE
    return supports
