"""Puzzles with fewer clues than removal alone comes to."""

import numpy as np

from sudoku.fill import filled_grids
from sudoku.judge import Digits, Judge
from sudoku.strategies.removal import remove_at_random
from sudoku.strategies.strategy import Strategy, Wish
from sudoku.strategies.swapping import swap_clues

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

    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Digits:
        """Try to make so many puzzles, side by side."""
        assert wish.clues is not None
        puzzles = remove_at_random(judge, filled_grids(judge, rng, size), rng)
        done = [puzzles[:0]]
        for k in range(1, ROUNDS + 1):
            varied = remove_at_random(judge, swap_clues(judge, puzzles, rng), rng)
            better = _n_clues(varied) <= _n_clues(puzzles)
            puzzles[better] = varied[better]
            is_done = _n_clues(puzzles) <= wish.clues
            done.append(puzzles[is_done])
            puzzles = puzzles[~is_done]
            if not len(puzzles):
                break
            if k % CROSSING == 0:
                best = np.argsort(_n_clues(puzzles), kind="stable")
                half = len(best) // 2
                puzzles[best[len(best) - half :]] = puzzles[best[:half]]
        return np.concatenate(done)


def _n_clues(puzzles: Digits) -> np.ndarray:
    return np.asarray((puzzles != 0).sum(axis=1))
