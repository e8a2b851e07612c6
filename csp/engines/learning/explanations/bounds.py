"""Reasons of constraints that read bounds alone, where nothing shorter is known: all bounds."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    add_ne,
    asked,
    asked_range,
    high_of,
    is_possible,
    low_of,
    scope,
)
from csp.engines.learning.state import LT, NOTHING, learner_of
from csp.kernels.propagate import arity
from csp.kernels.state import state_of

Number = Any


def all_bounds(handle: Any, learner: Any) -> int:
    """Explain a bound, or a failure, by the bounds of all variables.

    Where a bound has moved over missing values of its variable, these are needed, too. This holds
    for propagators whose runs change a variable only because of changes that are recorded before
    its own: see `csp.kernels.propagate.is_recorded`.
    """
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, _ = asked(own)
    if v != NOTHING and kind > LT:
        return False
    for k in range(np.int64(arity(state, p))):
        u = scope(state, p, k)
        add_ge(state, own, u, low_of(state, own, u))
        add_le(state, own, u, high_of(state, own, u))
    if v == NOTHING:
        return True
    first, end = asked_range(state, own, v)
    for each in range(first, end):
        if not is_possible(state, own, v, each):
            add_ne(state, own, v, each)
    return True
