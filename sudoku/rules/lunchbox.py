"""Lunchboxes: what lies between the lowest digit and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.rules.cages import NumberedCages
from sudoku.rules.constraint import Constraint
from sudoku.rules.sandwich import between
from sudoku.shape import Shape

__all__ = ["Lunchbox"]


@dataclass(frozen=True)
class Lunchbox(NumberedCages):
    """The digits of a box between its lowest and its highest add up to its sum; none comes twice.

    Parameters
    ----------
    cages
        Of each the sum and the cells, in their order along the box.

    Examples
    --------
    >>> (box,) = Lunchbox([(5, [(0, 0), (0, 1), (0, 2), (0, 3)])]).constraints(Shape(3, 3))
    >>> box.allows((7, 5, 2, 3)), box.allows((7, 5, 3, 2))
    (True, False)
    """

    name = "lunchbox"
    summary = "What lies between the lowest and the highest digit of a box has its sum."
    cage = "lunchbox"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for total, title, cells in self.titled(shape):
            if len(cells) == shape.n:  # it holds all digits, so its ends are known
                yield Constraint(title, cells, *between(total, shape.n))
            else:
                yield Constraint(title, cells, _step, _START, partial(_is_between, total))


State = tuple[int, int, int, int, bool]
"""What is known of the digits read so far.

The lowest and the highest; the sums of those between them and of those behind both; and
whether the lowest came last of the two.
"""

_START: State = 0, 0, 0, 0, False


def _step(state: State, digit: int) -> State | None:
    low, high, between, behind, is_low_last = state
    if not low:
        return digit, digit, 0, 0, False
    if low < digit < high:
        return low, high, between, behind + digit, is_low_last
    # A new end comes behind all others. What was that end before may lie between the two now.
    if digit < low:
        return digit, high, behind + (between + low if is_low_last else 0), 0, True
    if digit > high:
        passed = 0 if is_low_last or low == high else between + high
        return low, digit, behind + passed, 0, False
    return None


def _is_between(total: int, state: State) -> bool:
    return state[2] == total
