"""Lunchboxes: what lies between the lowest digit and the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.shape import Cells, Shape

__all__ = ["Lunchbox"]


@dataclass(frozen=True)
class Lunchbox(Rule):
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

    cages: Sequence[tuple[int, Sequence[Place]]]

    name = "lunchbox"
    summary = "What lies between the lowest and the highest digit of a box has its sum."

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the boxes with their sums."""
        for told, places in self.cages:
            yield marks.Cage(cells_of(self, shape, places), str(told))

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the cages, in which no digit comes twice."""
        return tuple(House(title, cells) for _, title, cells in self._cells(shape))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for total, title, cells in self._cells(shape):
            yield Constraint(title, cells, _step, _START, partial(_is_between, total))

    def _cells(self, shape: Shape) -> Iterator[tuple[int, str, Cells]]:
        for clue, places in self.cages:
            yield clue, title_of("lunchbox", places[0]), cells_of(self, shape, places)


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
