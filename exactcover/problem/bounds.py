"""Bounds on the number of times that a primary item is covered."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.errors import ProblemError
from exactcover.problem.option import Item

Bounds = dict[Item, tuple[int, int]]
"""Item -> (low, high), in the order of the problem, for bounds other than (1, 1)."""

ONCE = (1, 1)


def check_bounds(
    bounds: Mapping[Any, Any] | None, primary: tuple[Item, ...], secondary: tuple[Item, ...]
) -> Bounds:
    """Return the bounds that are not (1, 1), after checking each."""
    bounds = {} if bounds is None else bounds
    if not isinstance(bounds, Mapping):
        raise ProblemError(f"bounds is {bounds!r}: give a mapping from item to (low, high)")
    known = set(primary)
    for item, pair in bounds.items():
        if item not in known:
            kind = "secondary" if item in secondary else "unknown"
            raise ProblemError(f"bounds on {kind} item {item!r}: only primary items take them")
        _check_pair(item, pair)
    pairs = {item: tuple(map(int, bounds[item])) for item in primary if item in bounds}
    return {item: (low, high) for item, (low, high) in pairs.items() if (low, high) != ONCE}


def _check_pair(item: Item, pair: Any) -> None:
    """Raise `ProblemError` unless 0 <= low <= high and high > 0."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ProblemError(f"the bounds of item {item!r} are {pair!r}: give a pair (low, high)")
    for bound in pair:
        if isinstance(bound, bool) or not isinstance(bound, int | np.integer):
            raise ProblemError(f"the bounds of item {item!r} are {pair!r}: give whole numbers")
    low, high = pair
    if low < 0:
        raise ProblemError(f"the bounds of item {item!r} are {pair!r}: none may be negative")
    if low > high:
        raise ProblemError(f"the bounds of item {item!r} are {pair!r}: the first is the lower one")
    if high == 0:
        raise ProblemError(f"the bounds of item {item!r} are {pair!r}: it could never be covered")


def lower(bounds: tuple[int, int], times: int) -> tuple[int, int]:
    """Return the bounds that remain when an item has been covered `times` times.

    >>> lower((2, 3), 1), lower((1, 3), 2)
    ((1, 2), (0, 1))
    """
    low, high = bounds
    return max(low - times, 0), high - times


def times(bounds: tuple[int, int]) -> str:
    """Return bounds as text.

    >>> times((2, 3)), times((2, 2)), times((1, 1))
    ('2 to 3 times', '2 times', '1 time')
    """
    low, high = bounds
    if low == high:
        return f"{low} time{'s' * (low != 1)}"
    return f"{low} to {high} times"
