"""Renban lines over consecutive digits."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import LineRuleset
from sudoku.generation.rulesets.parameters import whole
from sudoku.geometry.shape import Shape


@dataclass(frozen=True)
class Renban(LineRuleset):
    """Lines of consecutive digits in any order.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line.
    """

    most: int = whole(5, 2)

    name = "renban"
    summary = "The digits on a line are consecutive, in any order, and none comes twice."
    states = "renban"

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if a line must have more cells than there are digits."""
        super().check(shape)
        if self.least > shape.n:
            raise self.fail(f"least is {self.least}, but there are only {shape.n} digits")

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether a line of at most `most` cells can hold these digits."""
        digits = filled.digits_of([*line, cell])
        return len(set(digits)) == len(digits) and max(digits) - min(digits) < self.most

    def is_whole(self, filled: Filled, line: Sequence[int]) -> bool:
        """Return whether the digits, which are different, are consecutive."""
        digits = filled.digits_of(tuple(line))
        return max(digits) - min(digits) == len(digits) - 1
