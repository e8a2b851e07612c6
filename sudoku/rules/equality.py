"""Equality cages: as many even digits as odd ones, as many low as high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader

State = tuple[int, int]


@dataclass(frozen=True)
class Equality(Rule):
    """A cage holds as many even digits as odd, as many low as high, and none comes twice.

    If the number of digits is odd, the middle digit is neither low nor high, and is in no cage.

    Parameters
    ----------
    cages
        The cells of each cage.

    Examples
    --------
    >>> (cage,) = Equality([[(0, 0), (0, 1)]]).constraints(Shape(3, 3))
    >>> cage.allows((2, 9)), cage.allows((2, 3)), cage.allows((4, 5))
    (True, False, False)
    """

    cages: Sequence[Sequence[Place]]

    name = "equality"
    summary = "A cage holds as many even digits as odd, as many low as high, and none twice."
    marks_in = MappingProxyType({"cages": "equality cage"})

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages."""
        for group in self.groups(shape):
            yield marks.Cage(group.cells, "=")

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the cages, in which no digit comes twice."""
        return tuple(
            House(title_of("equality cage", places[0]), cells_of(self, shape, places))
            for places in self.cages
        )

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for title, cells in self.groups(shape):
            means = "{cells} hold as many even digits as odd, as many low as high, and none twice"
            yield Constraint(title, cells, Balanced(shape.n), means)


@dataclass(frozen=True)
class Balanced(Reader[State]):
    """As many digits are even as odd, and as many low as high; none is the middle one of n.

    The state has the numbers of odd minus even digits, and of high minus low digits.
    """

    n: int

    start = (0, 0)
    is_symmetric = True

    def step(self, state: State, digit: int) -> State | None:
        """Count a digit."""
        odd, high = state
        if 2 * digit == self.n + 1:
            return None
        return odd + (1 if digit % 2 else -1), high + (1 if 2 * digit > self.n else -1)

    def accepts(self, state: State) -> bool:
        """Return whether there are as many of each."""
        return state == (0, 0)
