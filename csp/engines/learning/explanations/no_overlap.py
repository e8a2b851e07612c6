"""Reasons of no-overlap, pair by pair: bounds that leave only one order of two tasks, or none."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.intervals import least_positive, length_of
from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    asked,
    high_of,
    low_of,
    scope,
)
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any


def no_overlap(handle: Any, learner: Any) -> int:
    """Explain a bound of a start or of a duration by one other task, or a failure by two tasks."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = np.int64(arity(state, p)) >> 1
    if v == NOTHING:
        return explain_clash(state, own, p, n)
    for k in range(2 * n):
        if scope(state, p, k) != v:
            continue
        task = np.int64(k)
        for j in range(n):
            other = np.int64(j)
            if other == task or other + n == task:
                continue
            if k < n and kind == GE and starts_after(state, own, p, n, other, task, value):
                return True
            if k < n and kind == LT and ends_before(state, own, p, n, task, other, value):
                return True
            if k >= n and kind == LT and is_shorter(state, own, p, n, task - n, other, value):
                return True
    return False


@helper
def explain_clash(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Explain a failure: two tasks of which none can be first."""
    for j in range(n):
        for i in range(j):
            one, other = np.int64(i), np.int64(j)
            first, second = length_of(state, own, p, n, one), length_of(state, own, p, n, other)
            if (
                first > 0
                and second > 0
                and not can_precede(state, own, p, one, other, first)
                and not can_precede(state, own, p, other, one, second)
            ):
                exclude(state, own, p, n, one, other, first)
                exclude(state, own, p, n, other, one, second)
                return True
    return False


@helper
def can_precede(state: State, own: Learner, p: Any, i: Number, j: Number, length: Number) -> bool:
    """Return whether task i can end before task j starts, if it has a length."""
    return bool(
        low_of(state, own, scope(state, p, i)) + length <= high_of(state, own, scope(state, p, j))
    )


@subroutine
def exclude(
    state: State, own: Learner, p: Any, n: Number, i: Number, j: Number, length: Number
) -> None:
    """Add why task i cannot end before task j starts, if it has a length."""
    start = low_of(state, own, scope(state, p, i))
    add_ge(state, own, scope(state, p, i), start)
    add_le(state, own, scope(state, p, j), start + length - 1)
    if length == length_of(state, own, p, n, i):
        add_ge(state, own, scope(state, p, n + i), length)


@subroutine
def follows(state: State, own: Learner, p: Any, n: Number, i: Number, j: Number) -> bool:
    """Return whether task j, and with it task i, takes place and cannot be before task i."""
    length = length_of(state, own, p, n, j)
    return bool(
        length > 0
        and length_of(state, own, p, n, i) > 0
        and not can_precede(state, own, p, j, i, length)
    )


@helper
def starts_after(
    state: State, own: Learner, p: Any, n: Number, i: Number, j: Number, value: Number
) -> bool:
    """Explain that task j starts at a value or later by task i, which must be before it."""
    length = length_of(state, own, p, n, i)
    x = scope(state, p, i)
    if not follows(state, own, p, n, i, j) or low_of(state, own, x) + length < value:
        return False
    exclude(state, own, p, n, j, i, length_of(state, own, p, n, j))
    add_ge(state, own, x, value - length)
    add_ge(state, own, scope(state, p, n + i), length)
    return True


@helper
def ends_before(
    state: State, own: Learner, p: Any, n: Number, i: Number, j: Number, value: Number
) -> bool:
    """Explain that task i starts before a value by task j, which must be after it."""
    length = length_of(state, own, p, n, i)
    y = scope(state, p, j)
    if not follows(state, own, p, n, i, j) or high_of(state, own, y) - length >= value:
        return False
    exclude(state, own, p, n, j, i, length_of(state, own, p, n, j))
    add_le(state, own, y, value - 1 + length)
    add_ge(state, own, scope(state, p, n + i), length)
    return True


@helper
def is_shorter(
    state: State, own: Learner, p: Any, n: Number, i: Number, j: Number, value: Number
) -> bool:
    """Explain that task i is shorter than a value by task j: it ends before, or is left out."""
    x, y = scope(state, p, i), scope(state, p, j)
    length, other = length_of(state, own, p, n, i), length_of(state, own, p, n, j)
    if other == 0 or can_precede(state, own, p, j, i, other):
        return False
    if length > 0:
        start = low_of(state, own, x)
        if high_of(state, own, y) - start >= value:
            return False
        exclude(state, own, p, n, j, i, other)
        add_ge(state, own, x, start)
        add_ge(state, own, scope(state, p, n + i), length)
        add_le(state, own, y, start + value - 1)
        return True
    length = least_positive(state, own, scope(state, p, n + i))
    if can_precede(state, own, p, i, j, length):
        return False
    exclude(state, own, p, n, j, i, other)
    exclude(state, own, p, n, i, j, length)
    return True
