"""Reasons of lexicographic order: pairs that cannot be in order, up to the one that decides."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import add_ge, add_le, add_ne, asked, high_of, low_of, scope
from csp.engines.learning.state import (
    IS_WRONG,
    LT,
    N_GATHERED,
    NOTHING,
    Learner,
    learner_of,
)
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
FIRST = np.int64(0)


def lexicographic(handle: Any, learner: Any) -> int:
    """Explain a bound by its pair, those before it, and those after it if it must be strict.

    A variable that is there several times has the bound because of one of its places: the first
    one that explains it.
    """
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, _ = asked(own)
    n = np.int64(arity(state, p)) >> 1
    if v == NOTHING:
        return add_disorder(state, own, p, FIRST, n)
    if kind > LT:
        return False
    for k in range(n):
        if v != scope(state, p, k if kind == LT else n + k):
            continue
        if add_pair(state, own, p, np.int64(k), n) and own.numbers[IS_WRONG] == 0:
            return True
        own.numbers[N_GATHERED] = 0
        own.numbers[IS_WRONG] = 0
    return False


@helper
def add_pair(state: State, own: Learner, p: Any, k: Number, n: Number) -> bool:
    """Add why pair k gives the bound that was asked for; return False if it does not."""
    _, _, kind, value = asked(own)
    x, y = scope(state, p, k), scope(state, p, n + k)
    if kind == LT:
        most = high_of(state, own, y)
        gap = is_strict(state, own, p, k, n, most >= value)
        if gap < 0:
            return False
        for other in range(value, most - gap + 1):
            add_ne(state, own, x, other)
        add_le(state, own, y, max(most - gap, value - 1) + gap)
        return True
    least = low_of(state, own, x)
    gap = is_strict(state, own, p, k, n, least < value)
    if gap < 0:
        return False
    for other in range(least + gap, value):
        add_ne(state, own, y, other)
    add_ge(state, own, x, min(least + gap, value) - gap)
    return True


@helper
def is_strict(state: State, own: Learner, p: Any, k: Number, n: Number, is_needed: bool) -> Number:
    """Explain why x <= y, or x < y if that is needed, holds for pair k.

    Returns
    -------
    1 if x < y was explained, 0 for x <= y, and -1 if it is not known why.
    """
    for j in range(k):
        if not add_not_less(state, own, scope(state, p, j), scope(state, p, n + j)):
            return -1
    if is_needed:
        n_gathered = own.numbers[N_GATHERED]
        if add_disorder(state, own, p, k + 1, n):
            return 1
        own.numbers[N_GATHERED] = n_gathered
    return 0


@helper
def add_not_less(state: State, own: Learner, x: Number, y: Number) -> bool:
    """Add why x >= y; return False if x may be less."""
    least = low_of(state, own, x)
    if least < high_of(state, own, y):
        return False
    add_ge(state, own, x, least)
    add_le(state, own, y, least)
    return True


@helper
def add_disorder(state: State, own: Learner, p: Any, first: Number, n: Number) -> bool:
    """Add why the sequences from a place on cannot be in order; return False if they may be."""
    for j in range(first, n):
        x, y = scope(state, p, j), scope(state, p, n + j)
        least = low_of(state, own, x)
        if least > high_of(state, own, y):
            add_ge(state, own, x, least)
            add_le(state, own, y, least - 1)
            return True
        if not add_not_less(state, own, x, y):
            return False
    return bool(state.data[np.int64(constants(state, p))] != 0)
