"""Reasons of cardinality: the variables that have a value, or those that lack it."""

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
from csp.engines.learning.state import NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any


def cardinality(handle: Any, learner: Any) -> int:
    """Explain a count by the variables that must or cannot have a value, or the other way round."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    first = np.int64(constants(state, p))
    n = state.data[first]
    for j in range(n, np.int64(arity(state, p))):
        counted, own_value = scope(state, p, j), state.data[first + 1 + j - n]
        must, may = count_in(state, own, p, n, own_value)
        least, most = low_of(state, own, counted), high_of(state, own, counted)
        if v == NOTHING:
            if must > most:
                add_le(state, own, counted, most)
                return having(state, own, p, n, own_value, most + 1)
            if may < least:
                add_ge(state, own, counted, least)
                return lacking(state, own, p, n, own_value, n - least + 1, v)
        elif v == counted:
            if value < must:
                return having(state, own, p, n, own_value, value + 1)
            if value > may:
                return lacking(state, own, p, n, own_value, n - value + 1, v)
            return False
        elif value == own_value and must >= most:
            add_le(state, own, counted, must)
            return having(state, own, p, n, own_value, must)
        elif value != own_value and may <= least and is_possible(state, own, v, own_value):
            add_ge(state, own, counted, may)
            return lacking(state, own, p, n, own_value, n - may, v)
    return False


@helper
def count_in(state: State, own: Learner, p: Any, n: Number, value: Number) -> tuple[Number, Number]:
    """Return how many of the first `n` variables must and may have a value."""
    must, may = np.int64(0), np.int64(0)
    for k in range(n):
        u = scope(state, p, k)
        if is_possible(state, own, u, value):
            may += 1
            must += is_single(own, u)
    return must, may


@helper
def having(state: State, own: Learner, p: Any, n: Number, value: Number, wanted: Number) -> bool:
    """Add that a wanted number of variables have a value."""
    for k in range(n):
        u = scope(state, p, k)
        if wanted > 0 and is_single(own, u) and low_of(state, own, u) == value:
            add_fixed(state, own, u)
            wanted -= 1
    return bool(wanted <= 0)


@helper
def lacking(
    state: State, own: Learner, p: Any, n: Number, value: Number, wanted: Number, but: Number
) -> bool:
    """Add that a wanted number of variables lack a value."""
    for k in range(n):
        u = scope(state, p, k)
        if wanted > 0 and u != but and not is_possible(state, own, u, value):
            add_ne(state, own, u, value)
            wanted -= 1
    return bool(wanted <= 0)
