"""What the steps of the propagation leave for each other to look at."""

import numpy as np

from exactcover.jit import helper
from exactcover.links import Unsigned
from sudoku.bitmask.state import SINGLES, State
from sudoku.bitmask.tables import U64

ONE = np.uint64(1)


@helper
def note(state: State, grid: U64, cell: Unsigned) -> None:
    """Note that a cell has fewer candidates: its houses, and the cell itself if one is left."""
    for word in range(np.uint64(len(state.dirty))):
        state.dirty[word] |= state.tables.houses_of[cell, word]
    if grid[cell] & (grid[cell] - ONE) == 0:
        state.singles[state.position[SINGLES]] = cell
        state.position[SINGLES] += ONE
