"""Modular lines: digits in turn leave different rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.entropic import in_turn
from sudoku.rules.places import Place, cells_of, check_line, freeze, title_of
from sudoku.shape import Shape

__all__ = ["Modular"]


@dataclass(frozen=True)
class Modular(Rule):
    """Any so many cells in turn on a line, as the modulus says, leave different rests by it.

    Parameters
    ----------
    lines
        The cells of each.
    modulus
        What digits are divided by, from 2 up.

    Examples
    --------
    >>> (line,) = Modular([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((1, 5, 9, 4)), line.allows((1, 5, 9, 6))
    (True, False)
    """

    lines: Sequence[Sequence[Place]]
    modulus: int = 3

    name = "modular"
    summary = "Any three cells in turn on a line leave different rests by 3, or by another modulus."

    def __post_init__(self) -> None:
        freeze(self, lines=self.lines)
        if self.modulus < 2:
            raise RuleError(f"rule 'modular': the modulus {self.modulus} is less than 2")

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line), "#8fd3d3")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for line in self.lines:
            check_line(self, line)
            cells = cells_of(self, shape, line)
            title = title_of("modular line", line[0])
            yield in_turn(title, cells, self.modulus, partial(_rest, self.modulus))


def _rest(modulus: int, digit: int) -> int:
    return digit % modulus
