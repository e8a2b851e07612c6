"""Literals, and the events that made them true."""

from typing import Any

import numpy as np

from csp.engines.learning.state import (
    EQ,
    GE,
    HI,
    HIGH_FELL,
    IS_BIT,
    KIND_BITS,
    LAST,
    LO,
    LOW_ROSE,
    LT,
    NE,
    NEW,
    NONE,
    OLD,
    PLACE_MASK,
    PREVIOUS,
    REMOVED,
    ROOT_HI,
    ROOT_LO,
    VARIABLE_SHIFT,
    WAS_FIXED,
    WHAT,
    Learner,
)
from csp.kernels.state import FIRST, WIDTH, State
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import U64

ONE, SIX, LAST_BIT = np.uint64(1), np.uint64(6), np.uint64(63)

Number = Any
"""An int64 in compiled code."""


@helper
def literal(v: Number, place: Number, kind: Number) -> Number:
    """Return the literal of a variable, a place and a kind."""
    # Variable 5, place 3 and kind 0b01: 0b101 << 42 | 0b11 << 2 | 0b01.
    return np.int64((v << VARIABLE_SHIFT) | (place << KIND_BITS) | kind)


@helper
def variable_in(each: Number) -> Number:
    """Return the variable of a literal."""
    return each >> VARIABLE_SHIFT


@helper
def place_in(each: Number) -> Number:
    """Return the place of a literal."""
    return (each >> KIND_BITS) & PLACE_MASK


@helper
def kind_of(each: Number) -> Number:
    """Return the kind of a literal."""
    return each & 3


@helper
def canonical(own: Learner, each: Number) -> Number:
    """Return an equal literal with ">=" or "<", if the variable has only two values."""
    kind = kind_of(each)
    v = variable_in(each)
    if kind < EQ or own.variables[v, IS_BIT] == 0:
        return each
    high = own.variables[v, IS_BIT]
    # "= high" and "!= low" are ">= high".
    return literal(v, high, GE if (place_in(each) == high) == (kind == EQ) else LT)


@helper
def has_place(state: State, words: U64, v: Number, place: Number) -> bool:
    """Return whether a domain in `words`, the cells of now or of the root, has a place.

    The place is between the bounds: a wide domain has all of these.
    """
    if state.variables[v, WIDTH] == 0:
        return True
    k = np.uint64(place)
    word = words[np.uint64(state.variables[v, FIRST]) + (k >> SIX)]
    return bool((word >> (k & LAST_BIT)) & ONE)


@helper
def has_place_in(
    state: State, words: U64, lo: Number, hi: Number, v: Number, place: Number
) -> bool:
    """Return whether a domain with these bounds and words has a place."""
    return bool(lo <= place <= hi and has_place(state, words, v, place))


@helper
def is_true(state: State, own: Learner, each: Number) -> bool:
    """Return whether a literal holds now."""
    v = variable_in(each)
    return holds_in(state, state.cells, own.variables[v, LO], own.variables[v, HI], each)


@helper
def is_false(state: State, own: Learner, each: Number) -> bool:
    """Return whether the opposite of a literal holds now."""
    return is_true(state, own, each ^ 1)


@helper
def is_true_at_root(state: State, own: Learner, each: Number) -> bool:
    """Return whether a literal holds at the root."""
    v = variable_in(each)
    return holds_in(state, own.root, own.variables[v, ROOT_LO], own.variables[v, ROOT_HI], each)


@helper
def holds_in(state: State, words: U64, lo: Number, hi: Number, each: Number) -> bool:
    """Return whether a literal holds for a domain with these bounds and words."""
    kind, place = kind_of(each), place_in(each)
    if kind == GE:
        return bool(lo >= place)
    if kind == LT:
        return bool(hi < place)
    if kind == EQ:
        return bool(lo == hi and lo == place)
    return not has_place_in(state, words, lo, hi, variable_in(each), place)


@helper
def needed_place(own: Learner, event: Number, each: Number) -> Number:
    """Return which bound of an event a literal needs, or its value, as a place."""
    what, kind, place = own.events[event, WHAT] & 3, kind_of(each), place_in(each)
    if kind == NE and what == LOW_ROSE:
        return place + 1
    if kind == LT or (kind == NE and what == HIGH_FELL):
        return place - 1
    return place


@helper
def is_covered_by(own: Learner, each: Number, event: Number, demand: Number) -> bool:
    """Return whether a literal follows from what is needed of an event of the same variable."""
    what, kind = own.events[event, WHAT] & 3, kind_of(each)
    if what == LOW_ROSE:
        return bool(kind in (GE, NE) and demand >= needed_place(own, event, each))
    if what == HIGH_FELL:
        return bool(kind in (LT, NE) and demand <= needed_place(own, event, each))
    return bool(kind == (NE if what == REMOVED else EQ) and demand == place_in(each))


@subroutine
def event_of(own: Learner, each: Number) -> Number:
    """Return the first event that made a literal true, which holds now but not at the root.

    NONE stands for a literal "=" that no event of its own made true.
    """
    kind, v, place = kind_of(each), variable_in(each), place_in(each)
    event = own.variables[v, LAST]
    found = np.int64(NONE)
    while event != NONE:
        what = own.events[event, WHAT] & 3
        if kind == GE:
            if what == LOW_ROSE and own.events[event, OLD] < place:
                return event
        elif kind == LT:
            if what == HIGH_FELL and own.events[event, OLD] >= place:
                return event
        elif kind == EQ:
            if what == WAS_FIXED:
                return event
        elif what == REMOVED:
            if own.events[event, NEW] == place:
                return event
        elif (what == LOW_ROSE and own.events[event, OLD] <= place < own.events[event, NEW]) or (
            what == HIGH_FELL and own.events[event, NEW] < place <= own.events[event, OLD]
        ):
            found = event
        event = own.events[event, PREVIOUS]
    return found
