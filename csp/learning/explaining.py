"""Which explanation belongs to which propagator, and the naive one for all others."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from csp.kernels.propagate import arity, variable
from csp.kernels.state import ORIGIN, State, state_of
from csp.learning.explanations.binary import equal, less, reified_equal
from csp.learning.explanations.linear import (
    equals,
    less_equal,
    not_equals,
    reified_equals,
    reified_less_equal,
)
from csp.learning.gathering import add_domain
from csp.learning.state import (
    BY_BOUNDS,
    BY_VALUES,
    DECIDED,
    DEPTH,
    EXPLAINER,
    GATHERED,
    GE,
    HIGH_FELL,
    IS_BIT,
    IS_WRONG,
    LOW_ROSE,
    LT,
    N_GATHERED,
    NAIVE,
    NE,
    NOTHING,
    OLD,
    STYLE,
    WHAT,
    Learner,
    learner_of,
)
from exactcover.compiled.jit import helper, subroutine

Number = Any

(
    UNKNOWN,
    LESS,
    EQUAL,
    LINEAR_LESS_EQUAL,
    LINEAR_EQUALS,
    LINEAR_NOT_EQUALS,
    REIFIED_EQUAL,
    REIFIED_EQUALS,
    REIFIED_LESS_EQUAL,
) = range(9)


class Explained(NamedTuple):
    """How a propagator is explained: by which function, and in which style."""

    explainer: int
    style: int


EXPLAINED: dict[str, Explained] = {
    "less:less": Explained(LESS, BY_BOUNDS),
    "equal:equal": Explained(EQUAL, BY_BOUNDS),
    "linear:less_equal": Explained(LINEAR_LESS_EQUAL, BY_BOUNDS),
    "linear:equals": Explained(LINEAR_EQUALS, BY_BOUNDS),
    "linear:not_equals": Explained(LINEAR_NOT_EQUALS, BY_VALUES),
    "reified:equal": Explained(REIFIED_EQUAL, BY_BOUNDS),
    "reified:linear_equals": Explained(REIFIED_EQUALS, BY_BOUNDS),
    "reified:linear_less_equal": Explained(REIFIED_LESS_EQUAL, BY_BOUNDS),
}
"""Propagator -> its explanation."""

NAIVELY = Explained(UNKNOWN, BY_BOUNDS)


def explained(function: str | Callable[..., int]) -> Explained:
    """Return how a propagator is explained; naively, if it is not known."""
    return EXPLAINED.get(function, NAIVELY) if isinstance(function, str) else NAIVELY


@subroutine
def explain_propagator(
    handle: Any, handle_own: Any, number: Number, event: Number, demand: Number
) -> None:
    """Gather the reason of an event, which was undone, by a propagator."""
    state, own = state_of(handle), learner_of(handle_own)
    what = own.events[event, WHAT]
    v, change = what >> 2, what & 3
    kind, place = np.int64(NE), demand
    if change <= HIGH_FELL:
        kind = np.int64(GE if change == LOW_ROSE else LT)
        if change == HIGH_FELL:
            place = demand + 1
        if own.propagators[number, STYLE] == BY_VALUES and own.variables[v, IS_BIT] != 0:
            kind, place = np.int64(NE), own.events[event, OLD]
    own.numbers[N_GATHERED] = 0
    own.numbers[IS_WRONG] = 0
    is_known = dispatch(handle, handle_own, number, v, kind, place + state.variables[v, ORIGIN])
    if not is_known or own.numbers[IS_WRONG] != 0:
        gather_domains(state, own, number)


@subroutine
def explain_failure(handle: Any, handle_own: Any, number: Number) -> bool:
    """Gather why a propagator failed; return whether it is known."""
    own = learner_of(handle_own)
    own.numbers[N_GATHERED] = 0
    own.numbers[IS_WRONG] = 0
    nothing, nought = np.int64(NOTHING), np.int64(0)
    is_known = dispatch(handle, handle_own, number, nothing, nought, nought)
    return bool(is_known and own.numbers[IS_WRONG] == 0)


@helper
def gather_domains(state: State, own: Learner, number: Number) -> None:
    """Gather all that the domains in the scope of a propagator say: the naive reason."""
    own.numbers[N_GATHERED] = 0
    own.numbers[IS_WRONG] = 0
    own.numbers[NAIVE] += 1
    p = np.uint64(number)
    for k in range(arity(state, p)):
        add_domain(state, own, np.int64(variable(state, p, np.uint64(k))))
    if own.numbers[IS_WRONG] != 0:  # there are too many: the decisions are a reason of everything
        for level in range(own.numbers[DEPTH]):
            own.lists[GATHERED, level] = own.levels[level, DECIDED]
        own.numbers[N_GATHERED] = own.numbers[DEPTH]


@subroutine
def dispatch(
    handle: Any, handle_own: Any, number: Number, v: Number, kind: Number, value: Number
) -> bool:
    """Call the explanation of a propagator; return whether it knows the reason."""
    own = learner_of(handle_own)
    p = np.uint64(number)
    which = own.propagators[number, EXPLAINER]
    if which == LESS:
        return less(handle, handle_own, p, v, kind, value)
    if which == EQUAL:
        return equal(handle, handle_own, p, v, kind, value)
    if which == LINEAR_LESS_EQUAL:
        return less_equal(handle, handle_own, p, v, kind, value)
    if which == LINEAR_EQUALS:
        return equals(handle, handle_own, p, v, kind, value)
    if which == LINEAR_NOT_EQUALS:
        return not_equals(handle, handle_own, p, v, kind, value)
    if which == REIFIED_EQUAL:
        return reified_equal(handle, handle_own, p, v, kind, value)
    if which == REIFIED_EQUALS:
        return reified_equals(handle, handle_own, p, v, kind, value)
    if which == REIFIED_LESS_EQUAL:
        return reified_less_equal(handle, handle_own, p, v, kind, value)
    return False
