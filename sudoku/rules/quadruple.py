"""Quadruples: digits that must be among the four cells around a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of

__all__ = ["Quadruple", "strike"]


@dataclass(frozen=True)
class Quadruple(Rule):
    """The digits in a circle stand in the four cells around it.

    Parameters
    ----------
    circles
        Of each the digits, where one that is given twice stands twice, and the upper left cell.

    Examples
    --------
    >>> (circle,) = Quadruple([((1, 1, 5), (0, 0))]).constraints(Shape(3, 3))
    >>> circle.cells, circle.allows((1, 5, 7, 1)), circle.allows((1, 5, 7, 8))
    ((0, 1, 9, 10), True, False)
    """

    circles: Sequence[tuple[Sequence[int], Place]]

    name = "quadruple"
    summary = "The digits in a circle stand in the four cells around it."

    def __post_init__(self) -> None:
        freeze(self, circles=self.circles)

    def drawing(self, shape: Shape) -> Iterator[marks.Dot]:
        """Yield the circles with their digits."""
        for digits, (row, column) in self.circles:
            square = [(row + i, column + j) for i in range(2) for j in range(2)]
            lines = [" ".join(map(str, digits[k : k + 2])) for k in range(0, len(digits), 2)]
            yield marks.Dot(cells_of(self, shape, square), "\n".join(lines), size=46)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield that the digits of each circle are there."""
        for digits, (row, column) in self.circles:
            title = title_of("quadruple", (row, column))
            if not 0 < len(digits) <= 4 or not all(0 < digit <= shape.n for digit in digits):
                raise RuleError(f"rule 'quadruple': {title}: {digits} are not one to four digits")
            square = [(row + i, column + j) for i in range(2) for j in range(2)]
            cells = cells_of(self, shape, square)
            step = partial(strike, 4 - len(digits))
            yield Constraint(title, cells, step, (0, tuple(sorted(digits))), is_symmetric=True)


def strike(
    n_free: int, state: tuple[int, tuple[int, ...]], digit: int
) -> tuple[int, tuple[int, ...]] | None:
    """Strike a digit off those that are wanted; so many cells may hold another.

    Examples
    --------
    >>> strike(2, (0, (1, 5)), 5), strike(0, (0, (1, 5)), 6)
    ((0, (1,)), None)
    """
    n_others, wanted = state
    if digit in wanted:
        at = wanted.index(digit)
        return n_others, wanted[:at] + wanted[at + 1 :]
    return (n_others + 1, wanted) if n_others < n_free else None
