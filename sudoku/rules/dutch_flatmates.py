"""Dutch flatmates: the middle digit is below the lowest or above the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class DutchFlatmates(Rule):
    """Every 5 has a 1 directly above it or a 9 directly below it, or both.

    On other boards, these are the middle, the lowest and the highest digit.

    Examples
    --------
    >>> first, second, *_ = DutchFlatmates().constraints(Shape(3, 3))
    >>> first.allows((5, 9)), first.allows((5, 1)), second.allows((1, 5, 4))
    (True, False, True)
    """

    in_each_grid = of_any_board = True
    name = "dutch_flatmates"
    summary = "Every 5 has a 1 directly above it or a 9 directly below it."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each cell, with those above and below it."""
        for line in shape.columns():
            for k, cell in enumerate(line):
                above, below = line[max(0, k - 1) : k], line[k + 1 : k + 2]
                title = title_of("the flat", shape.position(cell))
                middle = (shape.n + 1) // 2
                reader = Flat(middle, shape.n, bool(above), bool(below))
                mates = [f"{cell_name(shape, other)} is 1" for other in above]
                mates += [f"{cell_name(shape, other)} is {shape.n}" for other in below]
                needs = " or ".join(mates) or "there is a contradiction"
                means = f"If {cell_name(shape, cell)} is {middle}, {needs}"
                yield Constraint(title, (*above, cell, *below), reader, means)


@dataclass(frozen=True)
class Flat(Reader[tuple[bool, ...]]):
    """A middle digit has a 1 above it or the highest digit below it; either cell may be missing.

    The state is (whether the digit above is 1,) after that digit. From the next digit on, its
    second value is True if that digit is not the middle digit, or already has its flatmate.
    """

    middle: int
    highest: int
    has_above: bool
    has_below: bool

    start = ()

    def step(self, state: tuple[bool, ...], digit: int) -> tuple[bool, ...] | None:
        """Read the digit above, the digit of the cell itself, or the digit below."""
        if not state and self.has_above:
            return (digit == 1,)
        if len(state) < 2:
            is_kept = digit != self.middle or (len(state) == 1 and state[0])
            return (True, is_kept) if is_kept or self.has_below else None
        return (True, True) if state[1] or digit == self.highest else None

    def accepts(self, state: tuple[bool, ...]) -> bool:
        """Return whether the middle digit has its flatmate."""
        return state[-1]
