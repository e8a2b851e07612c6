"""Lunchboxes: what lies between the lowest digit and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sudoku.rules.cages import NumberedCages
from sudoku.rules.constraint import Constraint
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
            yield Constraint(title, cells, _step, _START, partial(_is_between, total))


class _State(NamedTuple):
    """What is known of the digits read so far.

    The lowest and the highest; the sums of those between them and of those behind both; and
    whether the lowest came last of the two.
    """

    low: int
    high: int
    between: int
    behind: int
    is_low_last: bool


_START = _State(0, 0, 0, 0, False)


def _step(state: _State, digit: int) -> _State | None:
    low, high, between, behind, is_low_last = state
    if not low:
        return _State(digit, digit, 0, 0, False)
    if digit in (low, high):
        return None
    if low < digit < high:
        return state._replace(behind=behind + digit)
    # A new end comes behind all others. What was that end before may lie between the two now.
    if digit < low:
        passed = between + low if is_low_last else 0
        return _State(digit, high, behind + passed, 0, True)
    passed = 0 if is_low_last or low == high else between + high
    return _State(low, digit, behind + passed, 0, False)


def _is_between(total: int, state: _State) -> bool:
    return state.between == total
