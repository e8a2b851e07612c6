"""The numbers with which propagators compute exactly, declared in one place.

Kernels compute with 64-bit integers, which wrap around without a word. So all values of variables,
and all numbers in a model, are below 2^62: any two of them can be added. A propagator that forms
larger numbers is in `REACH`, with the largest one that it or its explanation may form. The builder
asks when a propagator is posted: one that would form a number of 64 bits or more is not posted if
others find the same solutions without it; else the constraint is refused. What other parts of the
library can hold is on the page "Large numbers" of the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from exactcover.runtime.kernels.types import I64

BELOW = 1 << 63
"""Numbers of 64 bits with a sign are less than this."""

Bounds = Sequence[tuple[int, int]]
"""The least and the greatest value of each variable in a scope."""

Constants = Sequence[Any] | I64

Reach = Callable[[Bounds, Constants], int]
"""Returns the largest number that is formed, for the bounds of the scope and the constants."""


def most(bounds: Bounds) -> int:
    """Return the largest absolute value of some variables."""
    return max((max(-low, high) for low, high in bounds), default=0)


def _linear(bounds: Bounds, constants: Constants) -> int:
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


def _shifted(bounds: Bounds, constants: Constants) -> int:
    """Return the sum of all variables and of the first constant, by which they are moved."""
    return sum(most([each]) for each in bounds) + abs(int(constants[0]))


def _product(bounds: Bounds, constants: Constants) -> int:
    x, y, z = (most([each]) for each in bounds)
    return 2 * max(x * y, z)


def _scalar_product(bounds: Bounds, constants: Constants) -> int:
    result, *others = (most([each]) for each in bounds)
    n = len(others) // 2
    return 3 * max(result, sum(x * y for x, y in zip(others[:n], others[n:], strict=True)))


def _tasks(bounds: Bounds, constants: Constants) -> int:
    """Return twice the latest time at which tasks end that run one after another."""
    n = len(bounds) // 2
    return 2 * (most(bounds[:n]) + sum(most([each]) for each in bounds[n : 2 * n]))


def _precedences(bounds: Bounds, constants: Constants) -> int:
    return _tasks(bounds[: 2 * int(constants[0])], constants)


def _cumulative(bounds: Bounds, constants: Constants) -> int:
    """Return twice the latest end of a task, or twice the sum of all demands and the capacity."""
    n = int(constants[0])
    heights = sum(most([each]) for each in bounds[2 * n :])
    return 2 * max(most(bounds[:n]) + most(bounds[n : 2 * n]), heights)


def _energy(bounds: Bounds, constants: Constants) -> int:
    """Return the energy that tasks can have, and the space for it."""
    n = int(constants[0])
    starts, lengths, heights = bounds[:n], bounds[n : 2 * n], bounds[2 * n :]
    begin, end = min(low for low, _ in starts), max(high for _, high in starts)
    time = end - begin + sum(most([each]) for each in lengths) + 1
    return 8 * time * (sum(most([each]) for each in heights) + 1)


def _sums_of_differences(bounds: Bounds, constants: Constants) -> int:
    return 2 * len(bounds) ** 2 * most(bounds)


def _knapsack_bound(bounds: Bounds, constants: Constants) -> int:
    """Return the sum of the objective and of the weights, each times a number of the other."""
    n = len(bounds) - 1
    _, capacity, constant, *numbers = map(abs, map(int, constants))
    cost, weight = max(numbers[:n]), max(numbers[n:])
    total = sum(most([each]) for each in bounds) + constant + 1
    return 8 * cost * weight * total + 2 * cost * capacity


def are_small(n_variables: int, greatest: int, constants: Constants) -> bool:
    """Return whether numbers are so small that no propagator can form one of 64 bits.

    For n variables, and absolute values below m, functions in `REACH` return at most 64 n^2 m^3.
    """
    n, m = max(1, n_variables), 1 + max([greatest, *map(abs, constants)])
    return 64 * n**2 * int(m) ** 3 < BELOW


REACH: dict[str, Reach] = {
    **dict.fromkeys(
        (
            "linear:equals",
            "linear:less_equal",
            "linear:not_equals",
            "reified:linear_equals",
            "reified:linear_less_equal",
            "sums:sums",
        ),
        _linear,
    ),
    **dict.fromkeys(
        ("absolute:absolute", "equal:equal", "less:less", "reified:equal"),
        _shifted,
    ),
    "cumulative:cumulative": _cumulative,
    "disjunctive:disjunctive": _tasks,
    "energy:energy": _energy,
    "knapsack_bound:knapsack_bound": _knapsack_bound,
    "precedences:precedences": _precedences,
    "product:product": _product,
    "scalar_product:scalar_product": _scalar_product,
    "sums_of_differences:sums_of_differences": _sums_of_differences,
}
"""Propagator -> the largest number that it forms. Others add two numbers of the model at most."""
