"""Clues, which the driver hands to every solver as chosen options."""

from collections.abc import Sequence

import numpy as np

from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.layout import U32, Layout

__all__ = ["agree", "cells_and_digits", "fits", "placements"]

ONE = np.uint32(1)


def placements(options: list[int], n: int) -> tuple[U32, U32]:
    """Return the cells and digits of options of a `template`."""
    chosen = np.array(options, dtype=np.uint32)
    return chosen // np.uint32(n), chosen % np.uint32(n) + ONE


def cells_and_digits(grid: Sequence[int]) -> tuple[U32, U32]:
    """Return the cells of a grid that hold a digit, and the digits."""
    digits = np.array(grid, dtype=np.uint32)
    cells = np.flatnonzero(digits).astype(np.uint32)
    return cells, digits[cells]


@kernel
def agree(layout: Layout, grid: U32, clues: U32) -> bool:
    """Tell whether the clues in these cells, all different, are in the grid and do not clash."""
    filled = 0
    for cell in range(np.uint64(len(grid))):
        if grid[cell] != 0:
            filled += 1
    for k in range(len(clues)):
        if not fits(layout, grid, clues[k]):
            return False
    return filled == len(clues)


@helper
def fits(layout: Layout, grid: U32, cell: Unsigned) -> bool:
    """Tell whether no peer of the cell holds its digit."""
    digit = grid[cell]
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        if grid[layout.peers[k]] == digit:
            return False
    return True
