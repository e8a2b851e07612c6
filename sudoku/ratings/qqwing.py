"""QQWing's four classes, by its own techniques."""

from __future__ import annotations

from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.rating import Rating, Scale

CLASSES = {
    "naked_single": "simple",
    "hidden_single": "easy",
    "naked_pair": "intermediate",
    "pointing": "intermediate",
    "claiming": "intermediate",
    "hidden_pair": "intermediate",
}
"""Its techniques in the order in which it tries them, and the class of puzzles that need each."""
GUESS = "expert"
"""QQWing guesses if these techniques do not solve a puzzle."""


class QQWing(Scale):
    """By the hardest technique: naked single, hidden single, pair or intersection, guess.

    References
    ----------
    S. Ostermiller and J. Redman, QQWing, a program.
    """

    name = "qqwing"
    summary = "QQWing: by the hardest of its techniques, the last of which is a guess."
    levels = (*dict.fromkeys(CLASSES.values()), GUESS)
    score_range = None

    def __init__(self) -> None:
        self._ladder = Ladder(CLASSES)

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        climb = self._ladder.climb(puzzle)
        solved, counts = climb.solved, climb.counts
        used = [CLASSES[name] for name in counts]
        level = max(used, key=self.levels.index, default="simple") if solved else GUESS
        remark = "" if solved else f"{climb.remark}, where QQWing guesses"
        return Rating(self.name, None, level, solved, level, counts, remark)
