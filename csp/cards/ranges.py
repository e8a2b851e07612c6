"""The numbers with which propagators compute exactly, declared in one place.

Kernels compute with 64-bit integers, which wrap around without a word. So all values of variables,
and all numbers in a model, are below 2^62: any two of them can be added. A propagator that forms
larger numbers says on its card which is the largest one that it or its explanation may form. The
builder asks when a propagator is posted: one that would form a number of 64 bits or more is not
posted if others find the same solutions without it; else the constraint is refused. What other
parts of the library can hold is on the page "Large numbers" of the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from csp.cards.formats import Constants

BELOW = 1 << 63
"""Numbers of 64 bits with a sign are less than this."""

Bounds = Sequence[tuple[int, int]]
"""The least and the greatest value of each variable in a scope."""

Reach = Callable[[Bounds, Constants], int]
"""Returns the largest number that is formed, for the bounds of the scope and the constants."""


def most(bounds: Bounds) -> int:
    """Return the largest absolute value of some variables."""
    return max((max(-low, high) for low, high in bounds), default=0)


def sum_reach(bounds: Bounds, constants: Constants) -> int:
    """Return the sum of all terms and the total, or how far the total is from an end of the sum.

    Bounds are moved by that distance.
    """
    least = greatest = terms = 0
    for c, (low, high) in zip(constants, bounds, strict=False):
        one, other = c * low, c * high
        least += min(one, other)
        greatest += max(one, other)
        terms += max(abs(one), abs(other))
    total = constants[len(bounds)]
    distance = max(abs(total - least), abs(greatest - total))
    return int(max(terms + abs(total), distance + most(bounds) + 1))


def difference_reach(bounds: Bounds, constants: Constants) -> int:
    """Return the sum of all variables and of the first constant, by which they are moved."""
    return sum(most([each]) for each in bounds) + abs(int(constants[0]))


def tasks_reach(bounds: Bounds, constants: Constants) -> int:
    """Return twice the latest time at which tasks end that run one after another."""
    n = len(bounds) // 2
    return 2 * (most(bounds[:n]) + sum(most([each]) for each in bounds[n : 2 * n]))


def are_small(n_variables: int, greatest: int, constants: Constants) -> bool:
    """Return whether numbers are so small that no propagator can form one of 64 bits.

    For n variables, and absolute values below m, the cards of propagators state at most 64 n^2 m^3.
    """
    n, m = max(1, n_variables), 1 + max([greatest, *map(abs, constants)])
    return 64 * n**2 * int(m) ** 3 < BELOW
