"""Cells whose digits are lower, or higher, than those of all neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.cells import CellMark, MarkedCells
from sudoku.generation.rulesets.filled import Filled, beside
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule


@dataclass(frozen=True)
class Extremes(MarkedCells):
    """The base class."""

    def rule(self, shape: Shape, marks: Sequence[CellMark]) -> Rule:
        """Return the rule of the marked cells."""
        return rule(self.name, [place for _, place in marks])


@dataclass(frozen=True)
class Minimum(Extremes):
    """Marks of cells that are lower than their neighbours.

    Parameters
    ----------
    cells
        The number of marked cells; by default all that can be marked.
    """

    name = "minimum"
    summary = "Marked cells hold lower digits than their neighbours."

    def kind(self, filled: Filled, cell: int) -> str | None:
        """Return the kind of mark if the cell has the lowest digit."""
        others = filled.digits_of(beside(filled.shape)[cell])
        return "low" if filled.digits[cell] < min(others) else None


@dataclass(frozen=True)
class Maximum(Extremes):
    """Marks of cells that are higher than their neighbours.

    Parameters
    ----------
    cells
        The number of marked cells; by default all that can be marked.
    """

    name = "maximum"
    summary = "Marked cells hold higher digits than their neighbours."

    def kind(self, filled: Filled, cell: int) -> str | None:
        """Return the kind of mark if the cell has the highest digit."""
        others = filled.digits_of(beside(filled.shape)[cell])
        return "high" if filled.digits[cell] > max(others) else None
