"""Propagation: clauses, groups and propagators run until nothing is left to do, or a conflict."""

from typing import Any

import numpy as np

from csp.engines.learning.clauses import FULL, propagate_event
from csp.engines.learning.events import (
    begin_step,
    has_room,
    make_true,
    most_events,
    pop,
    record,
    undo_cells,
)
from csp.engines.learning.explaining import explain_failure, gather_domains
from csp.engines.learning.gathering import add_fixed
from csp.engines.learning.literals import has_place, literal
from csp.engines.learning.reasons import explain_conflicting_clause
from csp.engines.learning.state import (
    FALSE_CLAUSE,
    GROUP,
    HAS_TWINS,
    HEAD,
    HI,
    LO,
    MARK,
    N_EVENTS,
    N_GATHERED,
    NE,
    NONE,
    PENDING,
    PENDING_MARK,
    PROPAGATOR,
    REASON_BITS,
    STYLE,
    learner_of,
)
from csp.kernels.domains import ALL, low
from csp.kernels.propagate import FAILED, FIXPOINT, pop_queue
from csp.kernels.propagate import NONE as EMPTY
from csp.kernels.state import (
    ADDRESS,
    GROUPS,
    N_FIXED,
    N_SUMMARY,
    N_TRAIL,
    ORIGIN,
    PATIENT_UNTIL,
    SMALL_PART,
    UPDATES,
    WORK,
    State,
    state_of,
)
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.pointers import call

Number = Any
QUIET, CONFLICT, NO_SPACE = range(3)
"""The results of propagation: nothing is left to do, a conflict was gathered, an array is full."""
PATIENCE, SMALL_STEP = np.uint64(1 << 12), np.uint64(8)
"""As in `csp.kernels.propagate`; larger steps, because each is an event that takes memory."""
MARGIN = 8
"""The events that a step may append beside those for each changed domain."""


@subroutine
def propagate(handle: Any, handle_own: Any) -> Number:
    """Propagate clauses, groups and propagators, until nothing is left to do.

    FALSE_CLAUSE is then the clause of a conflict, or NONE if the conflict is of something else.
    """
    state, own = state_of(handle), learner_of(handle_own)
    position, numbers = state.position, own.numbers
    numbers[FALSE_CLAUSE] = NONE
    patient_until = position[UPDATES] + PATIENCE
    position[SMALL_PART] = SMALL_STEP
    while True:
        if numbers[PENDING] != NONE:
            result = finish_call(handle, handle_own)
            if result != QUIET:
                return result
        if position[N_TRAIL] + np.uint64(len(state.cells)) > np.uint64(len(state.trail)):
            return NO_SPACE
        if numbers[HEAD] < numbers[N_EVENTS]:
            clause = propagate_event(handle, handle_own, numbers[HEAD])
            if clause == FULL:
                return NO_SPACE
            if clause != NONE:
                numbers[FALSE_CLAUSE] = clause
                numbers[N_GATHERED] = 0
                explain_conflicting_clause(state, own, clause)
                return CONFLICT
            numbers[HEAD] += 1
        elif position[N_FIXED] > np.uint64(0):
            if not has_room(state, own, n_in_groups(state)):
                return NO_SPACE
            if not propagate_groups(handle, handle_own):
                return CONFLICT
        else:
            p = pop_queue(state)
            if p == EMPTY:
                return QUIET
            work = np.uint64(state.propagators[p, WORK])
            position[UPDATES] += work
            patient_until += work - np.uint64(1)  # a run is one, however long it takes
            numbers[PENDING_MARK] = begin_step(state)
            if position[UPDATES] >= patient_until:  # only for propagators: clauses are exact
                position[PATIENT_UNTIL] = patient_until
            status = call(state.propagators[p, ADDRESS], handle, p)
            position[PATIENT_UNTIL] = ALL
            # A propagator does not see what it does to the twin of a variable.
            if status == FIXPOINT and own.propagators[p, HAS_TWINS] == 0:
                word = position[N_SUMMARY] + (p >> np.uint64(6))
                state.queue[word] &= ~(np.uint64(1) << (p & np.uint64(63)))
            numbers[PENDING] = 2 * np.int64(p) + (1 if status == FAILED else 0)


@helper
def n_in_groups(state: State) -> Number:
    """Return how many variables are in the groups of the next fixed variable."""
    v = state.fixed[state.position[N_FIXED] - np.uint64(1)]
    place, n = state.variables[v, GROUPS], np.int64(0)
    if place == NONE:
        return n
    for k in range(place + 1, place + 1 + 2 * state.data[place], 2):
        n += state.data[state.data[k]]
    return n


@helper
def finish_call(handle: Any, handle_own: Any) -> Number:
    """Record what the last call of a propagator changed, and gather why it failed, if it did."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers = own.numbers
    mark, pending = numbers[PENDING_MARK], numbers[PENDING]
    p, has_failed = pending >> 1, pending & 1
    if np.int64(state.position[N_TRAIL]) > mark:
        room = np.int64(len(own.events)) - numbers[N_EVENTS]
        if room < most_events(state, own, mark) + MARGIN:
            return NO_SPACE
        reason = (p << REASON_BITS) | PROPAGATOR
        record(handle, handle_own, reason, mark, own.propagators[p, STYLE])
    numbers[PENDING] = NONE
    if has_failed == 0:
        return QUIET
    if not explain_failure(handle, handle_own, p):
        while numbers[N_EVENTS] > 0 and own.events[numbers[N_EVENTS] - 1, MARK] == mark:
            pop(own)
        undo_cells(state, mark)
        numbers[HEAD] = min(numbers[HEAD], numbers[N_EVENTS])
        gather_domains(state, own, p)
    return CONFLICT


@helper
def propagate_groups(handle: Any, handle_own: Any) -> bool:
    """Remove the value of a newly fixed variable from the others of its groups."""
    state, own = state_of(handle), learner_of(handle_own)
    position, data = state.position, state.data
    position[N_FIXED] -= np.uint64(1)
    v = np.int64(state.fixed[position[N_FIXED]])
    place = state.variables[v, GROUPS]
    if place == NONE:  # a sum of a core
        return True
    value = low(state, np.uint64(v))
    state.memory[v] = value
    reason = (v << REASON_BITS) | GROUP
    for k in range(place + 1, place + 1 + 2 * data[place], 2):
        group, shifted = data[k], value + data[k + 1]
        n = data[group]
        for i in range(group + 1, group + 1 + n):
            other = data[i]
            if other == v:
                continue
            target = shifted - data[i + n] - state.variables[other, ORIGIN]
            lo, hi = own.variables[other, LO], own.variables[other, HI]
            if target < lo or target > hi or not has_place(state, state.cells, other, target):
                continue
            if lo == hi:
                own.numbers[N_GATHERED] = 0
                add_fixed(state, own, v)
                add_fixed(state, own, other)
                return False
            make_true(handle, handle_own, literal(other, target, NE), reason)
    return True
