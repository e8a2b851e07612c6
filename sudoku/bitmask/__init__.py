"""Sudoku of any shape with up to 64 digits on bit masks: a word of candidates for each cell.

A cell's digits are the bits of a word. Before each branch, all that follows by naked and hidden
singles and by locked candidates is drawn, for all houses that the rules give. The kernels are used
in three ways: on blocks of puzzles (`solve_block`), from other kernels (the helpers of
`sudoku.bitmask.block`), and as an engine that can be stopped and resumed
(`sudoku.bitmask.engine.Bitmask`).

Import the modules with kernels when a search begins: this package alone does not import Numba.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudoku.bitmask.tables import MOST_DIGITS, Tables, tables
from sudoku.errors import ClueError, ShapeError

__all__ = ["MOST_DIGITS", "Tables", "solve_block", "tables"]


def solve_block(
    tables: Tables,
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    limit: int = 2,
) -> None:
    """Solve many puzzles of one shape and rules; the GIL is released meanwhile.

    Parameters
    ----------
    tables
        What `tables` returns for the shape and rules.
    puzzles
        The clues, 0 for a blank; shape (n_puzzles, n_cells), C-contiguous.
    solutions
        Set to the first solution of each puzzle, or blanks; same shape.
    counts
        Set to the number of solutions of each, at most `limit`; shape (n_puzzles,).
    limit
        How many solutions to look for. With 0 none is, and nothing is known.

    Raises
    ------
    ShapeError
        If an array has another shape, type or order of cells.
    ClueError
        If a clue is above the number of digits; names the puzzle and cell, from 0.

    Notes
    -----
    Puzzles whose clues clash have no solution. What a call allocates is one stack of grids, of
    ``8 * n_cells`` bytes for each open branch.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> puzzles = np.zeros((2, 16), dtype=np.uint8)
    >>> puzzles[1, :3] = 1, 1, 2
    >>> solutions, counts = np.empty_like(puzzles), np.empty(2, dtype=np.int64)
    >>> solve_block(tables(Shape(2, 2), (Classic(),)), puzzles, solutions, counts, limit=1000)
    >>> counts.tolist()
    [288, 0]
    """
    from sudoku.bitmask.block import solve_each
    from sudoku.bitmask.state import state_of

    n_cells, n = len(tables.houses_of), int(tables.full).bit_length()
    for name, array, shape, dtype in (
        ("puzzles", puzzles, (len(puzzles), n_cells), np.uint8),
        ("solutions", solutions, (len(puzzles), n_cells), np.uint8),
        ("counts", counts, (len(puzzles),), np.int64),
    ):
        if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
            wanted = f"shape {shape}, {np.dtype(dtype)}, C-contiguous"
            raise ShapeError(f"{name} has shape {array.shape}, {array.dtype}; wanted: {wanted}")
    if puzzles.size and puzzles.max() > n:
        puzzle, cell = np.argwhere(puzzles > n)[0].tolist()
        digit = puzzles[puzzle, cell]
        raise ClueError(f"puzzle {puzzle}, cell {cell}: digit {digit} is not between 1 and {n}")
    solve_each(state_of(tables), puzzles, solutions, counts, limit)
