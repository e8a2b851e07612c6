"""What a rule states beyond houses, exclusions and links: sums, orders, views."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

__all__ = ["Constraint", "Sum", "Weighted"]


def _always(state: Any) -> bool:
    return True


@dataclass(frozen=True)
class Constraint:
    """A condition on the digits of some cells, read one after another.

    Reading starts in a state; each digit leads from one state to the next, or to None where the
    condition is broken; where it ends must be accepted. (A deterministic automaton, as in the
    ``regular`` constraint.) Few states make the condition cheap to search for, however many tuples
    of digits it allows.

    Parameters
    ----------
    title
        What it is called in messages, with its place: ``"arrow at row 1, column 5"``.
    cells
        Different cells, in the order of reading.
    step
        The state after a state and a digit, or None.
    start
        The state before the first digit.
    accepts
        Whether a state may be the last; by default any may.
    is_symmetric
        Whether it matters only which digits stand in the cells, and not in which order.

    References
    ----------
    G. Pesant, "A regular language membership constraint for finite sequences of variables",
    CP 2004.

    Examples
    --------
    >>> rising = Constraint("line", (0, 1, 2), lambda last, d: d if d > last else None)
    >>> rising.allows((1, 3, 4)), rising.allows((1, 3, 3))
    (True, False)
    """

    title: str
    cells: tuple[int, ...]
    step: Callable[[Any, int], Hashable | None]
    start: Hashable = 0
    accepts: Callable[[Any], bool] = _always
    is_symmetric: bool = False

    @classmethod
    def of_table(
        cls, title: str, cells: tuple[int, ...], tuples: Iterable[tuple[int, ...]]
    ) -> Constraint:
        """Return the condition that the digits are one of some tuples.

        Examples
        --------
        >>> Constraint.of_table("pair", (0, 1), [(1, 2), (2, 4)]).allows((2, 4))
        True
        """
        prefixes = {word[:k] for word in tuples for k in range(len(cells) + 1)}
        return cls(title, cells, partial(_grow, prefixes), ())

    @classmethod
    def of_test(
        cls, title: str, cells: tuple[int, ...], allows: Callable[[tuple[int, ...]], bool]
    ) -> Constraint:
        """Return the condition that a test is true of the digits; it is tried on all tuples.

        Examples
        --------
        >>> Constraint.of_test("line", (0, 1), lambda digits: sum(digits) == 4).allows((1, 2))
        False
        """
        return cls(title, cells, lambda read, digit: (*read, digit), (), allows)

    def moved(self, title: str, cells: tuple[int, ...]) -> Constraint:
        """Return the same condition on other cells."""
        twin = copy(self)
        object.__setattr__(twin, "title", title)
        object.__setattr__(twin, "cells", cells)
        return twin

    def allows(self, digits: Iterable[int]) -> bool:
        """Tell whether the digits of all its cells, in order, keep the condition."""
        state: Hashable | None = self.start
        for digit in digits:
            state = self.step(state, digit)
            if state is None:
                return False
        return self.accepts(state)


class Sum(Constraint):
    """The digits of some cells add up to a total, less those of some other cells.

    Those that are taken away come first in `cells`.

    Parameters
    ----------
    title
        What it is called.
    plus
        The cells that are added.
    total
        What they come to.
    minus
        The cells that are taken away.

    Examples
    --------
    >>> Sum("cage", (0, 1, 2), 6).allows((1, 2, 3))
    True
    >>> arrow = Sum("arrow", (0, 1), 0, minus=(5,))
    >>> arrow.cells, arrow.allows((7, 3, 4))
    ((5, 0, 1), True)
    """

    total: int
    n_minus: int

    def __init__(
        self, title: str, plus: tuple[int, ...], total: int, minus: tuple[int, ...] = ()
    ) -> None:
        step, start, accepts = _difference(len(minus), total) if minus else _reading(total)
        super().__init__(title, (*minus, *plus), step, start, accepts, not minus)
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "n_minus", len(minus))

    @property
    def plus(self) -> tuple[int, ...]:
        """The cells that are added."""
        return self.cells[self.n_minus :]

    @property
    def minus(self) -> tuple[int, ...]:
        """The cells that are taken away."""
        return self.cells[: self.n_minus]


class Weighted(Constraint):
    """The digits of some cells, each times its weight, add up to a total.

    Cells are read by their weights, those that count most first.

    Parameters
    ----------
    title
        What it is called.
    weights
        For each cell how often its digit counts; it is taken away where this is negative.
    total
        What they come to.

    Examples
    --------
    >>> number = Weighted("number", {4: 1, 5: 1, 0: -10, 1: -1}, 0)
    >>> number.cells, number.allows((1, 4, 9, 3)), number.allows((1, 4, 9, 4))
    ((0, 4, 5, 1), True, False)
    """

    weights: tuple[int, ...]
    total: int

    def __init__(self, title: str, weights: Mapping[int, int], total: int) -> None:
        cells = tuple(sorted(weights, key=lambda cell: -abs(weights[cell])))
        factors = tuple(weights[cell] for cell in cells)
        super().__init__(
            title, cells, partial(_weigh, factors, _rests(factors)), (0, -total), _is_even
        )
        object.__setattr__(self, "weights", factors)
        object.__setattr__(self, "total", total)


Reading: TypeAlias = tuple[Callable[[Any, int], Hashable | None], Hashable, Callable[[Any], bool]]


def _reading(total: int) -> Reading:
    return partial(_add, total), 0, partial(int.__eq__, total)


def _difference(n_minus: int, total: int) -> Reading:
    return partial(_balance, n_minus), (0, total), _is_even


def _add(total: int, so_far: int, digit: int) -> int | None:
    return so_far + digit if so_far + digit <= total else None


def _balance(n_minus: int, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
    """Read a digit: how many were read of those taken away, and what is left for the others."""
    n_read, left = state
    if n_read < n_minus:
        return n_read + 1, left + digit
    return (n_read, left - digit) if left >= digit else None


def _is_even(state: tuple[int, int]) -> bool:
    return state[1] == 0


def _weigh(
    factors: tuple[int, ...], rests: tuple[int, ...], state: tuple[int, int], digit: int
) -> tuple[int, int] | None:
    """Read a digit: how many were read, and by how much they differ from the total."""
    n_read, more = state
    more += factors[n_read] * digit
    is_missed = rests[n_read] * (more + rests[n_read]) > 0  # the rest can only lead further away
    return None if is_missed else (n_read + 1, more)


def _rests(factors: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each cell by how much those behind it change a sum at least, all to one side.

    Digits are 1 or more. It is 0 where they may change it to either side.
    """
    return tuple(
        sum(rest) if min(rest, default=0) * max(rest, default=0) > 0 else 0
        for rest in (factors[k + 1 :] for k in range(len(factors)))
    )


def _grow(
    prefixes: set[tuple[int, ...]], read: tuple[int, ...], digit: int
) -> tuple[int, ...] | None:
    return (*read, digit) if (*read, digit) in prefixes else None
