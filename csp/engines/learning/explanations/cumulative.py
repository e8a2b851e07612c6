"""Reasons of cumulative: tasks that must run at a time.

References
----------
A. Schutt, T. Feydy, P. Stuckey and M. Wallace, Explaining the cumulative propagator, Constraints 16
(2011): pointwise explanations of time-table propagation.
"""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    asked,
    high_of,
    low_of,
    scope,
)
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
ANYONE = np.int64(-1)


def cumulative(handle: Any, learner: Any) -> int:
    """Explain a bound by times at which the compulsory parts of other tasks leave too little."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = state.data[np.int64(constants(state, p))]
    limit = scope(state, p, np.int64(arity(state, p)) - 1)
    capacity = high_of(state, own, limit)
    if capacity < 0 or (v == limit and value <= 0):
        # A task that takes time but demands nothing is a reason here, and has no part in the usage.
        return False
    if v == NOTHING:
        for k in range(n):
            time = high_of(state, own, scope(state, p, k))
            if usage(state, own, p, n, time, ANYONE) > capacity:
                add_le(state, own, limit, capacity)
                gather_usage(state, own, p, n, time, ANYONE, capacity)
                return True
        for k in range(n):
            end = high_of(state, own, scope(state, p, k)) + 1
            if can_delay(state, own, p, n, np.int64(k), end, capacity):
                add_le(state, own, scope(state, p, k), end - 1)
                delay(state, own, p, n, np.int64(k), end, capacity)
                return True
        return False
    if v == limit:
        for k in range(n):
            time = high_of(state, own, scope(state, p, k))
            if kind == GE and usage(state, own, p, n, time, ANYONE) >= value:
                gather_usage(state, own, p, n, time, ANYONE, value - 1)
                return True
        return False
    for k in range(n):
        if scope(state, p, k) != v or demand_of(state, own, p, n, np.int64(k)) == 0:
            continue
        if kind == GE and can_delay(state, own, p, n, np.int64(k), value, capacity):
            delay(state, own, p, n, np.int64(k), value, capacity)
            return True
        if kind == LT and can_advance(state, own, p, n, np.int64(k), value, capacity):
            advance(state, own, p, n, np.int64(k), value, capacity)
            return True
    return False


@helper
def demand_of(state: State, own: Learner, p: Any, n: Number, k: Number) -> Number:
    """Return the least demand of a task."""
    return low_of(state, own, scope(state, p, n + n + k))


@helper
def runs_at(state: State, own: Learner, p: Any, n: Number, k: Number, time: Number) -> bool:
    """Return whether a task must run at a time."""
    v = scope(state, p, k)
    if high_of(state, own, v) > time:
        return False
    return bool(low_of(state, own, v) + low_of(state, own, scope(state, p, n + k)) > time)


@subroutine
def usage(state: State, own: Learner, p: Any, n: Number, time: Number, but: Number) -> Number:
    """Return the demand of all tasks but one that must run at a time."""
    used = np.int64(0)
    for k in range(n):
        if k != but and runs_at(state, own, p, n, np.int64(k), time):
            used += demand_of(state, own, p, n, np.int64(k))
    return used


@subroutine
def gather_usage(
    state: State, own: Learner, p: Any, n: Number, time: Number, but: Number, most: Number
) -> None:
    """Add that tasks run at a time, enough of them to need more than `most`."""
    excess = usage(state, own, p, n, time, but) - most - 1
    for k in range(n):
        if k == but or not runs_at(state, own, p, n, np.int64(k), time):
            continue
        demand = demand_of(state, own, p, n, np.int64(k))
        if demand <= excess:
            excess -= demand
            continue
        v, duration = scope(state, p, k), scope(state, p, n + k)
        length = low_of(state, own, duration)
        add_le(state, own, v, time)
        add_ge(state, own, v, time - length + 1)
        add_ge(state, own, duration, length)
        add_ge(state, own, scope(state, p, n + n + k), demand)


@subroutine
def can_delay(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> bool:
    """Return whether the profile delays a task to a value from its least start on."""
    while value > low_of(state, own, scope(state, p, k)):
        time = time_after(state, own, p, n, k, value, capacity)
        if time < value - 1:
            return False
        value = time - low_of(state, own, scope(state, p, n + k)) + 1
    return True


@subroutine
def delay(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> None:
    """Add why the profile delays a task to a value from its least start on."""
    v, duration, limit = scope(state, p, k), scope(state, p, n + k), np.int64(arity(state, p)) - 1
    demand = demand_of(state, own, p, n, k)
    add_own(state, own, p, n, k, scope(state, p, limit), capacity)
    while value > low_of(state, own, v):
        time = time_after(state, own, p, n, k, value, capacity)
        gather_usage(state, own, p, n, time, k, capacity - demand)
        value = time - low_of(state, own, duration) + 1
    add_ge(state, own, v, value)


@helper
def add_own(
    state: State, own: Learner, p: Any, n: Number, k: Number, limit: Number, capacity: Number
) -> None:
    """Add the duration and the demand of a task, and the capacity."""
    duration = scope(state, p, n + k)
    add_ge(state, own, duration, low_of(state, own, duration))
    add_ge(state, own, scope(state, p, n + n + k), demand_of(state, own, p, n, k))
    add_le(state, own, limit, capacity)


@helper
def time_after(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> Number:
    """Return the first time from value - 1 on when a task that starts before `value` cannot run.

    It is less than that if there is none.
    """
    free = capacity - demand_of(state, own, p, n, k)
    length = low_of(state, own, scope(state, p, n + k))
    best = value - 2
    for i in range(-1, n):
        # The profile rises only at the latest starts.
        time = value - 1 if i < 0 else high_of(state, own, scope(state, p, i))
        if time < value - 1 or time >= value - 1 + length or (best >= value - 1 and time >= best):
            continue
        if usage(state, own, p, n, time, k) > free:
            best = time
    return best


@subroutine
def can_advance(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> bool:
    """Return whether the profile makes a task start before a value, from its greatest start on."""
    while value <= high_of(state, own, scope(state, p, k)):
        time = time_before(state, own, p, n, k, value, capacity)
        if time < value:
            return False
        value = time + 1
    return True


@subroutine
def advance(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> None:
    """Add why the profile makes a task start before a value, from its greatest start on."""
    v, limit = scope(state, p, k), np.int64(arity(state, p)) - 1
    demand = demand_of(state, own, p, n, k)
    add_own(state, own, p, n, k, scope(state, p, limit), capacity)
    while value <= high_of(state, own, v):
        time = time_before(state, own, p, n, k, value, capacity)
        gather_usage(state, own, p, n, time, k, capacity - demand)
        value = time + 1
    add_le(state, own, v, value - 1)


@helper
def time_before(
    state: State, own: Learner, p: Any, n: Number, k: Number, value: Number, capacity: Number
) -> Number:
    """Return the last time when a task that starts at `value` cannot run.

    It is less than `value` if there is none.
    """
    free = capacity - demand_of(state, own, p, n, k)
    length = low_of(state, own, scope(state, p, n + k))
    best = value - 1
    for i in range(-1, n):
        time = value + length - 1
        if i >= 0:
            # The profile falls only after the earliest ends.
            first, duration = scope(state, p, i), scope(state, p, n + i)
            time = low_of(state, own, first) + low_of(state, own, duration) - 1
        if time <= best or time > value + length - 1:
            continue
        if usage(state, own, p, n, time, k) > free:
            best = time
    return best
