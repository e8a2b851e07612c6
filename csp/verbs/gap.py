"""How far the best value that a search found may be from the best value of all."""

from __future__ import annotations


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
