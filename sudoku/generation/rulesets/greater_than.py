"""Inequality signs between neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.pairs import PairMark, Pairs
from sudoku.geometry.shape import Shape
from sudoku.rules.greater_than import GreaterThan as GreaterThanRule


@dataclass(frozen=True)
class GreaterThan(Pairs):
    """Inequality signs between cells that share an edge.

    Parameters
    ----------
    pairs
        The number of signs; by default there is one between any two neighbours.
    """

    name = "greater_than"
    summary = "Of two cells, the first holds the greater digit."

    def kinds(self, one: int, other: int) -> list[str]:
        """Return the sign; where grids overlap, neighbours may be equal."""
        return [] if one == other else [">" if one > other else "<"]

    def rule(self, shape: Shape, marks: Sequence[PairMark]) -> GreaterThanRule:
        """Return the rule of the signs."""
        return GreaterThanRule(tuple(pair if sign == ">" else pair[::-1] for sign, pair in marks))
