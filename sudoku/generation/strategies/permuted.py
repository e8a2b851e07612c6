"""Puzzles of one filled grid, whose rows, columns and digits are permuted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sudoku.errors import RuleError
from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.fill import renamed
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.geometry.shape import Shape
from sudoku.rules.classic import Classic

Indices = npt.NDArray[np.intp]


class Permuted(Strategy):
    """Permute a filled grid so that it stays valid, and remove its redundant clues.

    Bands, stacks, the rows of a band, the columns of a stack and the digits are permuted, and
    square boxes may be transposed. All puzzles come from one grid, whose rows are shifted copies of
    the first, so their filled grids are essentially the same: one of the 5,472,730,538 kinds that
    Morgans (2020) quotes.

    References
    ----------
    The blog post on generating puzzles with dancing links names it as an alternative: begin with a
    sudoku, and swap rows and columns.
    """

    name = "permuted"
    summary = "Permute the rows, columns and digits of one filled grid; remove redundant clues."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        return remove_at_random(judge, permuted_grids(judge, rng, size), rng)


def permuted_grids(judge: Judge, rng: np.random.Generator, size: int) -> Digits:
    """Return filled grids that are permutations of one grid, one a row.

    Raises
    ------
    RuleError
        If the rules are not the classic ones, so that a permuted grid may violate them.

    Examples
    --------
    >>> judge = Judge(Shape(2, 2), (Classic(),))
    >>> grids = permuted_grids(judge, np.random.default_rng(1), 100)
    >>> bool(judge.are_unique(grids).all()), len(np.unique(grids, axis=0)) > 30
    (True, True)
    """
    shape = judge.shape
    if judge.rules != (Classic(),) or type(shape) is not Shape:
        raise RuleError("the strategy permuted is for the classic rules on one board alone")
    p, q, n = shape.p, shape.q, shape.n
    lines = np.arange(n)
    first = (p * (lines % q) + lines // q)[:, None] + lines
    grids = np.empty((size, n, n), dtype=np.uint8)
    for k in range(size):
        grid = first[_order(q, p, rng)][:, _order(p, q, rng)] % n + 1
        grids[k] = grid.T if p == q and rng.random() < 0.5 else grid
    return renamed(grids.reshape(size, n * n), n, rng)


def _order(length: int, number: int, rng: np.random.Generator) -> Indices:
    """Return an order of lines that keeps `number` groups of `length` lines together."""
    groups = np.argsort(rng.random((number, length)), axis=1)
    groups += length * np.arange(number)[:, None]
    return np.asarray(groups[rng.permutation(number)].ravel())
