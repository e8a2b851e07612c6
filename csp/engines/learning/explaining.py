"""Asking propagators for their reasons, and the naive reason of those that do not answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_domain,
    add_ne,
    asked,
    high_of,
    is_possible,
    is_wide,
    low_of,
)
from csp.engines.learning.state import (
    ASKED,
    ASKED_KIND,
    ASKED_VALUE,
    ASKED_VARIABLE,
    BY_VALUES,
    DECIDED,
    DEPTH,
    EXPLANATION,
    GATHERED,
    GE,
    HIGH_FELL,
    IS_BIT,
    IS_WRONG,
    LOW_ROSE,
    LT,
    N_GATHERED,
    N_NAIVE,
    NAIVE,
    NE,
    NONE,
    NOTHING,
    OLD,
    STYLE,
    WHAT,
    Learner,
    learner_of,
)
from csp.kernels.propagate import arity, variable
from csp.kernels.state import ORIGIN, UPDATES, WORK, State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.pointers import call

Number = Any


@subroutine
def explain_propagator(
    handle: Any, handle_own: Any, number: Number, event: Number, demand: Number
) -> None:
    """Gather the reason of an event, which was undone, by a propagator."""
    state, own = state_of(handle), learner_of(handle_own)
    own.numbers[N_GATHERED] = 0
    state.position[UPDATES] += np.uint64(state.propagators[number, WORK])
    request(state, own, number, event, demand)
    if not is_answered(handle, handle_own) and not is_answered_weaker(handle, handle_own):
        gather_domains(state, own, number)


@helper
def request(state: State, own: Learner, number: Number, event: Number, demand: Number) -> None:
    """Ask a propagator for the reason of an event."""
    what = own.events[event, WHAT]
    v, change = what >> 2, what & 3
    kind, place = np.int64(NE), demand
    if change <= HIGH_FELL:
        kind = np.int64(GE if change == LOW_ROSE else LT)
        if change == HIGH_FELL:
            place = demand + 1
        if own.propagators[number, STYLE] == BY_VALUES and own.variables[v, IS_BIT] != 0:
            kind, place = np.int64(NE), own.events[event, OLD]
    numbers = own.numbers
    numbers[ASKED] = number
    numbers[ASKED_VARIABLE] = v
    numbers[ASKED_KIND] = kind
    numbers[ASKED_VALUE] = place + state.variables[v, ORIGIN]


@subroutine
def explain_failure(handle: Any, handle_own: Any, number: Number) -> bool:
    """Gather why a propagator failed; return whether it is known."""
    numbers = learner_of(handle_own).numbers
    numbers[N_GATHERED] = 0
    numbers[ASKED] = number
    numbers[ASKED_VARIABLE] = NOTHING
    numbers[ASKED_KIND] = NOTHING
    return is_answered(handle, handle_own)


@helper
def is_answered(handle: Any, handle_own: Any) -> bool:
    """Gather the reason that a propagator was asked for; return whether it knows one."""
    own = learner_of(handle_own)
    own.numbers[IS_WRONG] = 0
    address = own.propagators[own.numbers[ASKED], EXPLANATION]
    if address == NONE:
        return False
    is_known = call(address, handle, handle_own)
    return bool(is_known != 0 and own.numbers[IS_WRONG] == 0)


@helper
def is_answered_weaker(handle: Any, handle_own: Any) -> bool:
    """Ask for a bound from which the one asked for follows, because values between are missing.

    Return whether there is one, and the propagator knows its reason.
    """
    state, own = state_of(handle), learner_of(handle_own)
    _, v, kind, value = asked(own)
    if v == NOTHING or kind > LT or is_wide(state, v):
        return False
    weaker = value
    if kind == GE:
        while weaker > low_of(state, own, v) + 1 and not is_possible(state, own, v, weaker - 1):
            weaker -= 1
    else:
        while weaker <= high_of(state, own, v) and not is_possible(state, own, v, weaker):
            weaker += 1
    if weaker == value:
        return False
    own.numbers[N_GATHERED] = 0
    own.numbers[ASKED_VALUE] = weaker
    if not is_answered(handle, handle_own):
        return False
    for missing in range(min(value, weaker), max(value, weaker)):
        add_ne(state, own, v, missing)
    return bool(own.numbers[IS_WRONG] == 0)


@helper
def gather_domains(state: State, own: Learner, number: Number) -> None:
    """Gather all that the domains in the scope of a propagator say: the naive reason."""
    own.numbers[N_GATHERED] = 0
    own.numbers[IS_WRONG] = 0
    own.numbers[NAIVE] += 1
    own.propagators[number, N_NAIVE] += 1
    p = np.uint64(number)
    for k in range(arity(state, p)):
        add_domain(state, own, np.int64(variable(state, p, np.uint64(k))))
    if own.numbers[IS_WRONG] != 0:  # there are too many: the decisions are a reason of everything
        for level in range(own.numbers[DEPTH]):
            own.lists[GATHERED, level] = own.levels[level, DECIDED]
        own.numbers[N_GATHERED] = own.numbers[DEPTH]
