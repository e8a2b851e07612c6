"""Clues, which the driver passes to every solver as chosen options."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned
from sudoku.statement.layout import Layout

ONE = np.uint32(1)


@helper
def write_clues(layout: Layout, grid: U32, options: U32) -> bool:
    """Write the clues of chosen options into a grid; return False if two of them clash."""
    n = np.uint32(layout.houses.shape[1])
    for k in range(len(options)):
        cell = options[k] // n
        if grid[cell] != 0:
            return False
        grid[cell] = options[k] % n + ONE
        if not fits(layout, grid, cell):
            return False
    return True


@helper
def fits(layout: Layout, grid: U32, cell: Unsigned) -> bool:
    """Return whether no peer of the cell holds its digit."""
    digit = grid[cell]
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        if grid[layout.peers[k]] == digit:
            return False
    return True
