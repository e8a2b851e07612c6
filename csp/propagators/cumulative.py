"""Tasks that share a resource: the time table of what is certain.

The scope is the starts, the durations, the demands, and the capacity; the constant is the number of
tasks. A task is certain to run from its latest start to its earliest end.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

NOBODY = np.uint64(0xFFFFFFFFFFFFFFFF)


def cumulative(handle: Any, p: Any) -> int:
    """See that the certain parts fit, and move each task out of the way of the others'."""
    state = opened(handle)
    n = np.uint64(state.data[constants(state, p)])
    limit = variable(state, p, arity(state, p) - np.uint64(1))
    for k in range(n):
        i = np.uint64(k)
        if latest_start(state, p, i) < earliest_end(state, p, i, n):
            used, _, _ = usage(state, p, n, latest_start(state, p, i), NOBODY)
            if not at_least(state, limit, used):
                return FAILED
    for k in range(n):
        i = np.uint64(k)
        demand, duration = low(state, variable(state, p, n + n + i)), low_duration(state, p, i, n)
        if demand > 0 and duration > 0:
            if not at_least(state, limit, demand):
                return FAILED
            free = high(state, limit) - demand
            if not start_later(state, p, n, i, free) or not start_earlier(state, p, n, i, free):
                return FAILED
    return DONE


@helper
def latest_start(state: State, p: Unsigned, i: Unsigned) -> Value:
    """Return when task i starts at the latest."""
    return high(state, variable(state, p, i))


@helper
def low_duration(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return how long task i takes at least."""
    return low(state, variable(state, p, n + i))


@helper
def earliest_end(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return when task i ends at the earliest."""
    return low(state, variable(state, p, i)) + low_duration(state, p, i, n)


@helper
def usage(
    state: State, p: Unsigned, n: Unsigned, time: Value, but: Unsigned
) -> tuple[Value, Value, Value]:
    """Return what all tasks but one certainly use at a time, and from when until when all do."""
    used, start, end = 0, time, time
    for k in range(n):
        i = np.uint64(k)
        own_start, own_end = latest_start(state, p, i), earliest_end(state, p, i, n)
        demand = low(state, variable(state, p, n + n + i))
        if i != but and own_start <= time < own_end and demand > 0:
            start = own_start if used == 0 else max(start, own_start)
            end = own_end if used == 0 else min(end, own_end)
            used += demand
    return used, start, end


@helper
def start_later(state: State, p: Unsigned, n: Unsigned, i: Unsigned, free: Value) -> bool:
    """Raise the least start of a task until nothing is in the way there."""
    v, duration = variable(state, p, i), low_duration(state, p, i, n)
    start, is_moved = low(state, v), True
    while is_moved and start <= high(state, v):
        is_moved = False
        for k in range(n):
            time = max(start, latest_start(state, p, np.uint64(k)))
            if time < start + duration:
                used, _, end = usage(state, p, n, time, i)
                if used > free:
                    start, is_moved = end, True
    return at_least(state, v, start)


@helper
def start_earlier(state: State, p: Unsigned, n: Unsigned, i: Unsigned, free: Value) -> bool:
    """Lower the greatest start of a task until nothing is in the way there."""
    v, duration = variable(state, p, i), low_duration(state, p, i, n)
    start, is_moved = high(state, v), True
    while is_moved and start >= low(state, v):
        is_moved = False
        for k in range(n):
            time = max(start, latest_start(state, p, np.uint64(k)))
            if time < start + duration:
                used, begin, _ = usage(state, p, n, time, i)
                if used > free:
                    start, is_moved = begin - duration, True
    return at_most(state, v, start)
