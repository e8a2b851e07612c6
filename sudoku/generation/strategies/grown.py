"""From a blank grid, add random candidates until techniques solve the puzzle."""

from __future__ import annotations

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.strategies.by_logic import puzzle_of
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.ratings.bergman import TECHNIQUES
from sudoku.statement.bitsets import digits_of
from sudoku.techniques.finders import pick

LADDER = [name for name, worth in TECHNIQUES.items() if worth < 7]
"""The techniques that look for no chains, which would take seconds on a nearly blank grid."""


class Grown(Strategy):
    """Put random candidates into random cells; techniques refute wrong ones, and solve in the end.

    Techniques do not refute every wrong digit at once. If one stays, the draft has no solution, and
    it is found out only later, when nothing can be added any more: the draft is given up. Redundant
    clues are removed in the end.

    References
    ----------
    I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 5.1:
    the second prototype, dropped because it got into ruts.
    """

    name = "grown"
    summary = "Add random candidates to a blank grid until techniques solve the puzzle."
    most_size = 16

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one after the other."""
        drafts = (grow(judge, rng)[0] for _ in range(size))
        found = [draft for draft in drafts if draft is not None]
        puzzles: Digits = np.array(found, dtype=np.uint8).reshape(-1, judge.n_cells)
        return remove_at_random(judge, puzzles[judge.are_unique(puzzles)], rng)


def grow(judge: Judge, rng: np.random.Generator) -> tuple[Digits | None, int]:
    """Return one draft that techniques solve, or None for a rut; and the number of digits tried.

    A rut: a cell has lost all candidates, so an earlier digit must have been wrong.
    """
    from sudoku.techniques.climb import Climber
    from sudoku.techniques.tables import is_sound

    ladder = pick(LADDER)
    left, n_tried = np.zeros(judge.n_cells, dtype=np.uint8), 0
    refuted = np.zeros(judge.n_cells, dtype=np.uint64)
    solved = Climber(puzzle_of(judge, left))
    while not solved.tables.grid.all():
        blank = np.flatnonzero(solved.tables.grid == 0)
        cell = int(rng.choice(blank))
        digits = list(digits_of(int(solved.tables.cand[cell] & ~refuted[cell])))
        if not digits:
            return None, n_tried
        left[cell] = digit = int(rng.choice(digits))
        n_tried += 1
        trial = Climber(puzzle_of(judge, left))
        trial.count(ladder)
        if is_sound(trial.tables):
            solved = trial
        else:
            left[cell] = 0
            refuted[cell] |= np.uint64(1 << digit - 1)
    return left, n_tried
