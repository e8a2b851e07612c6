"""The restriction of the candidates of a cell, which queues what depends on the cell."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.state import SINGLES, State

ONE = np.uint64(1)


@helper
def restrict(state: State, grid: U64, cell: Unsigned, digits: Unsigned) -> None:
    """Restrict a cell to these candidates; queue its houses, its constraints and singles."""
    grid[cell] = digits
    for word in range(np.uint64(len(state.dirty))):
        state.dirty[word] |= state.tables.watched_by[cell, word]
    if digits & (digits - ONE) == 0:
        state.singles[state.position[SINGLES]] = cell
        state.position[SINGLES] += ONE
