"""Resources: the tasks of what is posted for machines, shared resources, and rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from csp.propagators.registry import CUMULATIVE, NO_OVERLAP

if TYPE_CHECKING:
    from csp.cards.linear_comparisons import Bounds
    from csp.model.posted_records import Propagator


class Resource(NamedTuple):
    """The variables of the tasks that share a resource, and their least demands."""

    capacity: int
    starts: Sequence[int]
    durations: Sequence[int]
    demands: Sequence[int]


class Rectangles(NamedTuple):
    """The variables of rectangles that do not overlap.

    Attributes
    ----------
    x, width, y, height
        For each rectangle, its least coordinate and its size in each direction.
    """

    x: Sequence[int]
    width: Sequence[int]
    y: Sequence[int]
    height: Sequence[int]


def resource_of(each: Propagator, bounds: Bounds) -> Resource | None:
    """Return the tasks of a propagator, or None if it is of another kind."""
    if each.function == NO_OVERLAP:
        n = len(each.scope) // 2
        return Resource(1, each.scope[:n], each.scope[n:], [1] * n)
    if each.function == CUMULATIVE:
        n = len(each.scope) // 3
        demands = [bounds(v)[0] for v in each.scope[2 * n : 3 * n]]
        capacity = bounds(each.scope[-1])[1]
        return Resource(capacity, each.scope[:n], each.scope[n : 2 * n], demands)
    return None
