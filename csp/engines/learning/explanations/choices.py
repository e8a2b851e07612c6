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
    if v == NOTHING:
        return False
    if v == index:
        if kind == GE:
            first, end = low_of(state, own, v), value
            add_ge(state, own, v, first)
        elif kind == LT:
            first, end = value, high_of(state, own, v) + 1
            add_le(state, own, v, end - 1)
        else:
            first, end = value, value + 1
        for i in range(first, end):
            if is_possible(state, own, v, i):
                if not are_disjoint(state, own, result, scope(state, p, i + 2), NOUGHT):
                    return False
            else:
                add_ne(state, own, v, i)
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
    if not is_single(own, index):
        return False
    add_fixed(state, own, index)
    return agree(state, own, v, result, NOUGHT, v, kind, value)


def extremum(handle: Any, learner: Any) -> int:
    """Explain a bound of a maximum or minimum, or of one of the others."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n, sign = np.int64(arity(state, p)), state.data[np.int64(constants(state, p))]
    result = scope(state, p, 0)
    if v == NOTHING or kind > LT:
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
        add_least(state, own, result, sign, bound)
        for k in range(1, n):
            if scope(state, p, k) != v:
                add_most(state, own, scope(state, p, k), sign, bound - 1)
        return True
    for k in range(1, n):
        u = scope(state, p, k)
        if (low_of(state, own, u) if sign > 0 else -high_of(state, own, u)) >= bound:
            add_least(state, own, u, sign, bound)
            return True
    return False


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
