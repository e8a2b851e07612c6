"""The two classes of Warner (2007): singles solve the puzzle, or more of his logic is needed."""

from __future__ import annotations

from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.rating import Rating, Scale

SINGLES = ("naked_single", "hidden_single")
LOGIC = (*SINGLES, "pointing", "naked_pair", "naked_triple", "naked_quad", "claiming")
"""The techniques that Warner's program has: the report also describes hidden pairs."""


class Warner(Scale):
    """Easy: naked and hidden singles solve the puzzle; hard: it needs another of his techniques.

    The other techniques are pointing pairs, naked pairs, triples and quads, and box/line reduction.
    A puzzle that they do not solve is in no class.

    References
    ----------
    D. Warner, "Sudoku solver and generator report" (2007), "Difficulty level".
    """

    name = "warner"
    summary = "Warner (2007): easy if singles solve the puzzle, hard if it needs more of his logic."
    levels = ("easy", "hard")
    score_range = None

    def __init__(self) -> None:
        self._ladder = Ladder(LOGIC)

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        climb = self._ladder.climb(puzzle)
        if not climb.solved:
            return Rating(self.name, None, None, False, "unsolved", climb.counts, climb.remark)
        level = "easy" if climb.counts.keys() <= set(SINGLES) else "hard"
        return Rating(self.name, None, level, True, level, climb.counts, climb.remark)
