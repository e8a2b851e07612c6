"""Puzzles of a requested difficulty, and with any other wishes."""

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.strategies.search import Search
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class Graded(Strategy):
    """Grade puzzles; vary those nearest to the goal, until one is as requested.

    A variation replaces some clues by others and removes all redundant clues; a puzzle that is too
    difficult may get more clues instead. The puzzles nearest to the goal, old or new, are varied
    next. For easy puzzles, removal stops at a least number of clues. Where a symmetry, a number of
    clues or a pattern is requested, each puzzle on the way has it, too.

    References
    ----------
    I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 4,
    removes clues from a grid only once; Figure 3 shows how seldom this gives the difficulty wanted.
    """

    name = "graded"
    summary = "Vary minimal puzzles until one is as difficult as requested."
    takes = frozenset({"goal", "symmetry", "clues", "pattern"})
    needs = frozenset({"goal"})
    most_size = 16
    tries = 20

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one search each."""
        search = Search(judge, request, rng)
        found = [puzzle for _ in range(size) if (puzzle := search.run()) is not None]
        puzzles: Digits = np.array(found, dtype=np.uint8).reshape(-1, judge.n_cells)
        return Made.decided(puzzles[judge.are_unique(puzzles)])
