"""Reasons of binary tables: the supports of a value, which the other variable lacks."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_fixed,
    add_ne,
    asked,
    is_possible,
    is_single,
    root_high,
    root_low,
    scope,
)
from csp.engines.learning.state import NOTHING, Learner, learner_of
from csp.kernels.propagate import constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
MANY = 8
"""A fixed variable is named by its value rather than by this many values that it lacks."""


def pairs(handle: Any, learner: Any) -> int:
    """Explain that a value of a binary table has no support."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    if v == NOTHING:
        x = scope(state, p, 0)
        for each in range(root_low(state, own, x), root_high(state, own, x) + 1):
            if is_possible(state, own, x, each):
                lack_supports(state, own, p, 0, each)
            else:
                add_ne(state, own, x, each)
        return True
    lack_supports(state, own, p, 0 if v == scope(state, p, 0) else 1, value)
    return True


@helper
def lack_supports(state: State, own: Learner, p: Any, side: Number, value: Number) -> None:
    """Add that the other variable of a binary table lacks the supports of a value."""
    data, first = state.data, np.int64(constants(state, p))
    column = first + 4 * side
    y = scope(state, p, 1 - side)
    least, n_words = data[column + 1], data[column + 2]
    row = first + data[column + 3] + (value - data[column]) * n_words
    n = np.int64(0)
    for other in range(root_low(state, own, y), root_high(state, own, y) + 1):
        n += has_bit(state, row, other - least)
    if n > MANY and is_single(own, y):
        add_fixed(state, own, y)
        return
    for other in range(root_low(state, own, y), root_high(state, own, y) + 1):
        if has_bit(state, row, other - least):
            add_ne(state, own, y, other)


@helper
def has_bit(state: State, row: Number, place: Number) -> bool:
    """Return whether a row of bits in `data` has a bit."""
    word = np.uint64(state.data[row + (place >> 6)])
    return bool((word >> np.uint64(place & 63)) & np.uint64(1))
