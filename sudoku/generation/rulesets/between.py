"""Between lines over digits that lie between those at the ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import LineRuleset
from sudoku.generation.rulesets.parameters import whole


@dataclass(frozen=True)
class Between(LineRuleset):
    """Between lines.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line, with both ends.
    """

    least: int = whole(3, 3)

    name = "between"
    summary = "The digits on a line lie between those in the circles at its ends."
    states = "between"

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether the inner digits so far are on one side of the first one."""
        first, *inner = filled.digits_of(tuple(line))
        return all(digit < first for digit in inner) or all(digit > first for digit in inner)

    def is_whole(self, filled: Filled, line: Sequence[int]) -> bool:
        """Return whether the inner digits lie between the others."""
        first, *inner, last = filled.digits_of(tuple(line)) if len(line) > 2 else (0, 0, 0)
        return all(min(first, last) < digit < max(first, last) for digit in inner)
