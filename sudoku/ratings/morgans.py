"""The three classes of Morgans (2020), by the largest preemptive set that is needed."""

from __future__ import annotations

from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.rating import Rating, Scale


class Morgans(Scale):
    """Easy: naked and hidden singles; medium: preemptive sets of up to three cells; hard: others.

    A preemptive set is a naked subset: k cells of a house that have k candidates together. A hidden
    subset is the complement of a naked one in its house, and counts by the size of that one.

    References
    ----------
    T. Morgans, "Automatic puzzle solving" (2020), section 5.3.
    """

    name = "morgans"
    summary = "Morgans (2020): the class of the largest preemptive set that is needed."
    levels = ("easy", "medium", "hard")
    score_range = None

    def __init__(self) -> None:
        self._ladder = Ladder(["naked_single", "hidden_single", "naked_pair", "naked_triple"])

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        climb = self._ladder.climb(puzzle)
        solved, counts = climb.solved, climb.counts
        has_sets = not counts.keys().isdisjoint(("naked_pair", "naked_triple"))
        level = "hard" if not solved else "medium" if has_sets else "easy"
        return Rating(self.name, None, level, solved, level, counts, climb.remark)
