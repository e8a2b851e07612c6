"""What conditions beside houses leave of the candidates: which of them looks at which."""

import numpy as np

from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import U64, Unsigned
from sudoku.solvers.bitmask.arrangements import keep_arrangement
from sudoku.solvers.bitmask.narrowing import narrow
from sudoku.solvers.bitmask.readings import ARE_DIFFERENT, keep_reading
from sudoku.solvers.bitmask.state import UPDATES, State, conditions_of
from sudoku.solvers.bitmask.sums import keep_sum

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
# The columns of `Conditions.pairs`.
FIRST, SECOND, RELATION = range(3)


@helper
def keep(state: State, grid: U64, condition: Unsigned) -> bool:
    """Take away what a condition bars; return False if it cannot be kept."""
    conditions = conditions_of(state)
    end_pairs = np.uint64(len(conditions.pairs))
    end_sums = end_pairs + np.uint64(len(conditions.sums))
    if condition < end_pairs:
        is_kept = _keep_pair(state, grid, condition)
    elif condition < end_sums:
        return keep_sum(state, grid, condition - end_pairs)
    else:
        reading = conditions.readings[condition - end_sums]
        is_kept = keep_reading(state, grid, reading)
        if is_kept and reading[ARE_DIFFERENT] != 0:
            is_kept = keep_arrangement(state, grid, reading)
    # What these leave, they would leave again; a sum may draw more from what it left.
    word = np.uint64(len(state.unsplit)) + condition // WORD
    state.dirty[word] &= ~(ONE << condition % WORD)
    return is_kept


@helper
def _keep_pair(state: State, grid: U64, pair: Unsigned) -> bool:
    """Leave two cells the digits that have a partner in the other."""
    conditions = conditions_of(state)
    first, second = conditions.pairs[pair, FIRST], conditions.pairs[pair, SECOND]
    relation = conditions.relations[conditions.pairs[pair, RELATION]]
    state.position[UPDATES] += ONE
    a, b = grid[first], grid[second]
    new_b = b & _partners(relation[0], a)
    new_a = a & _partners(relation[1], new_b)
    if new_a == 0:
        return False
    if new_a != a:
        narrow(state, grid, np.uint64(first), new_a)
    if new_b != b:
        narrow(state, grid, np.uint64(second), new_b)
    return True


@helper
def _partners(masks: U64, digits: Unsigned) -> Unsigned:
    """Return the digits that go with any of some."""
    partners: Unsigned = ZERO
    left: Unsigned = digits
    while left != 0:
        partners |= masks[trailing_zeros64(left)]
        left &= left - ONE
    return partners
