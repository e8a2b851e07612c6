"""The clues of filled grids that constraint propagation does not deduce from those before them."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U32, U64
from sudoku.generation.batch_counts import Digits, Judge
from sudoku.solvers.assigning import BIT, ONE, Position, restrict
from sudoku.statement.layout import layout


def copy_undeduced(judge: Judge, grids: Digits, order: U32) -> Digits:
    """Return for each grid the clues that propagation does not deduce from those copied before.

    Propagation is that of Mychaskiw (2014), algorithms 2.2 and 2.3: if a cell has one candidate,
    its peers lose it, and a digit with one place left in a house is placed there.

    Parameters
    ----------
    judge
        Of the grids' shape and rules. Besides houses, pairs of cells that differ and barred digits
        are used.
    grids
        Filled grids, one a row.
    order : array (n_grids, n_cells), uint32
        The cells of each grid, in the order in which they are examined.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> grid = np.array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]], dtype=np.uint8)
    >>> in_rows = np.arange(16, dtype=np.uint32)[None]
    >>> copy_undeduced(Judge(Shape(2, 2), (Classic(),)), grid, in_rows).tolist()
    [[1, 2, 3, 0, 3, 0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0]]
    """
    made = layout(judge.shape, judge.rules, with_links=True)
    n_cells = judge.n_cells
    position = Position(
        made,
        np.ascontiguousarray(order),
        np.zeros((1, n_cells), dtype=np.uint64),
        np.zeros(0, dtype=np.uint32),
        np.zeros(0, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint64),
        np.zeros(n_cells, dtype=np.uint32),
        np.zeros(6, dtype=np.uint64),
    )
    puzzles = np.zeros_like(grids)
    copy_each(position, grids, puzzles)
    return puzzles


@kernel
def copy_each(position: Position, grids: Digits, puzzles: Digits) -> None:
    """Copy the clues of all grids, in the order that the position has for each."""
    cand: U64 = position.cand[0]
    for k in range(np.uint32(len(grids))):
        for cell in range(np.uint32(len(cand))):
            cand[cell] = position.layout.allowed[cell]
        for turn in range(np.uint32(len(cand))):
            cell = position.order[k, turn]
            if cand[cell] & (cand[cell] - BIT) != 0:
                puzzles[k, cell] = grids[k, cell]
                restrict(position, cand, cell, BIT << np.uint64(grids[k, cell] - ONE))
