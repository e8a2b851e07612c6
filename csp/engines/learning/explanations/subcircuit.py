"""Reasons of a circuit of some places: a chain and a place outside of it, or a closed circuit."""

from typing import Any

import numpy as np

from csp.engines.learning.explanations.circuit import bit_of
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
from csp.engines.learning.state import NE, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
NOWHERE = np.int64(-1)


def subcircuit(handle: Any, learner: Any) -> int:
    """Explain a removed successor, or a failure."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = np.int64(arity(state, p))
    if v == NOTHING:
        for start in range(n):
            if mark_closed(state, own, p, np.int64(start), n):
                needed = needed_outside(state, own, p, n)
                if needed >= 0:
                    add_marked(state, own, p, n)
                    add_ne(state, own, scope(state, p, needed), needed)
                    return True
        return False
    if kind != NE:
        return False
    if mark_chain(state, own, p, value, v, n):
        needed = needed_outside(state, own, p, n)
        if needed >= 0:
            add_marked(state, own, p, n, v)
            add_ne(state, own, scope(state, p, needed), needed)
            return True
    for start in range(n):
        if mark_closed(state, own, p, np.int64(start), n) and is_other(state, p, n, v, value):
            add_marked(state, own, p, n)
            return True
    return False


@helper
def mark_chain(state: State, own: Learner, p: Any, start: Number, end: Number, n: Number) -> bool:
    """Mark the places from one to that of a variable; return whether fixed successors lead there.

    The variable may be NOTHING: then whether they lead back to the start, without being left out.
    """
    for j in range((n + 63) >> 6):
        state.scratch[j] = np.uint64(0)
    place = start
    while True:
        if bit_of(state, place):
            return bool(end == NOTHING and place == start)
        state.scratch[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
        u = scope(state, p, place)
        if u == end:
            return True
        if not is_single(own, u) or low_of(state, own, u) == place:
            return False
        place = low_of(state, own, u)


@helper
def mark_closed(state: State, own: Learner, p: Any, start: Number, n: Number) -> bool:
    """Mark the places of a closed circuit; return whether there is one from a place on."""
    return mark_chain(state, own, p, start, np.int64(NOTHING), n)


@helper
def needed_outside(state: State, own: Learner, p: Any, n: Number) -> Number:
    """Return a place without mark that cannot be left out, at best at the root already; or -1."""
    found = NOWHERE
    for k in range(n):
        place = np.int64(k)
        u = scope(state, p, place)
        if not bit_of(state, place) and not is_possible(state, own, u, place):
            found = place
            if not is_possible_at_root(state, own, u, place):
                break
    return found


@helper
def is_other(state: State, p: Any, n: Number, v: Number, value: Number) -> bool:
    """Return whether the place of a variable has no mark, and a value does not leave it out."""
    for k in range(n):
        if scope(state, p, k) == v:
            return bool(not bit_of(state, np.int64(k)) and k != value)
    return False


@helper
def add_marked(state: State, own: Learner, p: Any, n: Number, v: Number = NOTHING) -> None:
    """Add the successors of all marked places, but for that of a variable."""
    for k in range(n):
        u = scope(state, p, k)
        if u != v and bit_of(state, np.int64(k)):
            add_fixed(state, own, u)
