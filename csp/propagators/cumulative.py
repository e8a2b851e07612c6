"""Cumulative: timetable propagation, by the compulsory parts of tasks.

The scope is the starts, the durations, the demands, and the capacity. The constant is the number of
tasks. The compulsory part of a task is from its latest start to its earliest end.

References
----------
P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.1.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

NO_TASK = np.uint64(0xFFFFFFFFFFFFFFFF)


def cumulative(handle: Any, p: Any) -> int:
    """Raise the capacity to the profile, and move the bounds of tasks out of the others' parts."""
    state = state_of(handle)
    n = np.uint64(state.data[constants(state, p)])
    limit = variable(state, p, arity(state, p) - np.uint64(1))
    for k in range(n):
        i = np.uint64(k)
        if latest_start(state, p, i) < earliest_end(state, p, i, n):
            used, _, _ = usage(state, p, n, latest_start(state, p, i), NO_TASK)
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
    """Return the latest start of task i."""
    return high(state, variable(state, p, i))


@helper
def low_duration(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return the least duration of task i."""
    return low(state, variable(state, p, n + i))


@helper
def earliest_end(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return the earliest end of task i."""
    return low(state, variable(state, p, i)) + low_duration(state, p, i, n)


@helper
def usage(
    state: State, p: Unsigned, n: Unsigned, time: Value, without: Unsigned
) -> tuple[Value, Value, Value]:
    """Return the demand of all tasks but one at a time, and the interval in which all these run."""
    used, start, end = 0, time, time
    for k in range(n):
        i = np.uint64(k)
        own_start, own_end = latest_start(state, p, i), earliest_end(state, p, i, n)
        demand = low(state, variable(state, p, n + n + i))
        if i != without and own_start <= time < own_end and demand > 0:
            start = own_start if used == 0 else max(start, own_start)
            end = own_end if used == 0 else min(end, own_end)
            used += demand
    return used, start, end


@helper
def start_later(state: State, p: Unsigned, n: Unsigned, i: Unsigned, free: Value) -> bool:
    """Raise the earliest start of a task until the profile of the others leaves enough."""
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
    """Lower the latest start of a task until the profile of the others leaves enough."""
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
