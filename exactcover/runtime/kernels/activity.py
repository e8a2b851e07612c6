"""A heap by activity (VSIDS), for engines that learn clauses: the most active element is first.

What is in a conflict gains activity, later conflicts weighing more than earlier ones: the last
number of `activity` is what the next conflict adds. `heap` has options or variables, the most
active one first, and `places` says where each is in the heap. Lengths and places are uint64.

References
----------
M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, "Chaff: engineering an efficient SAT solver"
(DAC 2001); N. Eén, N. Sörensson, "An extensible SAT-solver" (SAT 2003), for the growing increment.
"""

from typing import Any

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import F64, Unsigned

ZERO, ONE = np.uint64(0), np.uint64(1)
GROWTH = 1.0 / 0.95
"""How much more each conflict weighs than the one before.

0.90 and 0.975 were tried on eight kinds of exact cover problems. With 0.975 quasigroups with
balanced holes took 1.9 times as long, and 25x25 sudoku half; 0.90 was better on some and worse on
others.
"""
MOST_ACTIVITY = 1e100
"""The activity at which all activities are scaled down, long before they overflow."""


@helper
def append(heap: Any, places: Any, activity: F64, n: Unsigned, each: Any) -> None:
    """Put an element into a heap of `n` elements."""
    heap[n] = each
    rise(heap, places, activity, n)


@helper
def take_first(heap: Any, places: Any, activity: F64, n: Unsigned, absent: Any) -> Any:
    """Take the most active element out of a heap, in which `n` others are left; return it.

    Its place becomes `absent`.
    """
    best = heap[ZERO]
    places[best] = absent
    if n == ZERO:
        return best
    each = heap[n]
    mine = activity[each]
    at = ZERO
    while True:
        child = at + at + ONE
        if child >= n:
            break
        right = child + ONE
        if right < n and activity[heap[right]] > activity[heap[child]]:
            child = right
        below = heap[child]
        if activity[below] <= mine:
            break
        heap[at] = below
        places[below] = at
        at = child
    heap[at] = each
    places[each] = at
    return best


@helper
def rise(heap: Any, places: Any, activity: F64, at: Unsigned) -> None:
    """Move the element at a place of the heap up to where it belongs."""
    each = heap[at]
    mine = activity[each]
    while at > ZERO:
        parent = (at - ONE) >> ONE
        above = heap[parent]
        if activity[above] >= mine:
            break
        heap[at] = above
        places[above] = at
        at = parent
    heap[at] = each
    places[each] = at


@helper
def grow(activity: F64, last: Unsigned) -> None:
    """Increase what the next conflict adds, so that activities of earlier ones decay.

    `last` is the place of that number, the last one of `activity`.
    """
    activity[last] *= GROWTH
    if activity[last] > MOST_ACTIVITY:
        for k in range(len(activity)):
            activity[k] /= MOST_ACTIVITY
