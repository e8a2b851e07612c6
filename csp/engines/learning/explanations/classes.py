"""Reasons of classes of values: the values of a class, and the class of a value."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    add_ne,
    asked,
    high_of,
    is_possible,
    is_wide,
    low_of,
    root_high,
    root_low,
    scope,
)
from csp.engines.learning.state import GE, NE, NOTHING, Learner, learner_of
from csp.kernels.propagate import constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any


def classes(handle: Any, learner: Any) -> int:
    """Explain that a variable lacks values, or that its class does."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    if v == NOTHING:
        return False
    x, number = scope(state, p, 0), scope(state, p, 1)
    least, greatest = value, value
    if kind != NE:
        least = root_low(state, own, v) if kind == GE else value
        greatest = value - 1 if kind == GE else root_high(state, own, v)
    if v == number:
        for each in range(least, greatest + 1):
            if not is_possible(state, own, number, each):
                add_ne(state, own, number, each)
            elif not lack_class(state, own, p, x, each):
                return False
        return True
    # The values beyond the bound that it had before are said by that bound.
    if kind == GE:
        least = min(low_of(state, own, x), value)
        add_ge(state, own, x, least)
    elif kind != NE:
        greatest = max(high_of(state, own, x), value - 1)
        add_le(state, own, x, greatest)
    return has_no_class(state, own, p, x, number, least, greatest)


@helper
def lack_class(state: State, own: Learner, p: Any, x: Number, number: Number) -> bool:
    """Add that a variable has no value of a class."""
    first = np.int64(constants(state, p))
    n = state.data[first]
    lo, hi = low_of(state, own, x), high_of(state, own, x)
    for k in range(first + 1, first + 1 + n):
        start, last = state.data[k], state.data[k + n]
        if state.data[k + n + n] != number:
            continue
        if start < lo:
            add_ge(state, own, x, min(lo, last + 1))
        if last > hi:
            add_le(state, own, x, max(hi, start - 1))
        if not lacks_all(state, own, x, max(start, lo), min(last, hi)):
            return False
    return True


@helper
def has_no_class(
    state: State, own: Learner, p: Any, x: Number, number: Number, least: Number, greatest: Number
) -> bool:
    """Add that the classes of some values are removed, or the values themselves."""
    first = np.int64(constants(state, p))
    n = state.data[first]
    for k in range(first + 1, first + 1 + n):
        start, last = max(state.data[k], least), min(state.data[k + n], greatest)
        if start > last:
            continue
        each = state.data[k + n + n]
        if not is_possible(state, own, number, each):
            add_ne(state, own, number, each)
            continue
        if not lacks_all(state, own, x, start, last):
            return False
    return True


@helper
def lacks_all(state: State, own: Learner, x: Number, start: Number, last: Number) -> bool:
    """Add that a variable has no value from one to another; return False if that is not so."""
    if start <= last and is_wide(state, x):
        return False
    for value in range(start, last + 1):
        if is_possible(state, own, x, value):
            return False
        add_ne(state, own, x, value)
    return True
