"""Conflict analysis: the clause learned at the first unique implication point.

A conflict is a set of literals that hold and cannot hold together. The events of the last level are
undone, the last one first; an event that the conflict needs is replaced by its reason, until only
one of the level is left. While they are undone, the domains are those before the event, so that
propagators can be asked for their reasons when these are wanted, and no earlier.

References
----------
O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation, Constraints 14
(2009). T. Feydy and P. Stuckey, Lazy clause generation reengineered, CP 2009.
"""

from typing import Any

import numpy as np

from csp.engines.learning.activity import age, bump
from csp.engines.learning.events import backtrack, pop, undo_cells
from csp.engines.learning.explaining import explain_propagator
from csp.engines.learning.literals import (
    event_of,
    is_true_at_root,
    literal,
    needed_place,
    place_in,
    variable_in,
)
from csp.engines.learning.minimising import is_left_out, minimise
from csp.engines.learning.reasons import explain_plainly
from csp.engines.learning.state import (
    ASSUMED,
    CLAUSE,
    CONFLICTS,
    DEAD,
    DEMAND,
    DEPTH,
    EQ,
    FALSE_CLAUSE,
    FOLLOWS,
    GATHERED,
    GE,
    HIGH_FELL,
    LAST,
    LBD,
    LEARNED,
    LEVEL,
    LEVEL_STAMP,
    LOW_ROSE,
    LOWER,
    LT,
    MARK,
    N_ASSUMED,
    N_EVENTS,
    N_GATHERED,
    N_LEARNED,
    N_LOWER,
    N_REASONS,
    N_SEEN,
    NE,
    NO_DEMAND,
    NONE,
    PREVIOUS,
    PROPAGATOR,
    REASON,
    REASON_BITS,
    REASON_MASK,
    REMOVED,
    SEEN,
    USED,
    WHAT,
    Learner,
    learner_of,
)
from csp.kernels.state import UPDATES, State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
IMPLIED = -2
"""The demand of an event that a later one implies."""
NO_LEVEL = -1


@subroutine
def analyse(handle: Any, handle_own: Any) -> Number:
    """Learn a clause from the gathered literals of a conflict; return its LBD, or NO_LEVEL.

    NO_LEVEL means that the conflict needs no decision: there is no solution.

    It is written to LEARNED; the first literal is the one that follows on an earlier level, and the
    second one has the greatest level of the others.
    """
    state, own = state_of(handle), learner_of(handle_own)
    numbers, events = own.numbers, own.events
    n_ahead = mark_last_level(state, own)
    if n_ahead == 0:
        return np.int64(NO_LEVEL)
    if numbers[FALSE_CLAUSE] != NONE:
        own.clauses[numbers[FALSE_CLAUSE] + USED] = numbers[CONFLICTS]
    at = numbers[N_EVENTS]
    while True:
        at -= 1
        demand = events[at, DEMAND]
        pop(own)
        if demand == NO_DEMAND:
            continue
        events[at, DEMAND] = NO_DEMAND
        n_ahead -= 1
        if n_ahead == 0:
            break
        explain(handle, handle_own, at, demand)
        n_ahead += mark_gathered(state, own)
        note_use(own, at)
    own.lists[LEARNED, 0] = demanded(own, at, demand) ^ 1
    leave_out_implied(own, at)
    minimise(handle, handle_own)
    n = write_lower(own)
    numbers[N_LEARNED] = n
    age(own)
    return count_levels(own, events[at, LEVEL])


@helper
def mark_last_level(state: State, own: Learner) -> Number:
    """Go back to the last level that the conflict needs; return how many events there it needs.

    A propagator may notice late that domains of earlier levels do not fit.
    """
    level = np.int64(0)
    for k in range(own.numbers[N_GATHERED]):
        level = max(level, level_of(own, own.lists[GATHERED, k]))
    backtrack(state, own, level)
    own.numbers[N_LOWER] = 0
    return mark_gathered(state, own)


@helper
def level_of(own: Learner, each: Number) -> Number:
    """Return the level on which a literal became true."""
    event = event_of(own, each)
    if event != NONE:
        return own.events[event, LEVEL]
    v, place = variable_in(each), place_in(each)
    level = np.int64(0)
    for side in range(2):
        event = event_of(own, literal(v, place + side, np.int64(GE if side == 0 else LT)))
        if event != NONE:
            level = max(level, own.events[event, LEVEL])
    return level


@subroutine
def mark_gathered(state: State, own: Learner) -> Number:
    """Mark the events of the literals that were gathered; return how many of this level are new."""
    n_new = np.int64(0)
    # Reasons of many literals take longer than what they are reasons of.
    state.position[UPDATES] += np.uint64(own.numbers[N_GATHERED] >> 1)
    own.numbers[N_REASONS] += 1
    own.numbers[N_SEEN] = 0
    for k in range(own.numbers[N_GATHERED]):
        each = own.lists[GATHERED, k]
        event = event_of(own, each)
        if event != NONE:
            n_new += mark(own, event, each)
            continue
        # The variable was fixed by its bounds.
        v, place = variable_in(each), place_in(each)
        for side in range(2):
            bound = literal(v, place + side, np.int64(GE if side == 0 else LT))
            if not is_true_at_root(state, own, bound):
                n_new += mark(own, event_of(own, bound), bound)
    own.numbers[N_GATHERED] = 0
    return n_new


@subroutine
def mark(own: Learner, event: Number, each: Number) -> Number:
    """Mark an event of which a literal is needed; return 1 if it is new and of this level."""
    what = own.events[event, WHAT] & 3
    level = own.events[event, LEVEL]
    if own.levels[level, SEEN] != own.numbers[N_REASONS]:
        own.levels[level, SEEN] = own.numbers[N_REASONS]
        own.numbers[N_SEEN] += 1
    place = needed_place(own, event, each)
    demand = own.events[event, DEMAND]
    if demand != NO_DEMAND:
        if what == LOW_ROSE:
            own.events[event, DEMAND] = max(demand, place)
        elif what == HIGH_FELL:
            own.events[event, DEMAND] = min(demand, place)
        return np.int64(0)
    own.events[event, DEMAND] = place
    if own.variables[variable_in(each), FOLLOWS] == 0:
        bump(own, variable_in(each))
    if level == own.numbers[DEPTH]:
        return np.int64(1)
    own.lists[LOWER, own.numbers[N_LOWER]] = event
    own.numbers[N_LOWER] += 1
    return np.int64(0)


@helper
def note_use(own: Learner, event: Number) -> None:
    """Note that the clause which is the reason of an event, if one is, was in a conflict.

    Its LBD is the least one that it had when it was used. A clause that a shorter one has replaced
    stays dead.
    """
    reason = own.events[event, REASON]
    if reason & REASON_MASK != CLAUSE:
        return
    clause = (reason >> REASON_BITS) >> 1
    own.clauses[clause + USED] = own.numbers[CONFLICTS]
    known = own.clauses[clause + LBD]
    if known != DEAD and 0 < own.numbers[N_SEEN] < known:
        own.clauses[clause + LBD] = own.numbers[N_SEEN]


@helper
def demanded(own: Learner, event: Number, demand: Number) -> Number:
    """Return the literal of an event that is needed."""
    what = own.events[event, WHAT]
    v, kind = what >> 2, what & 3
    if kind == LOW_ROSE:
        return literal(v, demand, GE)
    if kind == HIGH_FELL:
        return literal(v, demand + 1, LT)
    return literal(v, demand, NE if kind == REMOVED else EQ)


@helper
def leave_out_implied(own: Learner, point: Number) -> None:
    """Mark the events of lower levels that other literals imply.

    `point` is the event of the first literal.
    """
    for k in range(own.numbers[N_LOWER]):
        event = own.lists[LOWER, k]
        if is_implied(own, event, own.events[point, WHAT]):
            own.events[event, DEMAND] = IMPLIED


@subroutine
def write_lower(own: Learner) -> Number:
    """Write the opposites of the literals of lower levels to LEARNED; return its length.

    Those that follow from other literals are left out.
    """
    lower, events = own.numbers[N_LOWER], own.events
    n, second = np.int64(1), np.int64(1)
    most = np.int64(NONE)
    for k in range(lower):
        event = own.lists[LOWER, k]
        demand = events[event, DEMAND]
        events[event, DEMAND] = NO_DEMAND
        if demand == IMPLIED or is_left_out(own, event):
            continue
        own.lists[LEARNED, n] = demanded(own, event, demand) ^ 1
        level = events[event, LEVEL]
        if level > most:
            most, second = level, n
        own.lists[LOWER, n - 1] = level
        n += 1
    if n > 2:
        swap(own, LEARNED, 1, second)
        swap(own, LOWER, 0, second - 1)
    return n


@helper
def swap(own: Learner, row: Number, one: Number, other: Number) -> None:
    """Exchange two numbers of a list."""
    kept = own.lists[row, one]
    own.lists[row, one] = own.lists[row, other]
    own.lists[row, other] = kept


@helper
def is_implied(own: Learner, event: Number, point: Number) -> bool:
    """Return whether a later event of the same bound is in the conflict, too."""
    what = own.events[event, WHAT]
    if what & 3 > HIGH_FELL:
        return False
    if what == point:
        return True
    later = own.variables[what >> 2, LAST]
    while later > event:
        if own.events[later, WHAT] == what and own.events[later, DEMAND] != NO_DEMAND:
            return True
        later = own.events[later, PREVIOUS]
    return False


@helper
def count_levels(own: Learner, level: Number) -> Number:
    """Return the number of different levels in the learned clause.

    Lower levels of assumptions do not count: there are many of them, and they stay for long.
    """
    stamp, n_assumed = own.numbers[CONFLICTS], own.numbers[N_ASSUMED]
    own.levels[level, LEVEL_STAMP] = stamp
    n = np.int64(1)
    for k in range(own.numbers[N_LEARNED] - 1):
        each = own.lists[LOWER, k]
        if own.levels[each, LEVEL_STAMP] != stamp:
            own.levels[each, LEVEL_STAMP] = stamp
            n += 1 if own.levels[each - 1, ASSUMED] >= n_assumed else 0
    return n


@helper
def explain(handle: Any, handle_own: Any, event: Number, demand: Number) -> None:
    """Gather the reason of what a conflict needs from an event, which was undone."""
    state, own = state_of(handle), learner_of(handle_own)
    reason = own.events[event, REASON]
    if reason & REASON_MASK != PROPAGATOR:
        explain_plainly(state, own, event, demand)
        return
    undo_cells(state, own.events[event, MARK])
    explain_propagator(handle, handle_own, reason >> REASON_BITS, event, demand)
