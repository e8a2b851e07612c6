"""Counting circles: a digit in a circle appears in as many circles as its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class CountingCircles(Rule):
    """A digit that is in a circle appears in as many circles as its value.

    Parameters
    ----------
    circles
        The cells.
    less
        The number that is subtracted from a digit to give its value: 1 if values begin at 0.

    Examples
    --------
    >>> of_1, of_2, *_, all = CountingCircles([(0, 0), (0, 1), (5, 5)]).constraints(Shape(3, 3))
    >>> of_2.allows((2, 1, 2)), of_2.allows((2, 1, 3))
    (True, False)
    >>> all.allows((2, 1, 2)), all.allows((2, 2, 2))
    (True, False)
    """

    circles: Sequence[Place]
    less: int = 0

    name = "counting_circles"
    summary = "A digit that is in a circle appears in as many circles as its value."

    def __post_init__(self) -> None:
        freeze(self, circles=self.circles)

    def drawing(self, shape: Shape) -> Iterator[marks.Circle]:
        """Yield the circles."""
        if self.circles:
            yield marks.Circle(cells_of(self, shape, self.circles), fill="none", stroke="#8a8a8a")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a count for each digit, and the constraint that the counts fill all circles."""
        cells = cells_of(self, shape, self.circles)
        for digit in range(1, shape.n + 1):
            number = digit - self.less
            title = f"the circles with {digit}"
            often = "once or " if number == 1 else f"{number} times or " if number > 1 else ""
            means = f"In the circles, {digit} appears {often}not at all"
            yield Constraint(title, cells, NoneOrAll(digit, number), means)
        needed = tuple(digit - self.less for digit in range(1, shape.n + 1))
        means = f"Digits that appear as often as they say fill all {len(cells)} circles"
        yield Constraint("the circles", cells, CirclesFilled(needed, len(cells)), means)


@dataclass(frozen=True)
class NoneOrAll(Reader[int]):
    """A digit appears never or `number` times; the state is how often it was read."""

    digit: int
    number: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Count a digit."""
        state += digit == self.digit
        return state if state <= self.number else None

    def accepts(self, state: int) -> bool:
        """Return whether the digit was read never or `number` times."""
        return state in (0, self.number)


@dataclass(frozen=True)
class CirclesFilled(Reader[int]):
    """The digits that appear, each as often as `needed`, fill all circles.

    The state is the set of digits that were read; bit ``d - 1`` is digit d.
    """

    needed: tuple[int, ...]
    n_circles: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit, unless the digits then need more circles than there are."""
        state |= 1 << digit - 1
        return state if self._circles_of(state) <= self.n_circles else None

    def accepts(self, state: int) -> bool:
        """Return whether the digits need as many circles as there are."""
        return self._circles_of(state) == self.n_circles

    def _circles_of(self, digits: int) -> int:
        return sum(number for k, number in enumerate(self.needed) if digits >> k & 1)
