"""The order in which the digits of a cell are tried."""

from functools import lru_cache

import numpy as np

from exactcover.problem.links import build
from exactcover.runtime.kernels.types import U32
from sudoku.encodings.exact_cover import blank_problem
from sudoku.geometry.candidate_numbers import cell_and_digit
from sudoku.puzzle.puzzle import Puzzle


def digit_order(puzzle: Puzzle, seed: int | None = None) -> U32:
    """Return the digits of each cell in the order in which they are tried.

    With a seed the order is random; without one it is ascending. Brute force always visits the
    cells in reading order: in a random order of cells it would find contradictions much too late.

    Returns
    -------
    The digits; shape (n_cells, n), indexed by cell and rank.
    """
    n_cells, n = puzzle.shape.n_cells, puzzle.shape.n
    if seed is None:
        return _ascending(n_cells, n).copy()
    links = build(blank_problem(puzzle.shape, puzzle.rules), np.random.default_rng(seed))
    options = np.argsort(links.node_of)
    cells, digits = cell_and_digit(options, n)
    by_cell = np.argsort(cells, kind="stable")
    return digits[by_cell].astype(np.uint32).reshape(n_cells, n)


@lru_cache(maxsize=32)
def _ascending(n_cells: int, n: int) -> U32:
    return np.tile(np.arange(1, n + 1, dtype=np.uint32), (n_cells, 1))
