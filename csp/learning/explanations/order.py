"""Reasons of the order of two tasks: bounds that exclude the other order."""

from typing import Any

import numpy as np

from csp.kernels.state import State, state_of
from csp.learning.gathering import (
    add_fixed,
    add_ge,
    add_le,
    asked,
    high_of,
    is_single,
    low_of,
    scope,
)
from csp.learning.state import GE, LT, NOTHING, Learner, learner_of
from exactcover.compiled.jit import helper

Number = Any


def order(handle: Any, learner: Any) -> int:
    """Explain the order of two tasks, or a bound that follows from it."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    bit = scope(state, p, 4)
    if v == bit:
        # The opposite order is impossible.
        return exclude(state, own, p, np.int64(1 if kind == GE else 0))
    if v == NOTHING:
        if is_single(own, bit):
            add_fixed(state, own, bit)
            return exclude(state, own, p, 1 - low_of(state, own, bit))
        return exclude(state, own, p, np.int64(0)) and exclude(state, own, p, np.int64(1))
    if not is_single(own, bit) or kind > LT:
        return False
    add_fixed(state, own, bit)
    first = 1 - low_of(state, own, bit)
    x, y, duration = scope(state, p, first), scope(state, p, 1 - first), scope(state, p, 2 + first)
    length = low_of(state, own, duration)
    if v == y and kind == GE:
        add_ge(state, own, duration, length)
        add_ge(state, own, x, value - length)
    elif v == x and kind == LT:
        add_ge(state, own, duration, length)
        add_le(state, own, y, value - 1 + length)
    elif v == duration and kind == LT:
        least = low_of(state, own, x)
        add_ge(state, own, x, least)
        add_le(state, own, y, least + value - 1)
    else:
        return False
    return True


@helper
def exclude(state: State, own: Learner, p: Any, first: Number) -> bool:
    """Add why task `first` of the two cannot end before the other one starts."""
    x, y, duration = scope(state, p, first), scope(state, p, 1 - first), scope(state, p, 2 + first)
    start, length = low_of(state, own, x), low_of(state, own, duration)
    add_ge(state, own, x, start)
    add_ge(state, own, duration, length)
    add_le(state, own, y, start + length - 1)
    return bool(start + length > high_of(state, own, y))
