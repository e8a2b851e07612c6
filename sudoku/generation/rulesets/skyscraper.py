"""Skyscrapers."""

from dataclasses import dataclass
from itertools import accumulate

from sudoku.generation.rulesets.views import Views


@dataclass(frozen=True)
class Skyscraper(Views):
    """Numbers of visible digits.

    Parameters
    ----------
    views
        The number of clues outside the grid; by default all, at the four sides.
    """

    name = "skyscraper"
    summary = "A clue outside is the number of visible digits, where higher ones hide lower ones."

    def clue(self, digits: list[int]) -> int:
        """Return the number of digits that are higher than all before them."""
        return len(set(accumulate(digits, max)))
