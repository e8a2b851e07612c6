"""Reasons of the order of two tasks: bounds that exclude the other order, or a task left out."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.intervals import least_positive
from csp.engines.learning.gathering import (
    add_fixed,
    add_ge,
    add_le,
    asked,
    high_of,
    is_single,
    low_of,
    scope,
)
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
NOUGHT, UNIT = np.int64(0), np.int64(1)


def order(handle: Any, learner: Any) -> int:
    """Explain the order of two tasks, or a bound that follows from it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    bit = scope(state, p, 4)
    if v == bit:
        if kind == GE:
            return are_ordered(state, own, p)
        return is_excluded(state, own, p)
    if not is_single(own, bit):
        if v != NOTHING:
            return False
        return exclude(state, own, p, NOUGHT) and are_ordered(state, own, p)
    add_fixed(state, own, bit)
    first = 1 - low_of(state, own, bit)
    if v == NOTHING:
        if first == 0:
            return is_excluded(state, own, p)
        return are_ordered(state, own, p)
    if v == scope(state, p, 2) or v == scope(state, p, 3):
        if kind == GE:
            return bool(first == 0 and value <= least_positive(state, own, v))
        return is_shorter(state, own, p, first, v, value)
    return follows(state, own, p, first)


@helper
def follows(state: State, own: Learner, p: Any, first: Number) -> bool:
    """Explain a bound of a start by the order, in which task `first` is before the other one."""
    _, v, kind, value = asked(own)
    x, y, duration = scope(state, p, first), scope(state, p, 1 - first), scope(state, p, 2 + first)
    length = low_of(state, own, duration)
    if not add_present(state, own, p, first, 1 - first):
        return False
    if first == 1 or length > least_positive(state, own, duration):
        add_ge(state, own, duration, length)
    if v == y and kind == GE:
        add_ge(state, own, x, value - length)
    elif v == x and kind == LT:
        add_le(state, own, y, value - 1 + length)
    else:
        return False
    return bool(length > 0)


@helper
def is_shorter(state: State, own: Learner, p: Any, first: Number, v: Number, value: Number) -> bool:
    """Explain that a task is shorter than a value: it fits before the other one, or is left out."""
    x, y, duration = scope(state, p, first), scope(state, p, 1 - first), scope(state, p, 2 + first)
    start = low_of(state, own, x)
    if v == duration and high_of(state, own, y) - start < value:
        add_ge(state, own, x, start)
        add_le(state, own, y, start + value - 1)
        return add_present(state, own, p, first, 1 - first)
    own_place = NOUGHT if v == scope(state, p, 2) else UNIT
    return (
        first == 1
        and add_present(state, own, p, first, 1 - own_place)
        and exclude(state, own, p, UNIT)
    )


@helper
def add_present(state: State, own: Learner, p: Any, first: Number, task: Number) -> bool:
    """Add that a task takes place; a bit of 1, for which task 0 is `first`, says it of both."""
    duration = scope(state, p, 2 + task)
    if first == 1:
        add_ge(state, own, duration, UNIT)
    return bool(first == 0 or low_of(state, own, duration) > 0)


@helper
def are_ordered(state: State, own: Learner, p: Any) -> bool:
    """Add why both tasks take place, and the second one cannot be before the first one."""
    return (
        add_present(state, own, p, UNIT, NOUGHT)
        and add_present(state, own, p, UNIT, UNIT)
        and exclude(state, own, p, UNIT)
    )


@helper
def is_excluded(state: State, own: Learner, p: Any) -> bool:
    """Add why the first task is not before the second one: one is left out, or it is too late."""
    for k in range(2):
        duration = scope(state, p, 2 + k)
        if high_of(state, own, duration) == 0:
            add_le(state, own, duration, NOUGHT)
            return True
    return exclude(state, own, p, NOUGHT)


@helper
def exclude(state: State, own: Learner, p: Any, first: Number) -> bool:
    """Add why task `first`, if it takes place, cannot end before the other one starts."""
    x, y, duration = scope(state, p, first), scope(state, p, 1 - first), scope(state, p, 2 + first)
    start, length = low_of(state, own, x), least_positive(state, own, duration)
    if start + length <= high_of(state, own, y):
        length = low_of(state, own, duration)
        add_ge(state, own, duration, length)
    add_ge(state, own, x, start)
    add_le(state, own, y, start + length - 1)
    return bool(start + length > high_of(state, own, y))
