"""Decisions: about the most active open variable, and first of all about the objective.

The first decision of a search for the best value is a probe: that the objective is in the lower
half of what is still possible. If it is refuted, the clause that is learned is a lower bound. A
probe that takes too many conflicts gives way to one with a smaller part of the values above it.
"""

from typing import Any

import numpy as np

from csp.engines.learning.activity import pop_variable, push_variable
from csp.engines.learning.events import make_true
from csp.engines.learning.literals import has_place_in, literal
from csp.engines.learning.state import (
    ASSUMED,
    BY_VALUE,
    CONFLICTS,
    DECIDED,
    DECISION,
    DEPTH,
    EQ,
    FIRST_EVENT,
    FIRST_SAVED,
    FOLLOWS,
    GE,
    HI,
    IS_ASSUMING,
    IS_BIT,
    LO,
    LT,
    N_ASSUMED,
    N_EVENTS,
    N_HEAP,
    NEVER,
    NONE,
    OBJECTIVE,
    PROBE_END,
    PROBE_HIGH,
    PROBE_LOW,
    PROBE_SHIFT,
    Learner,
    learner_of,
)
from csp.kernels.state import MANY_VALUES, N_TRAIL, ORIGIN, State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
MOST_STEPPED = 1 << 20
"""The places of a domain that is decided by a step from its end, and not halved."""
FIRST_PROBE = 1000
"""The conflicts of the first probe without a result; each further one gets twice as many."""


@helper
def decide(handle: Any, handle_own: Any) -> bool:
    """Make a decision; return False if all variables are fixed."""
    state, own = state_of(handle), learner_of(handle_own)
    is_first = own.numbers[DEPTH] == 0 and own.numbers[IS_ASSUMING] == 0
    if is_first and own.numbers[OBJECTIVE] != NONE:
        probe = probed(own, own.numbers[OBJECTIVE])
        if probe != NONE:
            open_level(handle, handle_own, probe)
            return True
    v = most_active(own)
    if v == NONE:
        return False
    open_level(handle, handle_own, preferred(state, own, v))
    if own.variables[v, LO] != own.variables[v, HI]:
        push_variable(own, v)
    return True


@helper
def most_active(own: Learner) -> Number:
    """Take the most active open variable out of the heap; return NONE if there is none."""
    while own.numbers[N_HEAP] > 0:
        v = pop_variable(own)
        if own.variables[v, LO] != own.variables[v, HI] and own.variables[v, FOLLOWS] != NEVER:
            return v
    return np.int64(NONE)


@helper
def open_level(handle: Any, handle_own: Any, each: Number) -> None:
    """Make a literal true as the decision of a new level."""
    state, own = state_of(handle), learner_of(handle_own)
    depth = own.numbers[DEPTH]
    own.levels[depth, FIRST_EVENT] = own.numbers[N_EVENTS]
    own.levels[depth, FIRST_SAVED] = np.int64(state.position[N_TRAIL])
    own.levels[depth, DECIDED] = each
    own.levels[depth, ASSUMED] = own.numbers[N_ASSUMED]
    own.numbers[DEPTH] = depth + 1
    make_true(handle, handle_own, each, np.int64(DECISION))


@helper
def probed(own: Learner, v: Number) -> Number:
    """Return the literal that the objective is in a lower part of its domain, or NONE."""
    numbers = own.numbers
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    has_result = lo != numbers[PROBE_LOW] or hi != numbers[PROBE_HIGH]
    if has_result or numbers[CONFLICTS] >= numbers[PROBE_END]:
        if not has_result:
            numbers[PROBE_SHIFT] += 1
        numbers[PROBE_LOW] = lo
        numbers[PROBE_HIGH] = hi
        numbers[PROBE_END] = numbers[CONFLICTS] + (FIRST_PROBE << min(numbers[PROBE_SHIFT], 20))
    n_above = (hi - lo + 1) >> min(numbers[PROBE_SHIFT] + 1, 62)
    if n_above == 0:
        return np.int64(NONE)
    return literal(v, hi - n_above + 1, LT)


@helper
def preferred(state: State, own: Learner, v: Number) -> Number:
    """Return the literal that is decided about a variable.

    It leads towards the last value, or the least one; in a domain of many values towards the end
    that is nearer to the last value. A very wide domain is halved.
    """
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    place = state.memory[v] - state.variables[v, ORIGIN]
    if own.variables[v, FOLLOWS] != 0:
        place = lo
    elif not has_place_in(state, state.cells, lo, hi, v, place):
        place = hi if place > hi and place >= lo + MANY_VALUES else lo
    if own.variables[v, FOLLOWS] == 0 and hi - lo >= MOST_STEPPED:
        middle = lo + (hi - lo) // 2 + 1
        return literal(v, middle, LT if place < middle else GE)
    bit = own.variables[v, IS_BIT]
    if bit != 0:
        return literal(v, bit, GE if place == bit else LT)
    if own.variables[v, BY_VALUE] != 0:
        return literal(v, place, EQ)
    if place < hi:
        return literal(v, place + 1, LT)
    return literal(v, place, GE)
