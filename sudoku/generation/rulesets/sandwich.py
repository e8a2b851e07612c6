"""Sandwich sums."""

from dataclasses import dataclass

from sudoku.generation.rulesets.views import Views


@dataclass(frozen=True)
class Sandwich(Views):
    """Sums of the digits between the lowest and the highest.

    Parameters
    ----------
    views
        The number of sums; by default all, at the top and at the left.
    """

    name = "sandwich"
    summary = "A clue outside is the sum of the digits between the lowest and the highest."
    sides = ("top", "left")

    def clue(self, digits: list[int]) -> int:
        """Return the sum."""
        start, end = sorted((digits.index(min(digits)), digits.index(max(digits))))
        return sum(digits[start + 1 : end])
