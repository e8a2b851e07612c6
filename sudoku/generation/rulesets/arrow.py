"""Arrows over digits that add up to another one."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import Line, LineRuleset
from sudoku.generation.rulesets.parameters import whole
from sudoku.geometry.shape import Shape
from sudoku.rules.arrow import Arrow as ArrowRule


@dataclass(frozen=True)
class Arrow(LineRuleset):
    """Arrows with a circle of one cell.

    Parameters
    ----------
    lines
        The number of arrows; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of an arrow, with its circle.
    """

    least: int = whole(3, 2)
    most: int = whole(4, 2)

    name = "arrow"
    summary = "The digits on an arrow's shaft add up to the number in its circle."

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether the digits on the shaft do not exceed the one in the circle."""
        circle, *shaft = filled.digits_of([*line, cell])
        return sum(shaft) <= circle

    def is_whole(self, filled: Filled, line: Sequence[int]) -> bool:
        """Return whether the digits on the shaft add up to the one in the circle."""
        circle, *shaft = filled.digits_of(tuple(line))
        return sum(shaft) == circle

    def rule(self, shape: Shape, marks: Sequence[Line]) -> ArrowRule:
        """Return the rule of the arrows."""
        return ArrowRule(tuple((line[:1], line[1:]) for line in marks))
