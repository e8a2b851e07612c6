"""Modular lines: consecutive cells have different remainders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.entropic import InTurn
from sudoku.rules.lines import Lines
from sudoku.rules.places import title_of


@dataclass(frozen=True)
class Modular(Lines):
    """Any consecutive cells on a line, `modulus` of them, have different remainders.

    Parameters
    ----------
    lines
        The cells of each line, in order.
    modulus
        The number by which digits are divided, 2 or more.

    Examples
    --------
    >>> (line,) = Modular([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((1, 5, 9, 4)), line.allows((1, 5, 9, 6))
    (True, False)
    """

    modulus: int = 3

    name = "modular"
    summary = "Any three consecutive cells on a line differ modulo 3; likewise for other moduli."
    technique = "modular_line"
    marks_in = MappingProxyType({"lines": "modular line"})
    colour = "#8fd3d3"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.modulus < 2:
            raise RuleError(f"rule 'modular': the modulus {self.modulus} is less than 2")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            title = f"modular line {span(shape, constraint.cells)}"
            start = cell_name(shape, constraint.cells[0])
            number = "three" if self.modulus == 3 else self.modulus
            means = (
                f"On the line from {start}, any {number} cells in a row differ modulo "
                f"{self.modulus}"
            )
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            reader = InTurn(self.modulus, remainders(shape.n, self.modulus))
            yield Constraint(title_of("modular line", start), cells, reader)


def remainders(n: int, modulus: int) -> tuple[int, ...]:
    """Return the remainder of each digit.

    Examples
    --------
    >>> remainders(4, 3)
    (1, 2, 0, 1)
    """
    return tuple(digit % modulus for digit in range(1, n + 1))
