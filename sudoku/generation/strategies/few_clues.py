"""Puzzles with fewer clues than removal alone reaches."""

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.generation.strategies.swapping import swap_clues

ROUNDS = 300
"""The number of variations of each puzzle before it is given up."""
CROSSING = 25
"""The rounds after which puzzles with the most clues are replaced by those with the fewest."""


class FewClues(Strategy):
    """Vary minimal puzzles: replace some clues by others, then remove all redundant clues.

    A variation replaces its puzzle if it does not have more clues. Every `CROSSING` rounds the half
    of the puzzles with the fewest clues replaces the other half. A puzzle is done when it has at
    most the requested number of clues.
    """

    name = "few_clues"
    summary = "Vary minimal puzzles until so few clues are left."
    takes = needs = frozenset({"clues"})
    least_size = 64

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        assert request.clues is not None
        pool = remove_at_random(judge, filled_grids(judge, rng, size), rng)
        done = []
        for k in range(1, ROUNDS + 1):
            varied = remove_at_random(judge, swap_clues(judge, pool.puzzles, rng), rng)
            better = _n_clues(varied.puzzles) <= _n_clues(pool.puzzles)
            pool.replace(np.flatnonzero(better), varied.kept(better))
            is_done = _n_clues(pool.puzzles) <= request.clues
            done.append(pool.kept(is_done))
            pool = pool.kept(~is_done)
            if not len(pool.puzzles):
                break
            if k % CROSSING == 0:
                best = np.argsort(_n_clues(pool.puzzles), kind="stable")
                half = len(best) // 2
                pool.replace(best[len(best) - half :], pool.kept(best[:half]))
        return Made(*map(np.concatenate, zip(*done, strict=True)))


def _n_clues(puzzles: Digits) -> np.ndarray:
    return np.asarray((puzzles != 0).sum(axis=1))
