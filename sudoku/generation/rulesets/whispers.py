"""German whispers over digits that are far apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import Line, LineRuleset
from sudoku.generation.rulesets.parameters import whole
from sudoku.geometry.shape import Shape
from sudoku.rules.whispers import Whispers as WhispersRule


@dataclass(frozen=True)
class Whispers(LineRuleset):
    """German whispers.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line.
    difference
        The least difference between neighbours; by default half the number of digits, rounded up:
        5 for nine digits.
    """

    difference: int | None = whole(None)

    name = "whispers"
    summary = "Neighbours on a line differ by five or more."

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if no two digits differ so much."""
        super().check(shape)
        if self._difference(shape) >= shape.n:
            raise self.fail(f"difference is {self.difference}, but the highest digit is {shape.n}")

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether the digit differs enough from the last one."""
        gap = abs(filled.digits[line[-1]] - filled.digits[cell])
        return gap >= self._difference(filled.shape)

    def rule(self, shape: Shape, marks: Sequence[Line]) -> WhispersRule:
        """Return the rule of the lines."""
        return WhispersRule(tuple(marks), self._difference(shape))

    def _difference(self, shape: Shape) -> int:
        return (shape.n + 1) // 2 if self.difference is None else self.difference
