"""From a blank grid, add the clues that leave the other cells the most candidates."""

from __future__ import annotations

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.strategies.bottom_up import Drafts, Indices
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy

NEVER = np.float32(1e9)


class LargeCandidates(Strategy):
    """Add the clue that tells least, until there is one solution; then remove redundant clues.

    Of all digits for all blank cells, one is added that excludes the fewest candidates from the
    other blank cells; random draws break ties. A digit that leaves no solution is excluded from its
    cell.

    References
    ----------
    T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 5, idea 1:
    select the next clue so that the candidate sets of the remaining cells stay large.
    """

    name = "large_candidates"
    summary = "Add clues to a blank grid that leave the other cells the most candidates."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        drafts = _Quietest(judge, size, rng)
        rows = np.arange(size)
        while len(rows):
            rows, cells, digits = drafts.add_one(rows)
            counts = judge.count(drafts.puzzles[rows])
            refuted = counts == 0
            drafts.puzzles[rows[refuted], cells[refuted]] = 0
            drafts.keep(rows[~refuted], cells[~refuted], digits[~refuted])
            rows = rows[counts != 1]
        puzzles = drafts.puzzles[judge.are_unique(drafts.puzzles)]
        return remove_at_random(judge, puzzles, rng)


class _Quietest(Drafts):
    """Drafts to which the clue is added that excludes the fewest candidates."""

    def __init__(self, judge: Judge, size: int, rng: np.random.Generator) -> None:
        super().__init__(judge, size, rng)
        self._see = judge.peers.astype(np.float32)

    def add_one(self, rows: Indices) -> tuple[Indices, Indices, Indices]:
        """Add to each of these puzzles the clue that tells least, where one can be added."""
        may = self.may_be[rows] & (self.puzzles[rows] == 0)[:, :, None]
        n_excluded = self._see @ may.astype(np.float32)
        luck = self._rng.random(may.shape, dtype=np.float32)
        worth = np.where(may, n_excluded + luck, NEVER).reshape(len(rows), -1)
        best = worth.argmin(axis=1)
        some = worth[np.arange(len(rows)), best] < NEVER
        rows, (cells, digits) = rows[some], np.divmod(best[some], may.shape[2])
        self.puzzles[rows, cells] = digits + 1
        self.may_be[rows, cells, digits] = False
        return rows, cells, digits
