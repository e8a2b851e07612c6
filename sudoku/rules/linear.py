"""Readers of linear sums: digits, each times a weight, that add up to a total."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from sudoku.rules.reader import Reader, State

Balance: TypeAlias = tuple[int, int]
"""The number of digits that were read, and a sum so far."""


class Linear(Reader[State]):
    """The base of readers whose digits, each times a weight, add up to `total`."""

    total: int

    @abstractmethod
    def weights(self, n_cells: int) -> tuple[int, ...]:
        """Return the weight of each cell, in the order of reading."""


@dataclass(frozen=True)
class SumTo(Linear[int]):
    """The digits add up to a total.

    Examples
    --------
    >>> SumTo(6).allows((1, 2, 3)), SumTo(6).weights(3)
    (True, (1, 1, 1))
    """

    total: int

    start = 0
    is_symmetric = True

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit to the sum so far."""
        return state + digit if state + digit <= self.total else None

    def accepts(self, state: int) -> bool:
        """Return whether the sum is the total."""
        return state == self.total

    def weights(self, n_cells: int) -> tuple[int, ...]:
        """Return 1 for each cell."""
        return (1,) * n_cells


@dataclass(frozen=True)
class DifferenceOf(Linear[Balance]):
    """The digits of the other cells minus those of the first cells add up to a total.

    Parameters
    ----------
    n_minus
        The number of cells, read first, whose digits are subtracted.
    total
        The sum of the digits of the other cells, minus the sum of these.

    Examples
    --------
    >>> DifferenceOf(1, 0).allows((7, 3, 4)), DifferenceOf(1, 0).weights(3)
    (True, (-1, 1, 1))
    """

    n_minus: int
    total: int

    @property
    def start(self) -> Balance:
        """No digit was read, and the digits that are added must have the total as their sum."""
        return 0, self.total

    def step(self, state: Balance, digit: int) -> Balance | None:
        """Read a digit; the state has the sum that the remaining added cells must have."""
        n_read, left = state
        if n_read < self.n_minus:
            return n_read + 1, left + digit
        return (n_read, left - digit) if left >= digit else None

    def accepts(self, state: Balance) -> bool:
        """Return whether the remaining sum is 0."""
        return state[1] == 0

    def weights(self, n_cells: int) -> tuple[int, ...]:
        """Return -1 for the cells that are subtracted, and 1 for the others."""
        return (-1,) * self.n_minus + (1,) * (n_cells - self.n_minus)


@dataclass(frozen=True)
class WeightedSumTo(Linear[Balance]):
    """The digits, each times its weight, add up to a total.

    Examples
    --------
    >>> number = WeightedSumTo((-10, 1, 1, -1), 0)
    >>> number.allows((1, 4, 9, 3)), number.allows((1, 4, 9, 4))
    (True, False)
    """

    factors: tuple[int, ...]
    total: int

    @property
    def start(self) -> Balance:
        """No digit was read; the state has the sum so far minus the total."""
        return 0, -self.total

    def step(self, state: Balance, digit: int) -> Balance | None:
        """Read a digit; the state has the sum so far minus the total."""
        n_read, more = state
        more += self.factors[n_read] * digit
        rest = self._rests[n_read]
        is_missed = rest * (more + rest) > 0  # the rest can only lead further away
        return None if is_missed else (n_read + 1, more)

    def accepts(self, state: Balance) -> bool:
        """Return whether the sum is the total."""
        return state[1] == 0

    def weights(self, n_cells: int) -> tuple[int, ...]:
        """Return the factors."""
        return self.factors

    @cached_property
    def _rests(self) -> tuple[int, ...]:
        """The least change of the sum by all cells after each cell, if their factors have one sign.

        Every digit is 1 or more. The value is 0 if the factors have both signs, or there are none.
        """
        behind = (self.factors[k + 1 :] for k in range(len(self.factors)))
        return tuple(
            sum(rest) if min(rest, default=0) * max(rest, default=0) > 0 else 0 for rest in behind
        )
