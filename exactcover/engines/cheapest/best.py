"""The costs of the k best covers found, and the upper bound that they give."""

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import I64, Unsigned

ONE = np.uint64(1)
UNBOUNDED = 1 << 62
"""A cost above that of every cover."""
NEVER = np.int64(UNBOUNDED)
"""The same for kernels."""


class Best(NamedTuple):
    """The costs of the best covers found.

    ====== ============ =========================================================
    array  shape, int64 holds
    ====== ============ =========================================================
    costs  (k,)         a heap of the costs of the k best covers, the highest
                        first; NEVER for those that are not found yet
    limit  (1,)         only covers that cost less than this are searched
    ====== ============ =========================================================

    `unit` is that of `exactcover.engines.cheapest.scaling.Scaled`: where it is less than 1, covers
    are searched that cost a little more than those found.
    """

    costs: I64
    limit: I64
    unit: int


CHANGING_BEST = ("costs", "limit")
"""The arrays of `Best` that the kernels change."""


def nothing_found(k: int | None, unit: int) -> Best:
    """Return the state before the search for k covers, or for all covers if k is None."""
    limit = NEVER if k is None or k > 0 else -NEVER
    return Best(np.full(k or 0, NEVER), np.array([limit]), unit)


def lower(best: Best, limit: int) -> None:
    """Lower the limit, because another search has found cheaper covers."""
    best.limit[0] = min(best.limit[0], limit)


def take(best: Best, cost: int) -> None:
    """Do the same as `note`, outside of kernels."""
    if len(best.costs) and cost < best.costs[0]:
        best.costs[0] = cost
        best.costs[:] = np.sort(best.costs)[::-1]
        if best.costs[0] < NEVER:
            lower(best, int(best.costs[0]) - best.unit + 1)


@helper
def note(best: Best, cost: Unsigned) -> None:
    """Replace the highest cost by that of a new cover, if it is lower, and lower the limit."""
    costs = best.costs
    size = np.uint64(len(costs))
    if size == 0 or cost >= costs[0]:
        return
    gap, child = np.uint64(0), ONE
    while child < size:
        if child + ONE < size and costs[child + ONE] > costs[child]:
            child += ONE
        if costs[child] <= cost:
            break
        costs[gap] = costs[child]
        gap = child
        child = gap + gap + ONE
    costs[gap] = cost
    if costs[0] < NEVER:
        best.limit[0] = min(best.limit[0], costs[0] - best.unit + 1)


def check_heap(best: Best) -> None:
    """Assert the heap order of the costs."""
    children = np.arange(1, len(best.costs))
    assert (best.costs[children] <= best.costs[(children - 1) // 2]).all()
