"""Quadruples: digits that must be among the four cells around a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import listed
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.contains import Includes
from sudoku.rules.places import Place, cells_of, freeze, title_of


@dataclass(frozen=True)
class Quadruple(Rule):
    """The digits in a circle stand in the four cells around it.

    Parameters
    ----------
    circles
        For each circle its digits and the upper left one of its four cells. A digit that is given
        twice appears at least twice.

    Examples
    --------
    >>> (circle,) = Quadruple([((1, 1, 5), (0, 0))]).constraints(Shape(3, 3))
    >>> circle.cells, circle.allows((1, 5, 7, 1)), circle.allows((1, 5, 7, 8))
    ((0, 1, 9, 10), True, False)
    """

    circles: Sequence[tuple[Sequence[int], Place]]

    name = "quadruple"
    summary = "The digits in a circle stand in the four cells around it."
    technique = "quadruple"
    marks_in = MappingProxyType({"circles": "quadruple"})

    def __post_init__(self) -> None:
        freeze(self, circles=self.circles)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the circles with their digits."""
        for digits, (row, column) in self.circles:
            square = [(row + i, column + j) for i in range(2) for j in range(2)]
            lines = [" ".join(map(str, digits[k : k + 2])) for k in range(0, len(digits), 2)]
            yield marks.Dot(cells_of(self, shape, square), "\n".join(lines), size=46)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each circle: the four cells contain its digits."""
        for digits, (row, column) in self.circles:
            title = title_of("quadruple", (row, column))
            if not 0 < len(digits) <= 4 or not all(0 < digit <= shape.n for digit in digits):
                raise RuleError(f"rule 'quadruple': {title}: {digits} are not one to four digits")
            square = [(row + i, column + j) for i in range(2) for j in range(2)]
            cells = cells_of(self, shape, square)
            verb = "stand" if len(digits) > 1 else "stands"
            means = f"By the circle, {listed(digits)} {verb} in {{cells}}"
            reader = Includes(tuple(sorted(digits)), 4 - len(digits))
            yield Constraint(title, cells, reader, means)
