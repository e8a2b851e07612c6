"""Taking candidates from a cell, and noting what is to be looked at then."""

import numpy as np

from exactcover.compiled.jit import helper
from exactcover.compiled.types import U64, Unsigned
from sudoku.solvers.bitmask.state import SINGLES, State

ONE = np.uint64(1)


@helper
def narrow(state: State, grid: U64, cell: Unsigned, digits: Unsigned) -> None:
    """Leave a cell these candidates, and note what it is in, and itself if there is but one."""
    grid[cell] = digits
    for word in range(np.uint64(len(state.dirty))):
        state.dirty[word] |= state.tables.watched_by[cell, word]
    if digits & (digits - ONE) == 0:
        state.singles[state.position[SINGLES]] = cell
        state.position[SINGLES] += ONE
