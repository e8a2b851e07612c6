"""The order of decisions (VSIDS): a heap of variables by their activity in recent conflicts.

References
----------
M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, Chaff: engineering an efficient SAT solver,
DAC 2001.
"""

from typing import Any

import numpy as np

from csp.learning.state import HEAP, N_HEAP, NONE, PLACE, Learner
from exactcover.compiled.jit import helper

Number = Any

GROWTH = 1.0 / 0.95
"""How much more each conflict weighs than the one before."""
MOST_ACTIVITY = 1e100
"""The activity at which all activities are scaled down, long before they overflow."""


@helper
def push_variable(own: Learner, v: Number) -> None:
    """Put a variable into the heap, unless it is there."""
    if own.heap[PLACE, v] != NONE:
        return
    n = own.numbers[N_HEAP]
    own.heap[HEAP, n] = v
    own.numbers[N_HEAP] = n + 1
    rise(own, n)


@helper
def pop_variable(own: Learner) -> Number:
    """Take the most active variable out of the heap."""
    heap, activity = own.heap, own.activity
    best = heap[HEAP, 0]
    heap[PLACE, best] = NONE
    n = own.numbers[N_HEAP] - 1
    own.numbers[N_HEAP] = n
    if n == 0:
        return best
    v = heap[HEAP, n]
    mine = activity[v]
    place = np.int64(0)
    while True:
        child = place + place + 1
        if child >= n:
            break
        if child + 1 < n and activity[heap[HEAP, child + 1]] > activity[heap[HEAP, child]]:
            child += 1
        below = heap[HEAP, child]
        if activity[below] <= mine:
            break
        heap[HEAP, place] = below
        heap[PLACE, below] = place
        place = child
    heap[HEAP, place] = v
    heap[PLACE, v] = place
    return best


@helper
def rise(own: Learner, place: Number) -> None:
    """Move the variable at `place` of the heap up to where it belongs."""
    heap, activity = own.heap, own.activity
    v = heap[HEAP, place]
    mine = activity[v]
    while place > 0:
        parent = (place - 1) >> 1
        above = heap[HEAP, parent]
        if activity[above] >= mine:
            break
        heap[HEAP, place] = above
        heap[PLACE, above] = place
        place = parent
    heap[HEAP, place] = v
    heap[PLACE, v] = place


@helper
def bump(own: Learner, v: Number) -> None:
    """Bump the activity of a variable that is in the conflict."""
    own.activity[v] += own.activity[len(own.activity) - 1]
    if own.heap[PLACE, v] != NONE:
        rise(own, own.heap[PLACE, v])


@helper
def age(own: Learner) -> None:
    """Increase the weight of the next conflict, so that activities of earlier ones decay."""
    activity = own.activity
    last = len(activity) - 1
    activity[last] *= GROWTH
    if activity[last] > MOST_ACTIVITY:
        for k in range(len(activity)):
            activity[k] /= MOST_ACTIVITY
