"""From a filled grid, copy the clues that propagation does not deduce from those copied before."""

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.removal import is_grouped, remove_at_random, turns_by_digit
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class Deduction(Strategy):
    """Go through the cells of a filled grid in random order; copy the digits not yet deduced.

    A digit is deduced when constraint propagation leaves no other one in its cell. So each digit
    that is not copied follows from those that are, and the grid is the only solution. Propagation
    leaves 33.6 of 81 clues on average; then all clues that can go are removed.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), algorithm 3.3. It does
    not say what GETOPTIONS is; the 30 to 40 clues that it reports are those of propagation.
    """

    name = "deduction"
    summary = "Copy clues from a filled grid that do not follow from those copied before."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        from sudoku.generation.strategies.undeduced import (
            copy_undeduced,  # its kernel imports Numba
        )

        grids = filled_grids(judge, rng, size)
        if is_grouped(judge):
            orbits = tuple((cell,) for cell in range(judge.n_cells))
            order = turns_by_digit(orbits, grids, rng).argsort(axis=1)[:, ::-1].astype(np.uint32)
        else:
            cells = np.arange(judge.n_cells, dtype=np.uint32)
            order = rng.permuted(np.broadcast_to(cells, grids.shape), axis=1)
        return remove_at_random(judge, copy_undeduced(judge, grids, order), rng)
