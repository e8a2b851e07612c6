"""The costs of options."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.arguments import each_of
from exactcover.errors import ProblemError
from exactcover.problem.option import Label

Costs = NDArray[np.int64] | NDArray[np.float64]
"""The cost of each option: integers if all are whole, else floats."""

EXACT = 1 << 53
"""Every whole number below this is a float exactly."""


def check_costs(
    costs: Iterable[Any] | Mapping[Any, Any], n_options: int, labels: Sequence[Label] | None
) -> Costs:
    """Return the costs of the options after checking that they are finite numbers.

    The keys of a mapping are labels, or indices if there are no labels; the default cost is 0. The
    sum of the absolute costs must also be finite, so that the cost of no solution overflows.
    """
    if isinstance(costs, Mapping):
        names: Sequence[Label] = range(n_options) if labels is None else labels
        unknown = set(costs) - set(names)
        if unknown:
            raise ProblemError(f"a cost for unknown option {min(unknown, key=repr)!r}")
        values = [costs.get(name, 0) for name in names]
    else:
        values = list(each_of("costs", costs))
        if len(values) != n_options:
            raise ProblemError(f"{len(values)} costs for {n_options} options")
    for index, value in enumerate(values):
        if not is_cost(value):
            raise ProblemError(
                f"option {index} costs {value!r}: "
                "a cost must be a finite number, and one that a float holds exactly"
            )
    checked = np.array([float(value) for value in values], dtype=np.float64)
    _check_sum(checked, labels)
    return checked


def _check_sum(costs: NDArray[np.float64], labels: Sequence[Label] | None) -> None:
    """Raise `ProblemError` if the sum of some costs may exceed the floats."""
    try:
        math.fsum(abs(costs))
    except OverflowError:
        most = int(abs(costs).argmax())
        label = "" if labels is None or labels[most] is None else f" ({labels[most]!r})"
        raise ProblemError(
            f"option {most}{label} costs {costs[most]}: the costs of all options together, "
            "without their signs, must stay below 1.8e308, the largest float"
        ) from None


def total_cost(costs: Costs, options: Sequence[int]) -> float:
    """Return the sum of the costs of options: exact for whole costs, else rounded once.

    >>> total_cost(np.array([0.1, 0.2, 0.3]), [0, 1, 2])
    0.6
    """
    some = costs[list(options)].tolist()
    return sum(some) if costs.dtype.kind == "i" else math.fsum(some)


def is_cost(value: Any) -> bool:
    """Return whether a value may be a cost: a finite number that is exact as a float."""
    if isinstance(value, bool | np.bool_) or not isinstance(
        value, int | float | np.integer | np.floating
    ):
        return False
    try:
        return math.isfinite(value) and float(value) == value
    except OverflowError:
        return False


def simplest(costs: Costs | None) -> Costs | None:
    """Return costs in their normal form: integers if all are whole, None if all are 0.

    >>> simplest(np.array([1.0, 2.0])), simplest(np.zeros(2))
    (array([1, 2]), None)
    """
    if costs is None or not costs.any():
        return None
    if ((costs == np.round(costs)) & (abs(costs) < EXACT)).all():
        return costs.astype(np.int64)
    return np.asarray(costs + 0.0, dtype=np.float64)  # -0.0 becomes 0.0
