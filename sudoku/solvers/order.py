"""In which order a cell's digits are tried."""

from functools import lru_cache

import numpy as np

from exactcover.compiled.types import U32
from exactcover.problem.links import Links
from sudoku.encodings.exact_cover import blank_problem
from sudoku.puzzle.puzzle import Puzzle

__all__ = ["order_of"]


def order_of(links: Links, puzzle: Puzzle) -> U32:
    """Return the digits of each cell in the order that the links of the `blank_problem` give them.

    A seed shuffles the options of the links; without one the digits ascend. The cells are walked
    through in reading order all the same: brute force from cell to random cell meets contradictions
    much too late.

    Returns
    -------
    The digits; shape (n_cells, n), indexed by cell and rank. Not to be changed.
    """
    n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
    if links is blank_problem(puzzle.shape, puzzle.rules).links:
        return _ascending(n_cells, n)
    options = np.argsort(links.node_of)
    by_cell = options[np.argsort(options // n, kind="stable")]
    return (by_cell % n + 1).astype(np.uint32).reshape(n_cells, n)


@lru_cache(maxsize=32)
def _ascending(n_cells: int, n: int) -> U32:
    return np.tile(np.arange(1, n + 1, dtype=np.uint32), (n_cells, 1))
