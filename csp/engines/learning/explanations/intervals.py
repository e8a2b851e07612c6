"""Tasks in intervals of time, for the reasons of tasks that run one after another.

The scope of a propagator begins with `n` starts and `n` durations. All is stated in one direction
of time, the sign: backwards, a task that may run from `a` to `b` may run from `-b` to `-a`.
"""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    high_of,
    is_possible_at_root,
    low_of,
    root_high,
    root_low,
    scope,
)
from csp.engines.learning.state import Learner
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
FORWARDS, BACKWARDS = np.int64(1), np.int64(-1)


@helper
def length_of(state: State, own: Learner, p: Any, n: Number, k: Number) -> Number:
    """Return the least duration of a task."""
    return low_of(state, own, scope(state, p, n + k))


@subroutine
def least_positive(state: State, own: Learner, v: Number) -> Number:
    """Return the least positive value that a duration can have at the root; 0 if there is none."""
    if root_low(state, own, v) > 0:
        return root_low(state, own, v)
    for value in range(1, root_high(state, own, v) + 1):
        if is_possible_at_root(state, own, v, np.int64(value)):
            return np.int64(value)
    return np.int64(0)


@subroutine
def begin_of(state: State, own: Learner, p: Any, n: Number, k: Number, sign: Number) -> Number:
    """Return the earliest start of a task in a direction of time."""
    v = scope(state, p, k)
    if sign > 0:
        return low_of(state, own, v)
    return -high_of(state, own, v) - length_of(state, own, p, n, k)


@subroutine
def end_of(state: State, own: Learner, p: Any, n: Number, k: Number, sign: Number) -> Number:
    """Return the latest completion of a task: its earliest start if time runs the other way."""
    return -begin_of(state, own, p, n, k, -sign)


@helper
def add_length(state: State, own: Learner, p: Any, n: Number, k: Number) -> None:
    """Add the least duration of a task."""
    add_ge(state, own, scope(state, p, n + k), length_of(state, own, p, n, k))


@subroutine
def add_begin(
    state: State, own: Learner, p: Any, n: Number, k: Number, time: Number, sign: Number
) -> None:
    """Add that a task starts at a time or later."""
    v = scope(state, p, k)
    if sign > 0:
        add_ge(state, own, v, time)
    else:
        add_le(state, own, v, -time - length_of(state, own, p, n, k))


@subroutine
def add_end(
    state: State, own: Learner, p: Any, n: Number, k: Number, time: Number, sign: Number
) -> None:
    """Add that a task ends at a time or earlier: that it starts after it the other way."""
    add_begin(state, own, p, n, k, -time, -sign)


@subroutine
def is_inside(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    k: Number,
    begin: Number,
    end: Number,
    but: Number,
    sign: Number,
) -> bool:
    """Return whether a task of some length, which is not `but`, must run in an interval."""
    return bool(
        k != but
        and length_of(state, own, p, n, k) > 0
        and begin_of(state, own, p, n, k, sign) >= begin
        and end_of(state, own, p, n, k, sign) <= end
    )


@subroutine
def sum_inside(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    begin: Number,
    end: Number,
    but: Number,
    sign: Number,
) -> Number:
    """Return the length of all tasks but one that must run in an interval."""
    total = np.int64(0)
    for k in range(n):
        if is_inside(state, own, p, n, np.int64(k), begin, end, but, sign):
            total += length_of(state, own, p, n, np.int64(k))
    return total


@subroutine
def add_inside(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    begin: Number,
    end: Number,
    but: Number,
    excess: Number,
    sign: Number,
) -> Number:
    """Add that tasks run in an interval, without those that the excess makes needless.

    The rest of the excess makes the interval begin earlier; return this time.
    """
    chosen_from = begin
    left = excess
    for k in range(n):
        if is_inside(state, own, p, n, np.int64(k), chosen_from, end, but, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
    begin -= left
    left = excess
    for k in range(n):
        if is_inside(state, own, p, n, np.int64(k), chosen_from, end, but, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
                continue
            add_begin(state, own, p, n, np.int64(k), begin, sign)
            add_end(state, own, p, n, np.int64(k), end, sign)
            add_length(state, own, p, n, np.int64(k))
    return begin
