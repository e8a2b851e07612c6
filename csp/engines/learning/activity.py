"""The order of decisions: the heap of open variables (`exactcover.runtime.kernels.activity`)."""

from typing import Any

import numpy as np

from csp.engines.learning.state import HEAP, N_HEAP, NONE, PLACE, Learner
from exactcover.runtime.kernels.activity import append, grow, rise, take_first
from exactcover.runtime.kernels.jit import helper

Number = Any


@helper
def push_variable(own: Learner, v: Number) -> None:
    """Put a variable into the heap, unless it is there."""
    if own.heap[PLACE, v] == NONE:
        n = np.uint64(own.numbers[N_HEAP])
        own.numbers[N_HEAP] += 1
        append(own.heap[HEAP], own.heap[PLACE], own.activity, n, v)


@helper
def pop_variable(own: Learner) -> Number:
    """Take the most active variable out of the heap."""
    own.numbers[N_HEAP] -= 1
    n = np.uint64(own.numbers[N_HEAP])
    return take_first(own.heap[HEAP], own.heap[PLACE], own.activity, n, np.int64(NONE))


@helper
def bump(own: Learner, v: Number) -> None:
    """Bump the activity of a variable that is in the conflict."""
    own.activity[v] += own.activity[len(own.activity) - 1]
    if own.heap[PLACE, v] != NONE:
        place = np.uint64(own.heap[PLACE, v])
        rise(own.heap[HEAP], own.heap[PLACE], own.activity, place)


@helper
def age(own: Learner) -> None:
    """Let the activities of earlier conflicts decay."""
    grow(own.activity, np.uint64(len(own.activity) - 1))
