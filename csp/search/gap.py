"""How far the best value that a search found may be from the best value of all."""

from __future__ import annotations

from typing import Any


def best_bound(search: Any, value: int | None) -> int | None:
    """Return the lower bound that a search for the least value has found, if any.

    Parameters
    ----------
    search
        The search.
    value
        The least value found.
    """
    if search.complete:
        return value
    find = getattr(getattr(search, "engine", None), "least_goal", None)
    bound: int | None = None if find is None else find()
    return bound if value is None or bound is None else min(bound, value)


def gap_of(value: int | None, bound: int | None) -> float | None:
    """Return how far a bound is from a value, as a part of the value without its sign.

    >>> gap_of(200, 190), gap_of(-5, -5), gap_of(0, -1), gap_of(None, 3)
    (0.05, 0.0, inf, None)
    """
    if value is None or bound is None:
        return None
    if value == bound:
        return 0.0
    return abs(value - bound) / abs(value) if value else float("inf")
