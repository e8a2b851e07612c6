"""Reasons of constraints between two variables: x <= y + c, x = y + c, and the latter reified."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.linear import follows_from_removal
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
)
from csp.engines.learning.state import GE, LT, NE, NOTHING, Learner, learner_of
from csp.kernels.propagate import constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any


def less(handle: Any, learner: Any) -> int:
    """Explain x <= y + c by the other bound."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    x, y = np.int64(variable(state, p, np.uint64(0))), np.int64(variable(state, p, np.uint64(1)))
    offset = state.data[np.int64(constants(state, p))]
    if v == NOTHING:
        least = low_of(state, own, x)
        add_ge(state, own, x, least)
        add_le(state, own, y, least - offset - 1)
    elif v == x and kind == LT:
        most = high_of(state, own, y) + offset
        for other in range(value, most + 1):
            add_ne(state, own, x, other)
        add_le(state, own, y, max(most, value - 1) - offset)
    elif v == y and kind == GE:
        least = low_of(state, own, x) - offset
        for other in range(least, value):
            add_ne(state, own, y, other)
        add_ge(state, own, x, min(least, value) + offset)
    else:
        return False
    return True


def equal(handle: Any, learner: Any) -> int:
    """Explain x = y + c."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    x, y = np.int64(variable(state, p, np.uint64(0))), np.int64(variable(state, p, np.uint64(1)))
    return agree(state, own, x, y, state.data[np.int64(constants(state, p))], v, kind, value)


def reified_equal(handle: Any, learner: Any) -> int:
    """Explain a truth value of x = y + c or x != y + c, or what follows from it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    first = np.int64(constants(state, p))
    x, y = np.int64(variable(state, p, np.uint64(0))), np.int64(variable(state, p, np.uint64(1)))
    truth = np.int64(variable(state, p, np.uint64(2)))
    offset, yes = state.data[first], state.data[first + 1]
    if v == truth:
        given = 1 if kind == GE else 0
        if given == yes:
            if not is_single(own, x) or not is_single(own, y):
                return False
            add_fixed(state, own, x)
            add_fixed(state, own, y)
            return bool(low_of(state, own, x) == low_of(state, own, y) + offset)
        return are_disjoint(state, own, x, y, offset)
    if not is_single(own, truth):
        return False
    add_fixed(state, own, truth)
    if low_of(state, own, truth) == yes:
        return agree(state, own, x, y, offset, v, kind, value)
    if v == NOTHING:
        add_fixed(state, own, x)
        add_fixed(state, own, y)
        return bool(low_of(state, own, x) == low_of(state, own, y) + offset)
    other, removed = (y, low_of(state, own, y) + offset)
    if v == y:
        other, removed = (x, low_of(state, own, x) - offset)
    if not is_single(own, other):
        return False
    add_fixed(state, own, other)
    return follows_from_removal(state, own, v, kind, value, removed)


@helper
def agree(
    state: State,
    own: Learner,
    x: Number,
    y: Number,
    offset: Number,
    v: Number,
    kind: Number,
    value: Number,
) -> bool:
    """Explain x = y + c: the values that one of them lacks, the other one lacks."""
    if v == NOTHING:
        return are_disjoint(state, own, x, y, offset)
    other, shift = (y, -offset) if v == x else (x, offset)
    if kind == NE:
        add_ne(state, own, other, value + shift)
    elif kind == GE:
        edge = min(low_of(state, own, other), value + shift)
        add_ge(state, own, other, edge)
        for each in range(edge, value + shift):
            lack(state, own, v, each - shift, other, each)
    else:
        edge = max(high_of(state, own, other) + 1, value + shift)
        add_le(state, own, other, edge - 1)
        for each in range(value + shift, edge):
            lack(state, own, v, each - shift, other, each)
    return True


@helper
def lack(
    state: State, own: Learner, v: Number, value: Number, other: Number, shifted: Number
) -> None:
    """Add that one of two variables lacks a value."""
    if is_possible(state, own, v, value):
        add_ne(state, own, other, shifted)
    else:
        add_ne(state, own, v, value)


@helper
def are_disjoint(state: State, own: Learner, x: Number, y: Number, offset: Number) -> bool:
    """Explain that x = y + c is impossible."""
    if low_of(state, own, x) > high_of(state, own, y) + offset:
        least = low_of(state, own, x)
        add_ge(state, own, x, least)
        add_le(state, own, y, least - offset - 1)
        return True
    if high_of(state, own, x) < low_of(state, own, y) + offset:
        most = high_of(state, own, x)
        add_le(state, own, x, most)
        add_ge(state, own, y, most - offset + 1)
        return True
    least = max(low_of(state, own, x), low_of(state, own, y) + offset)
    most = min(high_of(state, own, x), high_of(state, own, y) + offset)
    add_ge(state, own, x, min(least, low_of(state, own, x)))
    add_le(state, own, x, max(most, high_of(state, own, x)))
    add_ge(state, own, y, low_of(state, own, y))
    add_le(state, own, y, high_of(state, own, y))
    for each in range(least, most + 1):
        lack(state, own, x, each, y, each - offset)
    return True
