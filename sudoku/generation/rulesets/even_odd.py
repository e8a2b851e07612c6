"""Cells with even digits, and cells with odd ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku.generation.rulesets.cells import CellMark, MarkedCells
from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import choice
from sudoku.geometry.shape import Shape
from sudoku.rules.even_odd import EvenOdd as EvenOddRule


@dataclass(frozen=True)
class EvenOdd(MarkedCells):
    """Marks of even and of odd cells.

    Parameters
    ----------
    cells
        The number of marked cells; by default a fifth of all cells.
    parity
        Which cells are marked: "both", "even" or "odd".
    """

    parity: str = choice("both", "both", "even", "odd")

    usual_share = 0.2

    name = "even_odd"
    summary = "Cells with a square hold even digits, cells with a circle odd ones."

    def kind(self, filled: Filled, cell: int) -> str | None:
        """Return the parity of the cell's digit, if it is one that is marked."""
        kind = "odd" if filled.digits[cell] % 2 else "even"
        return kind if self.parity in (kind, "both") else None

    def rule(self, shape: Shape, marks: Sequence[CellMark]) -> EvenOddRule:
        """Return the rule of the marks."""
        even, odd = ([place for kind, place in marks if kind == name] for name in ("even", "odd"))
        return EvenOddRule(even, odd)
