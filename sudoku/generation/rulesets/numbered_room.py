"""Numbered rooms."""

from dataclasses import dataclass

from sudoku.generation.rulesets.views import Views


@dataclass(frozen=True)
class NumberedRoom(Views):
    """Numbered rooms.

    Parameters
    ----------
    views
        The number of clues outside the grid; by default all, at the four sides.
    """

    name = "numbered_room"
    summary = "A clue outside stands in the cell whose number is the first digit seen."

    def clue(self, digits: list[int]) -> int:
        """Return the digit in the cell whose number is the first digit."""
        return digits[digits[0] - 1]
