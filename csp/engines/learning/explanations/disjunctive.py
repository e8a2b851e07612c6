"""Reasons of disjunctive: sets of tasks that run one after another, in an interval of time.

All rules are stated in one direction of time, as in `csp.propagators.disjunctive`: for the other
direction, a task that may run from `a` to `b` may run from `-b` to `-a`. The bounds of a reason are
as weak as the rule allows: the space that is left over moves the begin of the interval.

References
----------
P. Vilim, Computing explanations for the unary resource constraint, CPAIOR 2005.
"""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.intervals import (
    BACKWARDS,
    FORWARDS,
    add_begin,
    add_end,
    add_inside,
    add_length,
    begin_of,
    end_of,
    length_of,
    sum_inside,
)
from csp.engines.learning.gathering import asked, scope
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any


def disjunctive(handle: Any, learner: Any) -> int:
    """Explain a bound by tasks that fill an interval, or why tasks do not fit into one."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = np.int64(arity(state, p)) >> 1
    if v == NOTHING:
        return explain_overload(state, own, p, n) or explain_clash(state, own, p, n)
    for k in range(n):
        if scope(state, p, k) == v:
            task = np.int64(k)
            if kind == GE:
                return starts_after(state, own, p, n, task, value, FORWARDS)
            if kind == LT:
                end = value - 1 + length_of(state, own, p, n, task)
                add_length(state, own, p, n, task)
                return starts_after(state, own, p, n, task, -end, BACKWARDS)
    return False


@subroutine
def explain_overload(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Explain a failure: the tasks in an interval take longer than the interval."""
    nobody = np.int64(-1)
    for i in range(n):
        begin = begin_of(state, own, p, n, np.int64(i), FORWARDS)
        for j in range(n):
            end = end_of(state, own, p, n, np.int64(j), FORWARDS)
            if end <= begin:
                continue
            total = sum_inside(state, own, p, n, begin, end, nobody, FORWARDS)
            if total > end - begin:
                excess = total - (end - begin) - 1
                add_inside(state, own, p, n, begin, end, nobody, excess, FORWARDS)
                return True
    return False


@helper
def explain_clash(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Explain a failure: a task would have to start later than it can."""
    for i in range(n):
        task = np.int64(i)
        for direction in range(2):
            sign = FORWARDS if direction == 0 else BACKWARDS
            latest = end_of(state, own, p, n, task, sign) - length_of(state, own, p, n, task)
            if starts_after(state, own, p, n, task, latest + 1, sign):
                add_end(state, own, p, n, task, latest + length_of(state, own, p, n, task), sign)
                add_length(state, own, p, n, task)
                return True
    return False


@subroutine
def starts_after(
    state: State, own: Learner, p: Any, n: Number, task: Number, time: Number, sign: Number
) -> bool:
    """Explain that a task starts at a time or later, by one of three rules."""
    return bool(
        length_of(state, own, p, n, task) > 0
        and (
            by_precedences(state, own, p, n, task, time, sign)
            or by_edges(state, own, p, n, task, time, sign)
            or by_not_first(state, own, p, n, task, time, sign)
        )
    )


@subroutine
def by_precedences(
    state: State, own: Learner, p: Any, n: Number, task: Number, time: Number, sign: Number
) -> bool:
    """Explain it by tasks that cannot run after this one, and are not done before the time."""
    length = length_of(state, own, p, n, task)
    done = begin_of(state, own, p, n, task, sign) + length
    for i in range(n):
        begin = begin_of(state, own, p, n, np.int64(i), sign)
        total = np.int64(0)
        for k in range(n):
            if precedes(state, own, p, n, np.int64(k), begin, done, task, sign):
                total += length_of(state, own, p, n, np.int64(k))
        if total == 0 or begin + total < time:
            continue
        excess = min(begin + total - time, total - 1)
        add_preceding(state, own, p, n, begin, done, task, excess, sign)
        add_begin(state, own, p, n, task, done - length, sign)
        add_length(state, own, p, n, task)
        return True
    return False


@helper
def precedes(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    k: Number,
    begin: Number,
    done: Number,
    task: Number,
    sign: Number,
) -> bool:
    """Return whether a task, which starts at `begin` or later, cannot start when `task` is done."""
    length = length_of(state, own, p, n, k)
    return bool(
        k != task
        and length > 0
        and begin_of(state, own, p, n, k, sign) >= begin
        and end_of(state, own, p, n, k, sign) - length < done
    )


@helper
def add_preceding(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    begin: Number,
    done: Number,
    task: Number,
    excess: Number,
    sign: Number,
) -> None:
    """Add that tasks precede another, without those that the excess makes needless."""
    left = excess
    for k in range(n):
        if precedes(state, own, p, n, np.int64(k), begin, done, task, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
    remaining, left = left, excess
    for k in range(n):
        if precedes(state, own, p, n, np.int64(k), begin, done, task, sign):
            length = length_of(state, own, p, n, np.int64(k))
            if length <= left:
                left -= length
                continue
            add_begin(state, own, p, n, np.int64(k), begin - remaining, sign)
            add_end(state, own, p, n, np.int64(k), done - 1 + length, sign)
            add_length(state, own, p, n, np.int64(k))


@subroutine
def by_edges(
    state: State, own: Learner, p: Any, n: Number, task: Number, time: Number, sign: Number
) -> bool:
    """Explain it by an interval in which it cannot end: it runs after all tasks in there.

    Tasks that fill the interval exclude that it ends there; those that end there are before it.
    """
    length = length_of(state, own, p, n, task)
    own_begin = begin_of(state, own, p, n, task, sign)
    for j in range(n):
        end = end_of(state, own, p, n, np.int64(j), sign)
        if j == task or length_of(state, own, p, n, np.int64(j)) == 0:
            continue
        for i in range(n):
            begin = begin_of(state, own, p, n, np.int64(i), sign)
            if begin > own_begin or begin >= end:
                continue
            total = sum_inside(state, own, p, n, begin, end, task, sign)
            excess = total + length - (end - begin) - 1
            if total == 0 or excess < 0:
                continue
            if not fills_until(state, own, p, n, task, end, time, sign):
                break  # no other begin changes that
            begin = add_inside(state, own, p, n, begin, end, task, min(excess, total - 1), sign)
            add_begin(state, own, p, n, task, begin, sign)
            add_length(state, own, p, n, task)
            return True
    return False


@helper
def fills_until(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    task: Number,
    end: Number,
    time: Number,
    sign: Number,
) -> bool:
    """Add tasks that end by `end` and are not all done before a time; return whether there are."""
    for i in range(n):
        begin = begin_of(state, own, p, n, np.int64(i), sign)
        total = sum_inside(state, own, p, n, begin, end, task, sign)
        if total > 0 and begin + total >= time:
            excess = min(begin + total - time, total - 1)
            add_inside(state, own, p, n, begin, end, task, excess, sign)
            return True
    return False


@subroutine
def by_not_first(
    state: State, own: Learner, p: Any, n: Number, task: Number, time: Number, sign: Number
) -> bool:
    """Explain it by tasks of which one must be done before: it cannot run before all of them.

    They are done at `time` or later, and end too early for this task to run first.
    """
    own_begin, length = (
        begin_of(state, own, p, n, task, sign),
        length_of(state, own, p, n, task),
    )
    for j in range(n):
        end = end_of(state, own, p, n, np.int64(j), sign)
        total = np.int64(0)
        for k in range(n):
            if follows(state, own, p, n, np.int64(k), end, time, task, sign):
                total += length_of(state, own, p, n, np.int64(k))
        # If the task ran first, all of them would run from its completion to the end.
        if total == 0 or own_begin + length + total <= end:
            continue
        for k in range(n):
            if follows(state, own, p, n, np.int64(k), end, time, task, sign):
                own_length = length_of(state, own, p, n, np.int64(k))
                add_begin(state, own, p, n, np.int64(k), time - own_length, sign)
                add_end(state, own, p, n, np.int64(k), end, sign)
                add_length(state, own, p, n, np.int64(k))
        add_begin(state, own, p, n, task, end - length - total + 1, sign)
        add_length(state, own, p, n, task)
        return True
    return False


@helper
def follows(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    k: Number,
    end: Number,
    time: Number,
    task: Number,
    sign: Number,
) -> bool:
    """Return whether a task is done at a time or later, and at `end` or earlier."""
    length = length_of(state, own, p, n, k)
    return bool(
        k != task
        and length > 0
        and begin_of(state, own, p, n, k, sign) + length >= time
        and end_of(state, own, p, n, k, sign) <= end
    )
