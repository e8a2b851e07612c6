"""Which explanation belongs to which propagator, and the naive one for all others."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import Any, NamedTuple

import numpy as np

from csp.kernels.propagate import arity, variable
from csp.kernels.state import ORIGIN, UPDATES, WORK, State, state_of
from csp.learning.gathering import add_domain
from csp.learning.state import (
    ASKED,
    ASKED_KIND,
    ASKED_VALUE,
    ASKED_VARIABLE,
    BY_BOUNDS,
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
from csp.model.postings import Propagator
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.pointers import address_of, call
from exactcover.runtime.search.limits import loading

Number = Any


class Explained(NamedTuple):
    """How a propagator is explained: by which function of `explanations`, and in which style."""

    explanation: str
    style: int


EXPLAINED: dict[str, Explained] = {
    "absolute:absolute": Explained("values:absolute", BY_VALUES),
    "all_different_except:all_different_except": Explained("values:except_some", BY_VALUES),
    "cardinality:cardinality": Explained("counts:cardinality", BY_VALUES),
    "channel:channel": Explained("values:channel", BY_VALUES),
    "circuit:circuit": Explained("circuit:circuit", BY_VALUES),
    "classes:classes": Explained("classes:classes", BY_BOUNDS),
    "cumulative:cumulative": Explained("cumulative:cumulative", BY_BOUNDS),
    "differences:differences": Explained("differences:differences", BY_VALUES),
    "disjunctive:disjunctive": Explained("disjunctive:disjunctive", BY_BOUNDS),
    "element:element": Explained("choices:element", BY_BOUNDS),
    "energy:energy": Explained("energy:energy", BY_BOUNDS),
    "equal:equal": Explained("binary:equal", BY_BOUNDS),
    "extremum:extremum": Explained("choices:extremum", BY_BOUNDS),
    "hall_intervals:hall_intervals": Explained("values:hall_intervals", BY_BOUNDS),
    "hidden_singles:hidden_singles": Explained("values:hidden_singles", BY_VALUES),
    "inverse:inverse": Explained("values:inverse", BY_VALUES),
    "less:less": Explained("binary:less", BY_BOUNDS),
    "lexicographic:lexicographic": Explained("lexicographic:lexicographic", BY_BOUNDS),
    "linear:equals": Explained("linear:equals", BY_BOUNDS),
    "linear:less_equal": Explained("linear:less_equal", BY_BOUNDS),
    "linear:not_equals": Explained("linear:not_equals", BY_VALUES),
    "no_overlap:no_overlap": Explained("no_overlap:no_overlap", BY_BOUNDS),
    "order:order": Explained("order:order", BY_BOUNDS),
    "pairs:pairs": Explained("pairs:pairs", BY_VALUES),
    "precedences:precedences": Explained("precedences:precedences", BY_BOUNDS),
    "reified:equal": Explained("binary:reified_equal", BY_BOUNDS),
    "reified:linear_equals": Explained("linear:reified_equals", BY_BOUNDS),
    "reified:linear_less_equal": Explained("linear:reified_less_equal", BY_BOUNDS),
    "smart_table:smart_table": Explained("smart_tables:smart_table", BY_VALUES),
    "sparse_table:table": Explained("tables:sparse_table", BY_VALUES),
    "subcircuit:subcircuit": Explained("subcircuit:subcircuit", BY_VALUES),
    "table:table": Explained("tables:table", BY_VALUES),
}
"""Propagator -> its explanation."""


def explained(propagator: Propagator) -> tuple[int, int, bool]:
    """Return EXPLANATION, STYLE and HAS_TWINS of a propagator.

    Explanations suppose that no variable is in the scope twice.
    """
    function = propagator.function
    has_twins = len(set(propagator.scope)) < len(propagator.scope)
    if has_twins or not isinstance(function, str) or function not in EXPLAINED:
        return NONE, BY_BOUNDS, has_twins
    known = EXPLAINED[function]
    return _load(known.explanation), known.style, False


@cache
def _load(name: str) -> int:
    """Compile or load an explanation; return its address."""
    with loading():
        return address_of(resolve_name(f"csp.learning.explanations.{name}"), "csp")


@subroutine
def explain_propagator(
    handle: Any, handle_own: Any, number: Number, event: Number, demand: Number
) -> None:
    """Gather the reason of an event, which was undone, by a propagator."""
    state, own = state_of(handle), learner_of(handle_own)
    own.numbers[N_GATHERED] = 0
    state.position[UPDATES] += np.uint64(state.propagators[number, WORK])
    request(state, own, number, event, demand)
    if not is_answered(handle, handle_own):
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
