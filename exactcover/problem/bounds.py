"""Bounds on the number of times that a primary item is covered."""

from collections.abc import Mapping
from math import inf
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.multiplicities import total_units
from exactcover.problem.option import Item
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown

Bounds = dict[Item, tuple[int, int]]
"""Item -> (low, high), in the order of the problem, for bounds other than (1, 1)."""

ONCE = (1, 1)


def open_bounds(bounds: Mapping[Any, Any] | None) -> dict[Item, tuple[int, None]]:
    """Return the bounds that allow any number of covers, of those that `check_bounds` has checked.

    >>> open_bounds({"p": (1, None), "q": (0, 2)})
    {'p': (1, None)}
    """
    pairs = ((item, _pair(item, given)) for item, given in (bounds or {}).items())
    return {item: (low, None) for item, (low, high) in pairs if high is None}


def check_bounds(
    bounds: Mapping[Any, Any] | None,
    primary: tuple[Item, ...],
    secondary: tuple[Item, ...],
    members: NDArray[np.int32] | None = None,
    multiplicities: NDArray[np.int64] | None = None,
) -> Bounds:
    """Return the bounds that are not (1, 1), after checking each.

    An upper bound of None or infinity becomes the number of covers by all options of the item: how
    often it stands in `members` (`Incidence.members`), each time with its multiplicity.
    """
    bounds = {} if bounds is None else bounds
    if not isinstance(bounds, Mapping):
        raise ProblemError(f"bounds is {bounds!r}: give a mapping from item to (low, high)")
    known = set(primary)
    for item in bounds:
        if item not in known:
            kind = "secondary" if item in secondary else "unknown"
            raise ProblemError(f"bounds on {kind} item {shown(item)}: only primary items take them")
    if not bounds:
        return {}
    given = np.zeros(0, dtype=np.int32) if members is None else members
    totals = total_units(given, multiplicities, len(primary) + len(secondary)).tolist()
    checked: Bounds = {}
    for number, item in enumerate(primary):
        if item in bounds:
            low, high = _pair(item, bounds[item])
            high = max(low, totals[number]) if high is None else high
            if (low, high) != ONCE:
                checked[item] = low, high
    return checked


def _pair(item: Item, given: Any) -> tuple[int, int | None]:
    """Return the bounds of an item after checking them; the second is None if there is none."""
    pair = (given, given) if is_whole(given) else given
    if not isinstance(pair, tuple | list | np.ndarray) or len(pair) != 2:
        raise ProblemError(
            f"the bounds of item {shown(item)} are {shown(given)}: "
            "give a pair (low, high), or one number"
        )
    low, high = pair
    is_open = high is None or (isinstance(high, float) and high == inf)
    if not is_whole(low) or not (is_open or is_whole(high)):
        raise ProblemError(
            f"the bounds of item {shown(item)} are {shown(given)}: "
            "give whole numbers, or None as the second for any number"
        )
    if low < 0:
        raise ProblemError(
            f"the bounds of item {shown(item)} are {shown(given)}: none may be negative"
        )
    if not is_open and low > high:
        raise ProblemError(
            f"the bounds of item {shown(item)} are {shown(given)}: the first is the lower one"
        )
    return int(low), None if is_open else int(high)


High = TypeVar("High", int, int | None)


def lower(bounds: tuple[int, High], times: int) -> tuple[int, High]:
    """Return the bounds that remain when an item has been covered `times` times.

    >>> lower((2, 3), 1), lower((1, 3), 2), lower((2, None), 1)
    ((1, 2), (0, 1), (1, None))
    """
    low, high = bounds
    return max(low - times, 0), high if high is None else high - times


def times(bounds: tuple[int, int]) -> str:
    """Return bounds as text.

    >>> times((2, 3)), times((2, 2)), times((1, 1))
    ('2 to 3 times', '2 times', '1 time')
    """
    low, high = bounds
    if low == high:
        return f"{low} time{'s' * (low != 1)}"
    return f"{low} to {high} times"
