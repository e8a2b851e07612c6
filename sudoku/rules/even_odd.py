"""Cells with even digits, and cells with odd ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, freeze
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class EvenOdd(Rule):
    """Some cells hold even digits, and some odd ones.

    Parameters
    ----------
    even, odd
        The cells.

    Examples
    --------
    >>> list(EvenOdd(even=[(0, 0)]).exclusions(Shape(2, 2)))
    [((0, 1),), ((0, 3),)]
    """

    even: Sequence[Place] = ()
    odd: Sequence[Place] = ()

    name = "even_odd"
    summary = "Cells with a square hold even digits, cells with a circle odd ones."
    marks_in = MappingProxyType({"even": "even cell", "odd": "odd cell"})

    def __post_init__(self) -> None:
        freeze(self, even=self.even, odd=self.odd)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield a square in each even cell, and a circle in each odd one."""
        if self.even:
            yield marks.Square(cells_of(self, shape, self.even))
        if self.odd:
            yield marks.Circle(cells_of(self, shape, self.odd))

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Bar the digits of the other kind."""
        for places, barred in ((self.even, 1), (self.odd, 2)):
            for cell in cells_of(self, shape, places) if places else ():
                for digit in range(barred, shape.n + 1, 2):
                    yield ((cell, digit),)


@dataclass(frozen=True)
class EvenCount(Reader[int]):
    """So many of the digits are even; the state has the number of them so far.

    Examples
    --------
    >>> EvenCount(1).allows((1, 4, 3)), EvenCount(1).allows((2, 4, 3))
    (True, False)
    """

    number: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Count an even digit."""
        state += digit % 2 == 0
        return state if state <= self.number else None

    def accepts(self, state: int) -> bool:
        """Return whether there were so many."""
        return state == self.number
