"""X-sums."""

from dataclasses import dataclass

from sudoku.generation.rulesets.views import Views


@dataclass(frozen=True)
class XSum(Views):
    """Sums of the first X digits.

    Parameters
    ----------
    views
        The number of sums; by default all, at the four sides.
    """

    name = "x_sum"
    summary = "A clue outside is the sum of the first X digits, where X is the first of them."

    def clue(self, digits: list[int]) -> int:
        """Return the sum."""
        return sum(digits[: digits[0]])
