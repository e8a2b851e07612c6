"""Rellik cages: a number that no digits of the cage add up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.cages import NumberedCages
from sudoku.rules.constraint import Constraint
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Rellik(NumberedCages):
    """No nonempty subset of the digits of a cage adds up to its number; no digit is repeated.

    Parameters
    ----------
    cages
        For each cage the number and the cells.

    Examples
    --------
    >>> (cage,) = Rellik([(8, [(0, 0), (0, 1), (0, 2)])]).constraints(Shape(3, 3))
    >>> cage.allows((9, 6, 4)), cage.allows((1, 7, 9)), cage.allows((8, 1, 2))
    (True, False, False)
    """

    name = "rellik"
    summary = "No digits of a cage, one or more, add up to its number, and none comes twice."
    marks_in = MappingProxyType({"cages": "rellik cage"})
    cage = "rellik cage"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for total, title, cells in self.titled(shape):
            if total < 1:
                raise RuleError(f"rule 'rellik': {title}: the number is 1 or more, not {total}")
            means = f"No digits of {{cells}}, one or more, add up to {total}"
            yield Constraint(title, cells, NoSubsetSum(total), means)


@dataclass(frozen=True)
class NoSubsetSum(Reader[int]):
    """No nonempty subset of the digits adds up to a total; the state has all sums as bits."""

    total: int

    start = 1
    is_symmetric = True

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit to all sums so far."""
        state = (state | state << digit) & (2 << self.total) - 1
        return None if state >> self.total else state
