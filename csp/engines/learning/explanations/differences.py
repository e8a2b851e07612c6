"""Reasons of differences that are all different: a value would make two differences equal."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import add_fixed, asked, is_single, low_of, scope
from csp.engines.learning.state import NE, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any


def differences(handle: Any, learner: Any) -> int:
    """Explain that a variable lacks a value: two differences of fixed ones would be equal."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = np.int64(arity(state, p))
    if v == NOTHING:
        return are_equal(state, own, n)
    if kind != NE:
        return False
    place = np.int64(0)
    while scope(state, p, place) != v:
        place += 1
    for k in range(n):
        u = scope(state, p, k)
        if u == v or not is_single(own, u):
            continue
        difference = value - low_of(state, own, u)
        if k > place:
            difference = -difference
        # In the middle, it also has the difference to a variable on the other side.
        last = place if k < place else n
        if add_equal(state, own, n, last, difference):
            add_fixed(state, own, u)
            return True
    return False


@helper
def add_equal(state: State, own: Learner, n: Number, last: Number, difference: Number) -> bool:
    """Add two fixed variables with a difference, or one after place `last` that would have it."""
    p, v, _, value = asked(own)
    for j in range(n):
        y = scope(state, p, j)
        if y == v or not is_single(own, y):
            continue
        if j > last and low_of(state, own, y) - value == difference:
            add_fixed(state, own, y)
            return True
        for i in range(j):
            x = scope(state, p, i)
            if x == v or not is_single(own, x):
                continue
            if low_of(state, own, y) - low_of(state, own, x) == difference:
                add_fixed(state, own, x)
                add_fixed(state, own, y)
                return True
    return False


@helper
def are_equal(state: State, own: Learner, n: Number) -> bool:
    """Add variables of which two differences are equal; return False if there are none.

    Two that are equal have the same difference to a third one, unless they are the ends.
    """
    p, _, _, _ = asked(own)
    span = state.data[np.int64(constants(state, p))]
    for k in range((2 * span >> 6) + 1):
        state.scratch[k] = np.uint64(0)
    # Bit `span + d` is set if two fixed variables have the difference d; 0 counts as known.
    state.scratch[span >> 6] = np.uint64(1) << np.uint64(span & 63)
    for j in range(n):
        y = scope(state, p, j)
        for i in range(j if is_single(own, y) else 0):
            x = scope(state, p, i)
            if not is_single(own, x):
                continue
            difference = low_of(state, own, y) - low_of(state, own, x)
            if difference == 0 and i == 0 and j == n - 1:
                continue
            place, bit = (span + difference) >> 6, np.uint64((span + difference) & 63)
            if (state.scratch[place] >> bit) & np.uint64(1) != np.uint64(0):
                add_fixed(state, own, x)
                add_fixed(state, own, y)
                return bool(difference == 0 or has_another(state, own, j, x, difference))
            state.scratch[place] |= np.uint64(1) << bit
    return False


@helper
def has_another(
    state: State, own: Learner, last: Number, other: Number, difference: Number
) -> bool:
    """Add another pair of fixed variables with a difference, of places up to the last one."""
    p, _, _, _ = asked(own)
    for j in range(last + 1):
        y = scope(state, p, j)
        for i in range(j if is_single(own, y) else 0):
            x = scope(state, p, i)
            is_other = is_single(own, x) and (j < last or x != other)
            if is_other and low_of(state, own, y) - low_of(state, own, x) == difference:
                add_fixed(state, own, x)
                add_fixed(state, own, y)
                return True
    return False
