"""The choice of a scale that gives a puzzle a number, whatever its shape and rules are."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.bergman import Bergman
from sudoku.ratings.ladder import why_not_rated
from sudoku.ratings.rating import Rating, Scale
from sudoku.ratings.variants import Variants
from sudoku.techniques.geometry import geometry


class Automatic(Scale):
    """The rating by "bergman", or by "variants" where the first has no number.

    The rating has the name of the scale that was used. Its remark says why it is not "bergman".

    Examples
    --------
    >>> rating = Automatic().rate(Puzzle.from_text("1234341221434..."))
    >>> rating.scale, rating.text, rating.remark
    ('bergman', '0.99 trivial', 'a score below 1 is in no class')
    """

    name = "auto"
    summary = "The scale bergman; where it has no number, variants."
    score_range = (0.0, inf)
    time_limit = 600.0

    def __init__(self) -> None:
        self._first, self._other = Bergman(), Variants()

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        why = why_not_rated(geometry(puzzle.shape, puzzle.rules))
        if not why:
            rating = self._first.rate(puzzle)
            if rating.value is not None:
                return rating
            why = rating.remark
        remark = f"the scale {self._first.name} has no number for it: {why}"
        return replace(self._other.rate(puzzle), remark=remark)
