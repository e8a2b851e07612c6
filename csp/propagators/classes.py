"""The class of a variable's value: values in some intervals have a class in common.

The scope is the variable and its class. The constants are the number of intervals; the first value
of each, in ascending order; the last values; the classes, counted from 0; and the number of
classes. All values of the variable are in an interval. It is domain consistent, if the domain is
not wide.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, Wide, by_bounds
from csp.kernels.domains import (
    ALL,
    ONE,
    UNIT,
    ZERO,
    Value,
    at_least,
    at_most,
    contains,
    high,
    low,
    next_value,
    restrict,
    width,
)
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

BITS, LAST = np.int64(64), np.uint64(63)


def classes(handle: Any, p: Any) -> int:
    """Remove the values whose class was removed, and the classes without values."""
    state = state_of(handle)
    v, own, first = variable(state, p, 0), variable(state, p, 1), constants(state, p)
    n, is_wide = np.uint64(state.data[first]), width(state, v) == ZERO
    n_words = (number_of_classes(state, first) + LAST) >> np.uint64(6)
    for i in range(n_words):
        state.scratch[i] = ZERO
    for i in range(n):
        k = np.uint64(i)
        start, last = start_of(state, v, first, k), last_of(state, v, first, k)
        if start > last:
            continue
        number = class_of(state, first, k)
        if not contains(state, own, number):
            if not remove_all(state, v, start, last):
                return FAILED
        elif is_wide or next_value(state, v, start) <= last:
            place = np.uint64(number)
            state.scratch[place >> np.uint64(6)] |= ONE << (place & LAST)
    if is_wide and not lower_end(state, v, own, first):
        return FAILED
    for i in range(n_words):
        word = state.scratch[i]
        if not restrict(state, own, np.int64(i) * BITS, word):
            return FAILED
    return FIXPOINT


@helper
def lower_end(state: State, v: Unsigned, own: Unsigned, first: Unsigned) -> bool:
    """Remove the last intervals of a wide domain whose classes were removed."""
    k = np.uint64(state.data[first])
    while k > ZERO:
        k -= ONE
        start, last = start_of(state, v, first, k), last_of(state, v, first, k)
        if start <= last:
            if contains(state, own, class_of(state, first, k)):
                return True
            if not at_most(state, v, start - UNIT):
                return False
    return True


@helper
def remove_all(state: State, v: Unsigned, start: Value, last: Value) -> bool:
    """Remove the values from one to another, both within the bounds of the domain."""
    if start == low(state, v):
        return at_least(state, v, last + UNIT)
    if last == high(state, v):
        return at_most(state, v, start - UNIT)
    if width(state, v) == ZERO:
        return True
    value = start
    while value <= last:
        n = last - value + UNIT
        kept = ALL << np.uint64(n) if n < BITS else ZERO
        if not restrict(state, v, value, kept):
            return False
        value += BITS
    return True


@helper
def start_of(state: State, v: Unsigned, first: Unsigned, k: Unsigned) -> Value:
    """Return the first value of an interval that is not below the domain."""
    return max(state.data[first + ONE + k], low(state, v))


@helper
def last_of(state: State, v: Unsigned, first: Unsigned, k: Unsigned) -> Value:
    """Return the last value of an interval that is not above the domain."""
    n = np.uint64(state.data[first])
    return min(state.data[first + ONE + n + k], high(state, v))


@helper
def number_of_classes(state: State, first: Unsigned) -> Unsigned:
    """Return the number of classes: the domain at hand may have fewer words."""
    n = np.uint64(state.data[first])
    return np.uint64(state.data[first + ONE + n + n + n])


@helper
def class_of(state: State, first: Unsigned, k: Unsigned) -> Value:
    """Return the class of an interval."""
    n = np.uint64(state.data[first])
    return state.data[first + ONE + n + n + k]


CLASSES = Card(
    classes,
    explanation=by_bounds("classes:classes"),
    translation=Missing("it is posted for tables with conditions only, which others get as tables"),
    rows=NOT_LINEAR,
    wide=Wide.LEARNED,
)
