"""Entropic lines over digits that are low, middle and high in turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import LineRuleset
from sudoku.rules.entropic import thirds


@dataclass(frozen=True)
class Entropic(LineRuleset):
    """Entropic lines.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line.
    """

    name = "entropic"
    summary = "Any three consecutive cells on a line are of the low, middle and high digits."
    states = "entropic"

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether the digit is in another third than the last two."""
        third = thirds(filled.shape.n)
        last = filled.digits_of(tuple(line[-2:]))
        return third[filled.digits[cell] - 1] not in [third[digit - 1] for digit in last]
