"""Minimisation of a learned clause: literals that follow from the others are left out.

A literal of a lower level follows if the reason of its event consists of literals of the clause,
or of literals that follow from them in turn. Reasons are found again as they were given: for a
propagator, the bounds in its scope are set back to those before the event, and its explanation is
asked. That is right where nothing but bounds is known of the scope, and fast where it is small.

References
----------
N. Sörensson and A. Biere, Minimizing learned clauses, SAT 2009.
"""

from typing import Any

import numpy as np

from csp.engines.learning.explaining import is_answered, request
from csp.engines.learning.literals import (
    event_of,
    is_covered_by,
    needed_place,
    variable_in,
)
from csp.engines.learning.reasons import explain_plainly
from csp.engines.learning.state import (
    CONFLICTS,
    DECISION,
    DEMAND,
    FRAMES,
    GATHERED,
    HI,
    HIGH_FELL,
    IS_WRONG,
    LAST,
    LEVEL,
    LEVEL_STAMP,
    LO,
    LOW_ROSE,
    LOWER,
    MEMO,
    MEMO_PLACE,
    N_GATHERED,
    N_LOWER,
    NONE,
    OLD,
    PREVIOUS,
    PROPAGATOR,
    REASON,
    REASON_BITS,
    REASON_MASK,
    SAVED,
    TAKES_BOUNDS,
    WHAT,
    Learner,
    learner_of,
)
from csp.kernels.propagate import arity, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
KEPT, FOLLOWING, REMOVED_FROM_CLAUSE = range(3)
"""The states of an event in a conflict: its literal does not follow from those of the clause, it
follows, or it was in the clause, follows and was left out."""
MOST_STEPS = 300
"""The reasons that are asked for to minimise one clause."""
STEP = 3
"""The numbers of a frame: an event, the place of its first literal, and that of the next one."""


@subroutine
def minimise(handle: Any, handle_own: Any) -> None:
    """Mark the events of LOWER that follow from the others as left out."""
    own = learner_of(handle_own)
    stamp = own.numbers[CONFLICTS]
    for k in range(own.numbers[N_LOWER]):
        own.levels[own.events[own.lists[LOWER, k], LEVEL], LEVEL_STAMP] = -stamp
    n_left = np.int64(MOST_STEPS)
    for k in range(own.numbers[N_LOWER]):
        event = own.lists[LOWER, k]
        demand = own.events[event, DEMAND]
        if demand < 0 or own.events[event, REASON] & REASON_MASK == DECISION:
            continue
        n_left = follow(handle, handle_own, event, demand, n_left)
        if n_left < 0:
            break
    own.numbers[N_GATHERED] = 0
    own.numbers[IS_WRONG] = 0


@helper
def note(own: Learner, event: Number, known: Number, place: Number) -> None:
    """Remember what is known of an event in this conflict."""
    own.events[event, MEMO] = (own.numbers[CONFLICTS] << 2) | known
    own.events[event, MEMO_PLACE] = place


@helper
def is_left_out(own: Learner, event: Number) -> bool:
    """Return whether a literal of this conflict follows from the others."""
    return bool(own.events[event, MEMO] == (own.numbers[CONFLICTS] << 2) | REMOVED_FROM_CLAUSE)


@subroutine
def follow(handle: Any, handle_own: Any, event: Number, demand: Number, n_left: Number) -> Number:
    """Mark an event as left out if it follows; return how many steps are left."""
    own = learner_of(handle_own)
    frames, gathered = own.lists[FRAMES], own.lists[GATHERED]
    own.numbers[N_GATHERED] = 0
    n = np.int64(0)
    wanted, place = event, demand
    while True:
        first = own.numbers[N_GATHERED]
        n_left -= 1
        has_space = n + STEP <= len(frames)
        if n_left < 0 or not has_space or not gather_reason(handle, handle_own, wanted, place):
            break
        frames[n] = wanted
        frames[n + 1] = first
        frames[n + 2] = place
        n += STEP
        wanted = np.int64(NONE)
        while n > 0:
            top = frames[n - STEP]
            if own.numbers[N_GATHERED] == frames[n - STEP + 1]:
                known = FOLLOWING if n > STEP else REMOVED_FROM_CLAUSE
                note(own, top, known, frames[n - STEP + 2])
                n -= STEP
                continue
            own.numbers[N_GATHERED] -= 1
            each = gathered[own.numbers[N_GATHERED]]
            wanted = unknown_event(own, each, top)
            if wanted != NONE:
                place = needed_place(own, wanted, each) if wanted > NONE else place
                break
        if n == 0:
            return n_left
        if wanted < NONE:
            break
    while n > STEP:
        n -= STEP
        note(own, frames[n], np.int64(KEPT), np.int64(0))
    return n_left


@subroutine
def unknown_event(own: Learner, each: Number, before: Number) -> Number:
    """Return the event of a literal of a reason, if it is not known whether it follows.

    NONE means that it follows from the clause; a number below that means that it does not.
    """
    hopeless = np.int64(NONE - 1)
    event = event_of(own, each)
    if event == NONE or event >= before:
        return hopeless
    v = variable_in(each)
    later = own.variables[v, LAST]
    while later >= event:
        if later < before:
            demand = own.events[later, DEMAND]
            if demand >= 0 and is_covered_by(own, each, later, demand):
                return np.int64(NONE)
        later = own.events[later, PREVIOUS]
    memo = own.events[event, MEMO]
    if memo >> 2 == own.numbers[CONFLICTS]:
        if memo & 3 == KEPT:
            return hopeless
        if is_covered_by(own, each, event, own.events[event, MEMO_PLACE]):
            return np.int64(NONE)
    if own.levels[own.events[event, LEVEL], LEVEL_STAMP] != -own.numbers[CONFLICTS]:
        return hopeless
    if own.events[event, REASON] & REASON_MASK == DECISION:
        return hopeless
    return event


@helper
def gather_reason(handle: Any, handle_own: Any, event: Number, demand: Number) -> bool:
    """Gather the reason of an event that was not undone, after what is there; or return False."""
    state, own = state_of(handle), learner_of(handle_own)
    reason = own.events[event, REASON]
    kind, number = reason & REASON_MASK, reason >> REASON_BITS
    own.numbers[IS_WRONG] = 0
    if kind != PROPAGATOR:
        explain_plainly(state, own, event, demand)
        return bool(own.numbers[IS_WRONG] == 0)
    if own.propagators[number, TAKES_BOUNDS] == 0:
        return False
    go_back(state, own, number, event)
    request(state, own, number, event, demand)
    is_known = is_answered(handle, handle_own)
    go_forth(state, own, number)
    return is_known


@helper
def go_back(state: State, own: Learner, number: Number, event: Number) -> None:
    """Set the bounds in the scope of a propagator back to those before an event."""
    p = np.uint64(number)
    for k in range(np.int64(arity(state, p))):
        v = np.int64(variable(state, p, np.uint64(k)))
        own.lists[SAVED, 2 * k] = own.variables[v, LO]
        own.lists[SAVED, 2 * k + 1] = own.variables[v, HI]
        later = own.variables[v, LAST]
        while later >= event:
            what = own.events[later, WHAT] & 3
            if what == LOW_ROSE:
                own.variables[v, LO] = own.events[later, OLD]
            elif what == HIGH_FELL:
                own.variables[v, HI] = own.events[later, OLD]
            later = own.events[later, PREVIOUS]


@helper
def go_forth(state: State, own: Learner, number: Number) -> None:
    """Restore the bounds that `go_back` has saved."""
    p = np.uint64(number)
    for k in range(np.int64(arity(state, p)) - 1, -1, -1):
        v = np.int64(variable(state, p, np.uint64(k)))
        own.variables[v, LO] = own.lists[SAVED, 2 * k]
        own.variables[v, HI] = own.lists[SAVED, 2 * k + 1]
