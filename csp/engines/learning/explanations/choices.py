"""Reasons of element, maximum and minimum."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.binary import agree, are_disjoint
from csp.engines.learning.gathering import (
    add_fixed,
    add_ge,
    add_le,
    add_ne,
    asked,
    asked_range,
    high_of,
    is_possible,
    is_single,
    low_of,
    root_high,
    root_low,
    scope,
)
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
NOUGHT = np.int64(0)


def element(handle: Any, learner: Any) -> int:
    """Explain result = array[index]."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    index, result = scope(state, p, 0), scope(state, p, 1)
    if v in (index, NOTHING):
        first, end = asked_range(state, own, index)
        if v == NOTHING or kind == GE:
            add_ge(state, own, index, first)
        if v == NOTHING or kind == LT:
            add_le(state, own, index, end - 1)
        for i in range(first, end):
            if is_possible(state, own, index, i):
                if not cannot_meet(state, own, result, scope(state, p, i + 2)):
                    return False
            else:
                add_ne(state, own, index, i)
        return True
    if v == result:
        for i in range(root_low(state, own, index), root_high(state, own, index) + 1):
            if is_possible(state, own, index, i):
                each = scope(state, p, i + 2)
                if kind == GE:
                    add_ge(state, own, each, value)
                elif kind == LT:
                    add_le(state, own, each, value - 1)
                else:
                    add_ne(state, own, each, value)
            else:
                add_ne(state, own, index, i)
        return True
    if not is_single(own, index) or scope(state, p, low_of(state, own, index) + 2) != v:
        return False
    add_fixed(state, own, index)
    return agree(state, own, v, result, NOUGHT, v, kind, value)


@helper
def cannot_meet(state: State, own: Learner, x: Number, y: Number) -> bool:
    """Explain that two variables have no value in common; return False if they have one."""
    least = max(low_of(state, own, x), low_of(state, own, y))
    for value in range(least, min(high_of(state, own, x), high_of(state, own, y)) + 1):
        if is_possible(state, own, x, value) and is_possible(state, own, y, value):
            return False
    return are_disjoint(state, own, x, y, NOUGHT)


def extremum(handle: Any, learner: Any) -> int:
    """Explain a bound of a maximum or minimum, or of one of the others."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n, sign = np.int64(arity(state, p)), state.data[np.int64(constants(state, p))]
    result = scope(state, p, 0)
    if v == NOTHING:
        return add_contradiction(state, own, p, n, sign)
    if kind > LT:
        return False
    # Of sign * v: at least `bound` if it rises, else at most `bound`.
    rises = (kind == GE) == (sign > 0)
    bound = sign * (value if kind == GE else value - 1)
    if not rises:
        if v != result:
            add_most(state, own, result, sign, bound)
            return True
        for k in range(1, n):
            add_most(state, own, scope(state, p, k), sign, bound)
        return True
    if v != result:
        for k in range(1, n):
            if scope(state, p, k) != v:
                bound = max(bound, 1 - least_of(state, own, scope(state, p, k), -sign))
        add_least(state, own, result, sign, bound)
        for k in range(1, n):
            if scope(state, p, k) != v:
                add_most(state, own, scope(state, p, k), sign, bound - 1)
        return True
    for k in range(1, n):
        u = scope(state, p, k)
        if least_of(state, own, u, sign) >= bound:
            add_least(state, own, u, sign, bound)
            return True
    return False


@helper
def add_contradiction(state: State, own: Learner, p: Any, n: Number, sign: Number) -> bool:
    """Explain that the result is below one of the others, or that all of them are below it."""
    result = scope(state, p, 0)
    least, most = least_of(state, own, result, sign), -least_of(state, own, result, -sign)
    greatest = -least_of(state, own, scope(state, p, 1), -sign)
    for k in range(1, n):
        u = scope(state, p, k)
        if least_of(state, own, u, sign) > most:
            add_least(state, own, u, sign, most + 1)
            add_most(state, own, result, sign, most)
            return True
        greatest = max(greatest, -least_of(state, own, u, -sign))
    if greatest >= least:
        return False
    add_least(state, own, result, sign, greatest + 1)
    for k in range(1, n):
        add_most(state, own, scope(state, p, k), sign, greatest)
    return True


@helper
def least_of(state: State, own: Learner, v: Number, sign: Number) -> Number:
    """Return the least value of sign * v."""
    return low_of(state, own, v) if sign > 0 else -high_of(state, own, v)


@helper
def add_least(state: State, own: Learner, v: Number, sign: Number, bound: Number) -> None:
    """Add that sign * v is at least a bound."""
    if sign > 0:
        add_ge(state, own, v, bound)
    else:
        add_le(state, own, v, -bound)


@helper
def add_most(state: State, own: Learner, v: Number, sign: Number, bound: Number) -> None:
    """Add that sign * v is at most a bound."""
    if sign > 0:
        add_le(state, own, v, bound)
    else:
        add_ge(state, own, v, -bound)
