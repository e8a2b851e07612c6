"""Bars between consecutive neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.negative import NegativePairs
from sudoku.generation.rulesets.pairs import PairMark, of_kind
from sudoku.generation.rulesets.parameters import flag
from sudoku.geometry.shape import Shape
from sudoku.rules.consecutive import Consecutive as ConsecutiveRule


@dataclass(frozen=True)
class Consecutive(NegativePairs):
    """Consecutive sudoku.

    Parameters
    ----------
    pairs
        The number of bars, if `negative` is false; by default all that the filled grid has.
    negative
        Whether all bars are given, so that neighbours without a bar are not consecutive.
    """

    negative: bool = flag(True)

    name = "consecutive"
    summary = "Neighbours with a bar between them are consecutive, all others are not."

    def kinds(self, one: int, other: int) -> list[str]:
        """Return the name of a bar if the digits are consecutive."""
        return ["bar"] * (abs(one - other) == 1)

    def rule(self, shape: Shape, marks: Sequence[PairMark]) -> ConsecutiveRule:
        """Return the rule of the bars."""
        return ConsecutiveRule(of_kind(marks, "bar"), self.negative)
