"""Puzzles with fewer clues than removal alone comes to."""

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Digits, Judge
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, Strategy, Wish
from sudoku.generation.strategies.swapping import swap_clues

ROUNDS = 300
"""Variations of each puzzle before it is given up."""
CROSSING = 25
"""After so many rounds, puzzles with the most clues make room for those with the fewest."""


class FewClues(Strategy):
    """Vary minimal puzzles: take some clues away, put others there, take what can go.

    A variation with no more clues than before is taken over. Now and then the better half of the
    puzzles replaces the worse one. With `clues`, a puzzle that comes down to them is done.
    """

    name = "few_clues"
    summary = "Vary minimal puzzles until so few clues are left."
    takes = needs = frozenset({"clues"})
    least_size = 64

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Made:
        """Try to make so many puzzles, side by side."""
        assert wish.clues is not None
        pool = remove_at_random(judge, filled_grids(judge, rng, size), rng)
        done = []
        for k in range(1, ROUNDS + 1):
            varied = remove_at_random(judge, swap_clues(judge, pool.puzzles, rng), rng)
            better = _n_clues(varied.puzzles) <= _n_clues(pool.puzzles)
            pool.replace(np.flatnonzero(better), varied.kept(better))
            is_done = _n_clues(pool.puzzles) <= wish.clues
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
