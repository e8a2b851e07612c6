"""A circuit of some places: variable i of the scope is the successor of place i, or i itself.

A place that is its own successor is left out. The values of the scope are all different.

References
----------
K. Francis and P. J. Stuckey, Explaining circuit propagation, Constraints 19 (2014).
"""

from typing import Any

import numpy as np

from csp.cards.card import Card, Implied, Translation, by_values
from csp.cards.formats import Constants, FlatZinc, Scope
from csp.kernels.domains import (
    LAST_BIT,
    ONE,
    SIX,
    ZERO,
    assign,
    contains,
    is_fixed,
    low,
    remove,
)
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from csp.propagators.circuit import automata, to_cpsat
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def subcircuit(handle: Any, p: Any) -> int:
    """Leave out all other places if a circuit is closed, and do not close one too early."""
    state = state_of(handle)
    n = arity(state, p)
    n_words = (n + LAST_BIT) >> SIX
    n_needed = mark_places(state, p, n, n_words)
    for k in range(n):
        start = np.uint64(k)
        if is_left_out(state, p, start) or not is_fixed(state, variable(state, p, start)):
            continue
        length, end = follow(state, p, start, n)
        if end == start:
            if length > n or not leave_out_others(state, p, start, n, n_words):
                return FAILED
            return DONE
        if has_predecessor(state, start):
            continue
        # The end is needed, too, because its predecessor leads to it.
        is_end_free = contains(state, variable(state, p, end), np.int64(end))
        n_of_chain = length - ONE if is_end_free else length
        if n_needed > n_of_chain and not remove(state, variable(state, p, end), np.int64(start)):
            return FAILED
    return DONE


@helper
def mark_places(state: State, p: Unsigned, n: Unsigned, n_words: Unsigned) -> Unsigned:
    """Mark the places with a fixed predecessor; return how many cannot be left out."""
    for k in range(n_words):
        state.scratch[k] = ZERO
    n_needed = ZERO
    for k in range(n):
        place = np.uint64(k)
        v = variable(state, p, place)
        if not contains(state, v, np.int64(place)):
            n_needed += ONE
            if is_fixed(state, v):
                after = np.uint64(low(state, v))
                state.scratch[after >> SIX] |= ONE << (after & LAST_BIT)
    return n_needed


@helper
def has_predecessor(state: State, place: Unsigned) -> bool:
    """Return whether a place is marked."""
    return bool((state.scratch[place >> SIX] >> (place & LAST_BIT)) & ONE)


@helper
def is_left_out(state: State, p: Unsigned, place: Unsigned) -> bool:
    """Return whether a place is surely its own successor."""
    v = variable(state, p, place)
    return bool(is_fixed(state, v) and np.uint64(low(state, v)) == place)


@helper
def follow(state: State, p: Unsigned, start: Unsigned, n: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Follow fixed successors; return the number of places on the way, and the last one.

    The last one is the start again if the chain is closed.
    """
    length, place = ONE, np.uint64(low(state, variable(state, p, start)))
    while place != start and length <= n and is_fixed(state, variable(state, p, place)):
        length += ONE
        after = np.uint64(low(state, variable(state, p, place)))
        if after == place:
            break
        place = after
    if place != start:
        length += ONE
    return length, place


@helper
def leave_out_others(
    state: State, p: Unsigned, start: Unsigned, n: Unsigned, n_words: Unsigned
) -> bool:
    """Make all places that are not on a closed circuit their own successors."""
    for k in range(n_words):
        state.scratch[k] = ZERO
    place = start
    while True:
        state.scratch[place >> SIX] |= ONE << (place & LAST_BIT)
        place = np.uint64(low(state, variable(state, p, place)))
        if place == start:
            break
    for k in range(n):
        other = np.uint64(k)
        v = variable(state, p, other)
        if not has_predecessor(state, other):
            if not contains(state, v, np.int64(other)):
                return False
            assign(state, v, np.int64(other))
    return True


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post the circuit of some places, which are numbered from 0."""
    to.post("csp_subcircuit", to.names(scope), 0)


SUBCIRCUIT = Card(
    subcircuit,
    explanation=by_values("subcircuit:subcircuit"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=Implied("its successors are a group, and parts that they close are cut off"),
)
