"""Reasons of a circuit: a path of fixed successors, or the arcs out of a set of places."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_fixed,
    add_ne,
    asked,
    is_possible,
    is_possible_at_root,
    is_single,
    low_of,
    scope,
)
from csp.engines.learning.state import NOTHING, Learner, learner_of
from csp.kernels.propagate import arity
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper

Number = Any


def circuit(handle: Any, learner: Any) -> int:
    """Explain a removed successor by the path to it, or a failure by a cycle or by a cut."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n = np.int64(arity(state, p))
    if v != NOTHING:
        place, steps = value, np.int64(0)
        while scope(state, p, place) != v:
            u = scope(state, p, place)
            steps += 1
            if steps > n or not is_single(own, u):
                return False
            add_fixed(state, own, u)
            place = low_of(state, own, u)
        return True
    for start in range(n):
        place, steps = np.int64(start), np.int64(0)
        while steps < n and is_single(own, scope(state, p, place)):
            place = low_of(state, own, scope(state, p, place))
            steps += 1
            if place == start:
                break
        if place == start and 0 < steps < n:
            for _ in range(steps):
                add_fixed(state, own, scope(state, p, place))
                place = low_of(state, own, scope(state, p, place))
            return True
    return cut(state, own, p, n)


@helper
def cut(state: State, own: Learner, p: Any, n: Number) -> bool:
    """Add that no place that can be reached from the first has another as its successor."""
    n_words = (n + 63) >> 6
    for j in range(2 * n_words):
        state.scratch[j] = np.uint64(0)
    state.scratch[0] = np.uint64(1)
    # Bits of the places that were reached, and after them of those whose successors were seen.
    n_reached, is_new = np.int64(1), True
    while is_new:
        is_new = False
        for j in range(n_words):
            open_ones = state.scratch[j] & ~state.scratch[n_words + j]
            state.scratch[n_words + j] = state.scratch[j]
            while open_ones != np.uint64(0):
                place = 64 * np.int64(j) + np.int64(trailing_zeros64(open_ones))
                open_ones &= open_ones - np.uint64(1)
                for other in range(n):
                    if is_possible(state, own, scope(state, p, place), other) and not bit_of(
                        state, np.int64(other)
                    ):
                        state.scratch[other >> 6] |= np.uint64(1) << np.uint64(other & 63)
                        n_reached += 1
                        is_new = True
    if n_reached == n:
        return False
    for inner in range(n):
        for outer in range(n):
            if bit_of(state, np.int64(inner)) and not bit_of(state, np.int64(outer)):
                u = scope(state, p, inner)
                if is_possible_at_root(state, own, u, np.int64(outer)):
                    add_ne(state, own, u, np.int64(outer))
    return True


@helper
def bit_of(state: State, place: Number) -> bool:
    """Return whether `scratch` has a bit."""
    return bool((state.scratch[place >> 6] >> np.uint64(place & 63)) & np.uint64(1))
