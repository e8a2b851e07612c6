"""Reasons of linear constraints: the bounds of the other terms, as weak as they may be.

What is to be explained is refuted: if it did not hold, the least sum would be above the total. The
excess that is left weakens the other bounds, the first ones first.

References
----------
G. Gange, J. K. Harland and P. Stuckey, and others, on explanations of linear constraints that use
the slack: T. Feydy and P. Stuckey, Lazy clause generation reengineered, CP 2009.
"""

from typing import Any

import numpy as np

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
from csp.engines.learning.state import (
    GE,
    LT,
    NE,
    NOTHING,
    ROOT_HI,
    ROOT_LO,
    Learner,
    learner_of,
)
from csp.kernels.propagate import arity, constants, variable
from csp.kernels.state import ORIGIN, State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any


def less_equal(handle: Any, learner: Any) -> int:
    """Explain sum <= total."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, _ = asked(own)
    n = np.int64(arity(state, p))
    total = state.data[np.int64(constants(state, p)) + n]
    return refute(state, own, n, v, 1, total)


def equals(handle: Any, learner: Any) -> int:
    """Explain sum = total."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, _ = asked(own)
    n = np.int64(arity(state, p))
    total = state.data[np.int64(constants(state, p)) + n]
    return refute_either(state, own, n, v, total)


def not_equals(handle: Any, learner: Any) -> int:
    """Explain sum != total."""
    state, own = state_of(handle), learner_of(learner)
    p, _, _, _ = asked(own)
    n = np.int64(arity(state, p))
    return differ(state, own, n)


def reified_less_equal(handle: Any, learner: Any) -> int:
    """Explain a truth value of sum <= total, or what follows from it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = np.int64(arity(state, p))
    truth = np.int64(variable(state, p, np.uint64(n - 1)))
    total = state.data[np.int64(constants(state, p)) + n]
    nobody = np.int64(NOTHING)
    if v == truth:
        # It holds if its opposite has no solution, and the other way round.
        holds = (kind == GE) == (value == 1)
        sign, limit = (-1, -total - 1) if holds else (1, total)
        return refute(state, own, n - 1, nobody, sign, limit)
    if not is_single(own, truth):
        return False
    add_fixed(state, own, truth)
    if low_of(state, own, truth) == 1:
        return refute(state, own, n - 1, v, 1, total)
    return refute(state, own, n - 1, v, -1, -total - 1)


def reified_equals(handle: Any, learner: Any) -> int:
    """Explain a truth value of sum == total or sum != total, or what follows from it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, _ = asked(own)
    n = np.int64(arity(state, p))
    first = np.int64(constants(state, p))
    truth = np.int64(variable(state, p, np.uint64(n - 1)))
    total, yes = state.data[first + n], state.data[first + n + 1]
    nobody = np.int64(NOTHING)
    if v == truth:
        given = 1 if kind == GE else 0
        if given == yes:
            return gather_all(state, own, p, n - 1)
        return refute_either(state, own, n - 1, nobody, total)
    if not is_single(own, truth):
        return False
    add_fixed(state, own, truth)
    if low_of(state, own, truth) == yes:
        return refute_either(state, own, n - 1, v, total)
    return differ(state, own, n - 1)


@helper
def refute_either(state: State, own: Learner, n: Number, v: Number, total: Number) -> bool:
    """Explain sum = total by one of its two halves."""
    p, _, kind, _ = asked(own)
    sign = np.int64(1)
    if v == NOTHING:
        if least_sum(state, own, p, n, sign) <= total:
            sign = -sign
    elif (coefficient_of(state, p, n, v) > 0) == (kind == GE):
        sign = -sign
    return refute(state, own, n, v, sign, sign * total)


@helper
def coefficient_of(state: State, p: Any, n: Number, v: Number) -> Number:
    """Return the coefficient of a variable, or 0."""
    first = np.int64(constants(state, p))
    for k in range(n):
        if np.int64(variable(state, p, np.uint64(k))) == v:
            return state.data[first + k]
    return np.int64(0)


@helper
def least_sum(state: State, own: Learner, p: Any, n: Number, sign: Number) -> Number:
    """Return the least value of sign times the sum."""
    first, least = np.int64(constants(state, p)), np.int64(0)
    for k in range(n):
        c = sign * state.data[first + k]
        u = np.int64(variable(state, p, np.uint64(k)))
        least += c * (low_of(state, own, u) if c > 0 else high_of(state, own, u))
    return least


@helper
def refute(state: State, own: Learner, n: Number, v: Number, sign: Number, total: Number) -> bool:
    """Explain sign * sum <= total: the opposite of what is to be explained is impossible.

    `v` is the variable that was asked for, or NOTHING if the sum itself must fail.
    """
    p, _, kind, value = asked(own)
    first = np.int64(constants(state, p))
    excess = least_sum(state, own, p, n, sign) - total - 1
    if v != NOTHING:
        c = sign * coefficient_of(state, p, n, v)
        if kind == NE or c == 0 or (c < 0) != (kind == GE):
            return False
        step = np.int64(1 if kind == GE else -1)
        edge = value - 1 if kind == GE else value
        excess += c * (edge - (low_of(state, own, v) if c > 0 else high_of(state, own, v)))
        # The bound that follows may have moved over values that were not there any more.
        while excess < 0 and not is_possible(state, own, v, edge):
            add_ne(state, own, v, edge)
            edge -= step
            excess -= c * step
    if excess < 0:
        return False
    for k in range(n):
        u = np.int64(variable(state, p, np.uint64(k)))
        if u == v:
            continue
        c = sign * state.data[first + k]
        origin = state.variables[u, ORIGIN]
        if c > 0:
            least = low_of(state, own, u)
            steps = min(excess // c, least - origin - own.variables[u, ROOT_LO])
            excess -= c * steps
            add_ge(state, own, u, least - steps)
        elif c < 0:
            most = high_of(state, own, u)
            steps = min(excess // -c, own.variables[u, ROOT_HI] + origin - most)
            excess += c * steps
            add_le(state, own, u, most + steps)
    return True


@helper
def gather_all(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Gather the values of all variables."""
    for k in range(n):
        u = np.int64(variable(state, p, np.uint64(k)))
        if not is_single(own, u):
            return False
        add_fixed(state, own, u)
    return True


@helper
def differ(state: State, own: Learner, n: Number) -> bool:
    """Explain sum != total: all other variables are fixed."""
    p, v, kind, value = asked(own)
    first = np.int64(constants(state, p))
    rest, c = state.data[first + n], np.int64(0)
    for k in range(n):
        u = np.int64(variable(state, p, np.uint64(k)))
        if u == v:
            c = state.data[first + k]
        elif not is_single(own, u):
            return False
        else:
            add_fixed(state, own, u)
            rest -= state.data[first + k] * low_of(state, own, u)
    if v == NOTHING:
        return bool(rest == 0)
    if c == 0 or rest % c != 0:
        return False
    return follows_from_removal(state, own, v, kind, value, rest // c)


@helper
def follows_from_removal(
    state: State, own: Learner, v: Number, kind: Number, value: Number, removed: Number
) -> bool:
    """Gather what a literal needs beside the removal of a value."""
    if kind == NE:
        return bool(value == removed)
    if kind == GE:
        add_ge(state, own, v, removed)
        for other in range(removed + 1, value):
            add_ne(state, own, v, other)
        return bool(removed < value)
    add_le(state, own, v, removed)
    for other in range(value, removed):
        add_ne(state, own, v, other)
    return bool(kind == LT and value <= removed)
