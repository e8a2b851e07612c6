"""Reasons of precedences: bits, and when the tasks that they put before another one may start."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.intervals import (
    BACKWARDS,
    FORWARDS,
    add_begin,
    add_end,
    add_length,
    begin_of,
    end_of,
    length_of,
)
from csp.engines.learning.gathering import add_fixed, add_ge, asked, is_single, low_of, scope
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
UNIT = np.int64(1)


def precedences(handle: Any, learner: Any) -> int:
    """Explain a bound by the tasks before it, or a failure by those before a task that is late."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = state.data[np.int64(constants(state, p))]
    for k in range(n):
        task = np.int64(k)
        if v == NOTHING:
            if explain_clash(state, own, p, n, task, FORWARDS):
                return True
            if explain_clash(state, own, p, n, task, BACKWARDS):
                return True
        elif scope(state, p, k) == v and kind == GE:
            add_ge(state, own, scope(state, p, n + k), UNIT)  # it takes place
            return starts_after(state, own, p, n, task, value, FORWARDS)
        elif scope(state, p, k) == v and kind == LT:
            end = value - 1 + length_of(state, own, p, n, task)
            add_length(state, own, p, n, task)
            return starts_after(state, own, p, n, task, -end, BACKWARDS)
    return False


@subroutine
def explain_clash(
    state: State, own: Learner, p: Any, n: Number, task: Number, sign: Number
) -> bool:
    """Explain that a task would have to start later than it can."""
    end = end_of(state, own, p, n, task, sign)
    length = length_of(state, own, p, n, task)
    if length == 0 or not starts_after(state, own, p, n, task, end - length + 1, sign):
        return False
    add_end(state, own, p, n, task, end, sign)
    add_length(state, own, p, n, task)
    return True


@helper
def bit_of(state: State, p: Any, n: Number, k: Number, task: Number) -> Number:
    """Return the bit for the order of two tasks."""
    i, j = min(k, task), max(k, task)
    return scope(state, p, n + n + ((j * (j - 1)) >> 1) + i)


@helper
def is_counted(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    k: Number,
    begin: Number,
    task: Number,
    sign: Number,
) -> bool:
    """Return whether a task is before another one, and starts at `begin` or later."""
    if k == task or begin_of(state, own, p, n, k, sign) < begin:
        return False
    if length_of(state, own, p, n, k) == 0:
        return False
    bit = bit_of(state, p, n, k, task)
    if not is_single(own, bit):
        return False
    return bool((low_of(state, own, bit) == 1) == ((k < task) == (sign > 0)))


@subroutine
def starts_after(
    state: State, own: Learner, p: Any, n: Number, task: Number, time: Number, sign: Number
) -> bool:
    """Explain that a task starts at a time or later."""
    for i in range(n):
        begin, total = begin_of(state, own, p, n, np.int64(i), sign), np.int64(0)
        for k in range(n):
            if is_counted(state, own, p, n, np.int64(k), begin, task, sign):
                total += length_of(state, own, p, n, np.int64(k))
        if total > 0 and begin + total >= time:
            excess = min(begin + total - time, total - 1)
            add_counted(state, own, p, n, begin, excess, task, sign)
            return True
    return False


@subroutine
def add_counted(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    begin: Number,
    excess: Number,
    task: Number,
    sign: Number,
) -> None:
    """Add the tasks that are before another one, without those that the excess makes needless.

    The rest of the excess lets them start earlier.
    """
    left = excess
    for k in range(n):
        if is_counted(state, own, p, n, np.int64(k), begin, task, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
    earlier, left = begin - left, excess
    for k in range(n):
        if is_counted(state, own, p, n, np.int64(k), begin, task, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
                continue
            add_begin(state, own, p, n, np.int64(k), earlier, sign)
            add_length(state, own, p, n, np.int64(k))
            add_fixed(state, own, bit_of(state, p, n, np.int64(k), task))
