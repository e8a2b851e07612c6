"""Lunchboxes: the sum between the lowest digit and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.rules.cages import NumberedCages
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import freeze
from sudoku.rules.reader import Reader
from sudoku.rules.sandwich import BetweenEnds


@dataclass(frozen=True)
class Lunchbox(NumberedCages):
    """The digits of a box between its lowest and its highest add up to its sum; none comes twice.

    Parameters
    ----------
    cages
        For each box the sum and the cells, in their order along the box.
    less
        How much less each digit counts in the sum: 1 if digits stand for values from 0.

    Examples
    --------
    >>> (box,) = Lunchbox([(5, [(0, 0), (0, 1), (0, 2), (0, 3)])]).constraints(Shape(3, 3))
    >>> box.allows((7, 5, 2, 3)), box.allows((7, 5, 3, 2))
    (True, False)
    """

    less: int = 0

    name = "lunchbox"
    summary = "The digits of a box between its lowest and its highest add up to its sum."
    marks_in = MappingProxyType({"cages": "lunchbox"})
    cage = "lunchbox"

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, less=self.less)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for total, title, cells in self.titled(shape):
            less = f", each counted as {self.less} less" if self.less else ""
            between = "between the lowest and the highest"
            means = f"The digits of {{cells}} {between}{less} add up to {total}"
            if len(cells) == shape.n:  # it holds all digits, so its ends are known
                yield Constraint(title, cells, BetweenEnds(total, shape.n, self.less), means)
            else:
                lowest, highest = shape.n - len(cells) + 1, len(cells)
                reader = BetweenLowAndHigh(lowest, highest, total, self.less)
                yield Constraint(title, cells, reader, means)


State = tuple[int, int, int, int, bool]
"""The lowest and the highest digit, two sums, and whether the lowest was read after the highest.

As long as no digit was read that can be the lowest (the highest), the digit just outside of the
possible range takes its place. The sums are those of the digits between these two, and of the
digits after the last of them.
"""


@dataclass(frozen=True)
class BetweenLowAndHigh(Reader[State]):
    """The digits between the lowest and the highest one, which all differ, add up to a total.

    Parameters
    ----------
    lowest, highest
        The lowest of the digits is at most `lowest`, and the highest is at least `highest`; both
        follow from the number of cells.
    total
        The sum.
    less
        How much less each digit counts in the sum.
    """

    lowest: int
    highest: int
    total: int
    less: int = 0

    @property
    def start(self) -> State:
        """Neither end was read."""
        return self.lowest + 1, self.highest - 1, 0, 0, False

    @property
    def decisive(self) -> tuple[int, ...]:
        """The two ends."""
        return self.lowest, self.highest

    def step(self, state: State, digit: int) -> State | None:
        """Read a digit: a new end, or one between the ends or after them."""
        low, high, between, behind, is_low_last = state
        has_low, has_high = low <= self.lowest, high >= self.highest
        is_low = digit <= self.lowest and digit < low
        is_high = digit >= self.highest and digit > high
        if not (has_low or has_high):
            ends = digit if is_low else low, digit if is_high else high
            return *ends, 0, 0, is_low and not is_high
        # A new end is read after all others. The previous end may now lie between the two ends.
        if is_low:
            passed = between + low - self.less if is_low_last else 0
            return digit, high, behind + passed if has_high else 0, 0, True
        if is_high:
            passed = 0 if is_low_last or low == high else between + high - self.less
            return low, digit, behind + passed if has_low else 0, 0, False
        if (has_low and digit == low) or (has_high and digit == high):
            return None
        return low, high, between, behind + digit - self.less, is_low_last

    def accepts(self, state: State) -> bool:
        """Return whether the digits between the ends have the sum."""
        return state[2] == self.total

    def transitions(self) -> BetweenLowAndHigh:
        """Return the reader for the total 0: boxes of any total have the same steps."""
        return replace(self, total=0)
