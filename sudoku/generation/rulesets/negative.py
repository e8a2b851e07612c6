"""The base class of rulesets with marks between cells, whose absence may have a meaning."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku.generation.rulesets.pairs import Pairs
from sudoku.generation.rulesets.parameters import flag
from sudoku.geometry.shape import Shape


@dataclass(frozen=True)
class NegativePairs(Pairs):
    """The base class of rulesets with a negative constraint.

    Parameters
    ----------
    pairs
        The number of marks; by default all that the filled grid has.
    negative
        Whether all marks are given, so that their absence has a meaning.
    """

    negative: bool = flag(False)

    @property
    def marks_may_go(self) -> bool:
        """Whether single marks can be removed."""
        return not self.negative

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if not all marks are given although they must be."""
        super().check(shape)
        if self.negative and self.pairs is not None:
            raise self.fail("if negative is true, all marks are given: pairs cannot be given")
