"""Numbered rooms: the first digit is the number of the cell that holds the clue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class NumberedRoom(Outside):
    """The first digit seen from a clue is the number of the cell that holds the clue.

    Cells are numbered from the clue on.

    Parameters
    ----------
    top, bottom, left, right
        For each column (or row) its clue, or None if it has no clue.

    Examples
    --------
    >>> (view,) = NumberedRoom(left=(4, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 1, 4, 2)), view.allows((2, 1, 4, 3))
    (True, False)
    """

    name = "numbered_room"
    summary = "A clue outside stands in the cell whose number is the first digit seen."
    technique = "numbered_room"
    says = "{clue} stands in the cell whose number is the first digit"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'numbered_room': {where}: {clue} is not 1 to {shape.n}")
            yield Constraint(where, cells, InRoom(clue, len(cells)))


@dataclass(frozen=True)
class InRoom(Reader[int]):
    """The first digit is the number of the cell that holds the clue.

    The state is the number of cells still to be read up to this cell, -1 at first and 0 after it.
    """

    clue: int
    n_cells: int

    start = -1

    def step(self, state: int, digit: int) -> int | None:
        """Read the number of the cell, or the digit of a cell."""
        if state < 0:
            state = digit if digit <= self.n_cells else 0
            if not state:
                return None
        if state == 0:
            return 0
        return None if state == 1 and digit != self.clue else state - 1

    def accepts(self, state: int) -> bool:
        """Return whether the cell with the clue was read."""
        return state == 0
