"""Gathering the literals of a reason: those that hold, and from which something else follows.

Only literals that hold now are accepted. If an explanation asks for another, or has too many, it is
marked as wrong, and the naive one takes its place.
"""

from typing import Any

import numpy as np

from csp.engines.learning.literals import (
    canonical,
    has_place,
    has_place_in,
    is_true,
    is_true_at_root,
    literal,
)
from csp.engines.learning.state import (
    ASKED,
    ASKED_KIND,
    ASKED_VALUE,
    ASKED_VARIABLE,
    EQ,
    GATHERED,
    GE,
    HI,
    IS_WRONG,
    LO,
    LT,
    N_GATHERED,
    NE,
    ROOT_HI,
    ROOT_LO,
    Learner,
)
from csp.kernels.domains import high, low
from csp.kernels.propagate import variable
from csp.kernels.state import ORIGIN, WIDTH, State
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any


@helper
def asked(own: Learner) -> tuple[Any, Number, Number, Number]:
    """Return the question: a propagator, and a variable, a kind and a value."""
    numbers = own.numbers
    return (
        np.uint64(numbers[ASKED]),
        numbers[ASKED_VARIABLE],
        numbers[ASKED_KIND],
        numbers[ASKED_VALUE],
    )


@helper
def asked_range(state: State, own: Learner, v: Number) -> tuple[Number, Number]:
    """Return the first value of a variable that the answer excludes, and that after the last one.

    A failure excludes all its values.
    """
    _, _, kind, value = asked(own)
    first, end = low_of(state, own, v), high_of(state, own, v) + 1
    if kind in (LT, NE):
        first = value
    if kind == GE:
        end = value
    elif kind == NE:
        end = value + 1
    return first, end


@subroutine
def gather(state: State, own: Learner, each: Number) -> None:
    """Add a literal that is known to hold, unless it holds at the root."""
    if is_true_at_root(state, own, each):
        return
    n = own.numbers[N_GATHERED]
    if n >= own.lists.shape[1]:
        own.numbers[IS_WRONG] = 1
        return
    own.lists[GATHERED, n] = canonical(own, each)
    own.numbers[N_GATHERED] = n + 1


@subroutine
def add(state: State, own: Learner, each: Number) -> None:
    """Add a literal, which should hold."""
    if is_true(state, own, each):
        gather(state, own, each)
    else:
        own.numbers[IS_WRONG] = 1


@subroutine
def add_ge(state: State, own: Learner, v: Number, value: Number) -> None:
    """Add that a variable is at least a value."""
    place = value - state.variables[v, ORIGIN]
    if place > own.variables[v, LO]:
        own.numbers[IS_WRONG] = 1
    elif place > own.variables[v, ROOT_LO]:
        add(state, own, literal(v, place, GE))


@subroutine
def add_le(state: State, own: Learner, v: Number, value: Number) -> None:
    """Add that a variable is at most a value."""
    place = value - state.variables[v, ORIGIN]
    if place < own.variables[v, HI]:
        own.numbers[IS_WRONG] = 1
    elif place < own.variables[v, ROOT_HI]:
        add(state, own, literal(v, place + 1, LT))


@subroutine
def add_ne(state: State, own: Learner, v: Number, value: Number) -> None:
    """Add that a variable does not have a value."""
    place = value - state.variables[v, ORIGIN]
    if not own.variables[v, ROOT_LO] <= place <= own.variables[v, ROOT_HI]:
        return
    if not is_wide(state, v):
        add(state, own, literal(v, place, NE))
    elif place < own.variables[v, LO]:
        add(state, own, literal(v, place + 1, GE))
    else:
        add(state, own, literal(v, place, LT))


@subroutine
def add_fixed(state: State, own: Learner, v: Number) -> None:
    """Add that a variable has its value."""
    place = own.variables[v, LO]
    if is_wide(state, v):
        add_bounds(state, own, v, place, place)
    elif own.variables[v, ROOT_LO] != own.variables[v, ROOT_HI]:
        add(state, own, literal(v, place, EQ))


@helper
def add_bounds(state: State, own: Learner, v: Number, lo: Number, hi: Number) -> None:
    """Add that the place of the value of a variable, as the domain says, is in an interval."""
    if lo > own.variables[v, ROOT_LO]:
        gather(state, own, literal(v, lo, GE))
    if hi < own.variables[v, ROOT_HI]:
        gather(state, own, literal(v, hi + 1, LT))


@helper
def is_wide(state: State, v: Number) -> bool:
    """Return whether a domain has no words: nothing but its bounds is known of it."""
    return bool(state.variables[v, WIDTH] == 0)


@subroutine
def add_domain(state: State, own: Learner, v: Number) -> None:
    """Add all that the domain says, as its words have it: bounds and missing values."""
    origin = state.variables[v, ORIGIN]
    lo, hi = low(state, np.uint64(v)) - origin, high(state, np.uint64(v)) - origin
    if lo == hi and own.variables[v, LO] == own.variables[v, HI]:
        add_fixed(state, own, v)
        return
    add_bounds(state, own, v, lo, hi)
    if is_wide(state, v):
        return
    for place in range(lo + 1, hi):
        if not has_place(state, state.cells, v, place):
            gather(state, own, literal(v, place, NE))


@helper
def bound_of(state: State, own: Learner, v: Number, column: Number) -> Number:
    """Return the bound of a variable in a column of `Learner.variables`, as a value."""
    return own.variables[v, column] + state.variables[v, ORIGIN]


@helper
def low_of(state: State, own: Learner, v: Number) -> Number:
    """Return the least value after the last event."""
    return bound_of(state, own, v, np.int64(LO))


@helper
def high_of(state: State, own: Learner, v: Number) -> Number:
    """Return the greatest value after the last event."""
    return bound_of(state, own, v, np.int64(HI))


@helper
def is_possible(state: State, own: Learner, v: Number, value: Number) -> bool:
    """Return whether a variable may have a value."""
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    return has_place_in(state, state.cells, lo, hi, v, value - state.variables[v, ORIGIN])


@helper
def is_possible_at_root(state: State, own: Learner, v: Number, value: Number) -> bool:
    """Return whether a variable may have a value at the root."""
    lo, hi = own.variables[v, ROOT_LO], own.variables[v, ROOT_HI]
    return has_place_in(state, own.root, lo, hi, v, value - state.variables[v, ORIGIN])


@helper
def is_single(own: Learner, v: Number) -> bool:
    """Return whether a variable is fixed after the last event."""
    return bool(own.variables[v, LO] == own.variables[v, HI])


@helper
def root_low(state: State, own: Learner, v: Number) -> Number:
    """Return the least value at the root."""
    return bound_of(state, own, v, np.int64(ROOT_LO))


@helper
def root_high(state: State, own: Learner, v: Number) -> Number:
    """Return the greatest value at the root."""
    return bound_of(state, own, v, np.int64(ROOT_HI))


@helper
def scope(state: State, p: Any, k: Number) -> Number:
    """Return variable `k` of a propagator as a signed number."""
    return np.int64(variable(state, p, np.uint64(k)))
