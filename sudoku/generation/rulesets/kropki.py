"""Kropki dots."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.negative import NegativePairs
from sudoku.generation.rulesets.pairs import PairMark, of_kind
from sudoku.geometry.shape import Shape
from sudoku.rules.kropki import Kropki as KropkiRule


@dataclass(frozen=True)
class Kropki(NegativePairs):
    """White and black dots.

    Parameters
    ----------
    pairs
        The number of dots; by default all that the filled grid has.
    negative
        Whether all dots are given, so that neighbours without a dot are in neither relation.
    """

    name = "kropki"
    summary = "White dots join consecutive digits, black dots digits of which one is double."

    def kinds(self, one: int, other: int) -> list[str]:
        """Return the colours of a dot between two digits; 1 and 2 have both."""
        low, high = sorted((one, other))
        return ["white"] * (high - low == 1) + ["black"] * (high == 2 * low)

    def rule(self, shape: Shape, marks: Sequence[PairMark]) -> KropkiRule:
        """Return the rule of the dots."""
        return KropkiRule(of_kind(marks, "white"), of_kind(marks, "black"), self.negative)
