"""Thermometers over rising digits."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import LineRuleset
from sudoku.geometry.shape import Shape


@dataclass(frozen=True)
class Thermometer(LineRuleset):
    """Thermometers.

    Parameters
    ----------
    lines
        The number of thermometers; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a thermometer.
    """

    name = "thermometer"
    summary = "Digits rise along each line, from its bulb."
    states = "thermometer"

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if a thermometer must have more cells than there are digits."""
        super().check(shape)
        if self.least > shape.n:
            raise self.fail(f"least is {self.least}, but there are only {shape.n} digits")

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether the digit is higher than the last one."""
        return filled.digits[line[-1]] < filled.digits[cell]
