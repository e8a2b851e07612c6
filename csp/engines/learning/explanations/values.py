"""Reasons of constraints that remove values: all-different, inverse, channel, pairs."""

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
    scope,
)
from csp.engines.learning.state import GE, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
NOWHERE = np.int64(-1)


def hidden_singles(handle: Any, learner: Any) -> int:
    """Explain that a variable must have a value, because no other can have it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n, first = np.int64(arity(state, p)), np.int64(constants(state, p))
    least, n_values = state.data[first + n], state.data[first + n + 1]
    for wanted in range(least, least + n_values):
        if not is_wanted(state, p, n, wanted):
            continue
        n_able, is_own = 0, False
        for k in range(n):
            u = scope(state, p, k)
            if u == v:
                is_own = wanted - state.data[first + k] != value
            elif is_possible(state, own, u, wanted - state.data[first + k]):
                n_able += 1
        if n_able == 0 and (is_own or v == NOTHING):
            add_lacking(state, own, p, n, v, wanted)
            return True
    return bool(v == NOTHING and have_one_place(state, own, p, n))


@helper
def is_wanted(state: State, p: Any, n: Number, value: Number) -> bool:
    """Return whether a variable must have a value."""
    first = np.int64(constants(state, p)) + n
    place = value - state.data[first]
    word = np.uint64(state.data[first + 2 + (place >> 6)])
    return bool((word >> np.uint64(place & 63)) & np.uint64(1))


@helper
def add_lacking(state: State, own: Learner, p: Any, n: Number, v: Number, value: Number) -> None:
    """Add that all variables but one lack a value."""
    first = np.int64(constants(state, p))
    for k in range(n):
        u = scope(state, p, k)
        if u != v:
            add_ne(state, own, u, value - state.data[first + k])


@subroutine
def have_one_place(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Explain that two values are left to the same variable, because no other can have them."""
    first = np.int64(constants(state, p))
    least = state.data[first + n]
    end = least + state.data[first + n + 1]
    for one in range(least, end):
        k = only_place(state, own, p, n, one)
        if k == NOWHERE:
            continue
        v = scope(state, p, k)
        for other in range(one + 1, end):
            # Most values are not possible for this variable, and need no look at the others.
            if (
                is_possible(state, own, v, other - state.data[first + k])
                and only_place(state, own, p, n, other) == k
            ):
                add_lacking(state, own, p, n, v, one)
                add_lacking(state, own, p, n, v, other)
                return True
    return False


@subroutine
def only_place(state: State, own: Learner, p: Any, n: Number, value: Number) -> Number:
    """Return the place of the only variable that can have a wanted value, or NOWHERE."""
    first, found = np.int64(constants(state, p)), NOWHERE
    if not is_wanted(state, p, n, value):
        return found
    for k in range(n):
        if is_possible(state, own, scope(state, p, k), value - state.data[first + k]):
            if found != NOWHERE:
                return NOWHERE
            found = np.int64(k)
    return found


def except_some(handle: Any, learner: Any) -> int:
    """Explain that a value is removed, because another variable has it, or that two have it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n = np.int64(arity(state, p))
    if v == NOTHING:
        return have_the_same(state, own, p, n)
    for k in range(n):
        u = scope(state, p, k)
        if u != v and is_single(own, u) and low_of(state, own, u) == value:
            add_fixed(state, own, u)
            return True
    return False


@helper
def have_the_same(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Explain that two fixed variables have the same value, which is not shared."""
    first = np.int64(constants(state, p))
    for k in range(n):
        u = scope(state, p, k)
        if not is_single(own, u):
            continue
        value, is_shared = low_of(state, own, u), False
        for i in range(first + 1, first + 1 + state.data[first]):
            is_shared |= state.data[i] == value
        for j in range(0 if is_shared else k):
            other = scope(state, p, j)
            if other != u and is_single(own, other) and low_of(state, own, other) == value:
                add_fixed(state, own, u)
                add_fixed(state, own, other)
                return True
    return False


def inverse(handle: Any, learner: Any) -> int:
    """Explain that a value is removed, because the other variable lacks the place of this one."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n = np.int64(arity(state, p)) >> 1
    if v == NOTHING:
        for k in range(n + n):
            if is_unmatched(state, own, p, np.int64(k), n):
                add_unmatched(state, own, p, np.int64(k), n)
                return True
        return False
    for k in range(n + n):
        if scope(state, p, k) == v and 0 <= value < n:
            other, place = (value + n, k) if k < n else (value, k - n)
            u = scope(state, p, other)
            if not is_possible(state, own, u, place):
                add_ne(state, own, u, place)
                return True
    return False


@helper
def is_unmatched(state: State, own: Learner, p: Any, k: Number, n: Number) -> bool:
    """Return whether no variable of the other side can have the place of variable k."""
    v = scope(state, p, k)
    for value in range(low_of(state, own, v), high_of(state, own, v) + 1):
        if is_possible(state, own, v, value):
            other, place = (value + n, k) if k < n else (value, k - n)
            if is_possible(state, own, scope(state, p, other), place):
                return False
    return True


@helper
def add_unmatched(state: State, own: Learner, p: Any, k: Number, n: Number) -> None:
    """Add that no variable of the other side can have the place of variable k."""
    v = scope(state, p, k)
    add_ge(state, own, v, low_of(state, own, v))
    add_le(state, own, v, high_of(state, own, v))
    for value in range(low_of(state, own, v), high_of(state, own, v) + 1):
        if is_possible(state, own, v, value):
            other, place = (value + n, k) if k < n else (value, k - n)
            add_ne(state, own, scope(state, p, other), place)
        else:
            add_ne(state, own, v, value)


def channel(handle: Any, learner: Any) -> int:
    """Explain a bit by the variable, or a value of the variable by the bits."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n, first = np.int64(arity(state, p)), np.int64(constants(state, p))
    chosen = scope(state, p, 0)
    for k in range(1, n):
        bit, own_value = scope(state, p, k), state.data[first + k - 1]
        is_set = is_single(own, bit) and low_of(state, own, bit) == 1
        is_clear = is_single(own, bit) and low_of(state, own, bit) == 0
        if v == NOTHING:
            if is_set and not is_possible(state, own, chosen, own_value):
                add_fixed(state, own, bit)
                add_ne(state, own, chosen, own_value)
                return True
            if is_clear and is_single(own, chosen) and low_of(state, own, chosen) == own_value:
                add_fixed(state, own, bit)
                add_fixed(state, own, chosen)
                return True
        elif v == bit:
            if value == 1:
                add_ne(state, own, chosen, own_value)
            else:
                add_fixed(state, own, chosen)
                return bool(low_of(state, own, chosen) == own_value)
            return True
        elif v == chosen and ((is_set and own_value != value) or (is_clear and own_value == value)):
            add_fixed(state, own, bit)
            return True
    return False


def hall_intervals(handle: Any, learner: Any) -> int:
    """Explain a bound by an interval that other variables fill, or too many in an interval."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n, first = np.int64(arity(state, p)), np.int64(constants(state, p))
    if n > 64:
        return False
    offset = np.int64(0)
    for k in range(n):
        if scope(state, p, k) == v:
            offset = state.data[first + k]
    for i in range(n):
        a = low_of(state, own, scope(state, p, i)) + state.data[first + i]
        for j in range(n):
            b = high_in(state, own, p, first, j)
            if b < a:
                continue
            if v != NOTHING:
                first_out, last_out = low_of(state, own, v) + offset, value + offset - 1
                if kind != GE:
                    first_out, last_out = value + offset, high_of(state, own, v) + offset
                if a > first_out or b < last_out:
                    continue
            needed = b - a + (2 if v == NOTHING else 1)
            if n_inside(state, own, p, first, a, b, v) < needed:
                continue
            for k in range(n):
                u, shift = scope(state, p, k), state.data[first + k]
                low, high = low_of(state, own, u) + shift, high_in(state, own, p, first, k)
                if u != v and low >= a and high <= b and needed > 0:
                    add_ge(state, own, u, a - shift)
                    add_le(state, own, u, b - shift)
                    needed -= 1
            if v != NOTHING and kind == GE:
                add_ge(state, own, v, a - offset)
            elif v != NOTHING:
                add_le(state, own, v, b - offset)
            return True
    return False


@helper
def high_in(state: State, own: Learner, p: Any, first: Number, k: Number) -> Number:
    """Return the greatest value of view `k` of a propagator with offsets."""
    return high_of(state, own, scope(state, p, k)) + state.data[first + k]


@helper
def n_inside(
    state: State, own: Learner, p: Any, first: Number, a: Number, b: Number, v: Number
) -> Number:
    """Return how many views but that of `v` have all their values in an interval."""
    n = np.int64(0)
    for k in range(np.int64(arity(state, p))):
        u, shift = scope(state, p, k), state.data[first + k]
        if u != v:
            n += low_of(state, own, u) + shift >= a and high_of(state, own, u) + shift <= b
    return n
