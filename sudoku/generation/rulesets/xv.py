"""X and V between neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.negative import NegativePairs
from sudoku.generation.rulesets.pairs import PairMark, of_kind
from sudoku.geometry.shape import Shape
from sudoku.rules import xv


@dataclass(frozen=True)
class XV(NegativePairs):
    """Signs between digits that add up to 10 or 5.

    Parameters
    ----------
    pairs
        The number of signs; by default all that the filled grid has.
    negative
        Whether all signs are given, so that neighbours without one add up to neither.
    """

    name = "xv"
    summary = "Digits with an X between them add up to 10, those with a V to 5."

    def kinds(self, one: int, other: int) -> list[str]:
        """Return the sign between two digits, if there is one."""
        return {5: ["v"], 10: ["x"]}.get(one + other, [])

    def rule(self, shape: Shape, marks: Sequence[PairMark]) -> xv.XV:
        """Return the rule of the signs."""
        return xv.XV(of_kind(marks, "x"), of_kind(marks, "v"), self.negative)
