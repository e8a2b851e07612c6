"""The k best covers known, and the limit that they set for others."""

from typing import NamedTuple

import numpy as np

from exactcover.compiled.jit import helper
from exactcover.compiled.types import I64, Unsigned

ONE = np.uint64(1)
NEVER = np.int64(1 << 62)
"""More than any cover costs."""


class Best(NamedTuple):
    """The best covers known.

    ====== ============ =========================================================
    array  shape, int64 holds
    ====== ============ =========================================================
    costs  (k,)         a heap of the costs of the k best covers, the dearest
                        first; NEVER for those that are still to be found
    limit  (1,)         covers that cost as much, or more, are not looked for
    ====== ============ =========================================================

    `unit` is the least by which the costs of two covers can differ.
    """

    costs: I64
    limit: I64
    unit: int


CHANGING_BEST = ("costs", "limit")
"""The arrays of `Best` that the kernels change."""


def nothing_found(k: int | None, unit: int) -> Best:
    """Return the best of no covers, when k are wanted, or None for all."""
    limit = NEVER if k is None or k > 0 else -NEVER
    return Best(np.full(k or 0, NEVER), np.array([limit]), unit)


def lower(best: Best, limit: int) -> None:
    """Lower the limit, because others know covers that cost less."""
    best.limit[0] = min(best.limit[0], limit)


@helper
def note(best: Best, cost: Unsigned) -> None:
    """Put the cost of a cover in place of the dearest one, and lower the limit."""
    costs = best.costs
    size = np.uint64(len(costs))
    if size == 0:
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
    """Assert that no cost lies below a lesser one."""
    children = np.arange(1, len(best.costs))
    assert (best.costs[children] <= best.costs[(children - 1) // 2]).all()
