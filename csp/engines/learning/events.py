"""Events: recording the changes of domains with their reasons, and undoing them.

A propagator is run as it is. Each call gets a stamp of its own, so that the trail of cells has the
words of domains that the call changed; the events are read off from there.
"""

from typing import Any

import numpy as np

from csp.engines.learning.activity import push_variable
from csp.engines.learning.literals import kind_of, place_in, variable_in
from csp.engines.learning.state import (
    BOTH_BOUNDS,
    BY_VALUES,
    DEMAND,
    DEPTH,
    EQ,
    FIRST_EVENT,
    FIRST_SAVED,
    FIXING,
    GE,
    HAS_BOUNDS_ONLY,
    HEAD,
    HI,
    HIGH_FELL,
    HOLES,
    LAST,
    LEVEL,
    LO,
    LOW_ROSE,
    LT,
    MARK,
    N_EVENTS,
    NEW,
    NO_DEMAND,
    NONE,
    OLD,
    PREVIOUS,
    REASON,
    REMOVED,
    WAS_FIXED,
    WHAT,
    WIDEST,
    Learner,
    learner_of,
)
from csp.kernels.domains import assign, at_least, at_most, high, low, remove
from csp.kernels.state import (
    FIRST,
    LAST_STAMP,
    N_TRAIL,
    ORIGIN,
    SAVED_CELL,
    SAVED_VALUE,
    STAMP,
    WIDTH,
    State,
    state_of,
)
from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, subroutine

ONE, ZERO, ALL = np.uint64(1), np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)
Number = Any


@helper
def begin_step(state: State) -> Number:
    """Give the next step a stamp of its own; return the length of the trail before it."""
    position = state.position
    position[LAST_STAMP] += ONE
    position[STAMP] = position[LAST_STAMP]
    return np.int64(position[N_TRAIL])


@helper
def has_room(state: State, own: Learner, n: Number) -> bool:
    """Return whether there is space for the events and cells of `n` calls of `make_true`."""
    n_saved = np.int64(state.position[N_TRAIL]) + n * own.numbers[WIDEST]
    return bool(own.numbers[N_EVENTS] + 4 * n <= len(own.events) and n_saved <= len(state.trail))


@subroutine
def push(
    own: Learner, v: Number, kind: Number, old: Number, new: Number, reason: Number, mark: Number
) -> None:
    """Append an event."""
    n = own.numbers[N_EVENTS]
    own.events[n, WHAT] = (v << 2) | kind
    own.events[n, OLD] = old
    own.events[n, NEW] = new
    own.events[n, PREVIOUS] = own.variables[v, LAST]
    own.events[n, REASON] = reason
    own.events[n, MARK] = mark
    own.events[n, LEVEL] = own.numbers[DEPTH]
    own.events[n, DEMAND] = NO_DEMAND
    own.variables[v, LAST] = n
    own.numbers[N_EVENTS] = n + 1
    if kind == LOW_ROSE:
        own.variables[v, LO] = new
    elif kind == HIGH_FELL:
        own.variables[v, HI] = new


@helper
def pop(own: Learner) -> None:
    """Undo the last event; its variable is open again, and can be decided."""
    n = own.numbers[N_EVENTS] - 1
    own.numbers[N_EVENTS] = n
    what = own.events[n, WHAT]
    v = what >> 2
    own.variables[v, LAST] = own.events[n, PREVIOUS]
    if what & 3 == LOW_ROSE:
        own.variables[v, LO] = own.events[n, OLD]
    elif what & 3 == HIGH_FELL:
        own.variables[v, HI] = own.events[n, OLD]
    push_variable(own, v)


@subroutine
def push_bounds(state: State, own: Learner, v: Number, reason: Number, mark: Number) -> None:
    """Append the events by which the bounds become those of the domain."""
    origin = state.variables[v, ORIGIN]
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    new_lo = low(state, np.uint64(v)) - origin
    new_hi = high(state, np.uint64(v)) - origin
    if new_lo != lo:
        push(own, v, np.int64(LOW_ROSE), lo, new_lo, reason, mark)
    if new_hi != hi:
        push(own, v, np.int64(HIGH_FELL), hi, new_hi, reason, mark)


@helper
def push_fixed(own: Learner, v: Number, mark: Number) -> None:
    """Append the event that a variable became fixed, because its bounds met."""
    lo = own.variables[v, LO]
    if lo == own.variables[v, HI] and own.variables[v, HAS_BOUNDS_ONLY] == 0:
        push(own, v, np.int64(WAS_FIXED), lo, lo, np.int64(BOTH_BOUNDS), mark)


@helper
def most_events(state: State, own: Learner, mark: Number) -> Number:
    """Return a bound on the number of events that `record` would append."""
    n = np.int64(0)
    for i in range(mark, np.int64(state.position[N_TRAIL])):
        cell = state.trail[i, SAVED_CELL]
        v = own.cell_variable[cell]
        if v == NONE:
            continue
        n += 3
        if own.variables[v, HAS_BOUNDS_ONLY] == 0:
            n += np.int64(popcount64(state.trail[i, SAVED_VALUE] & ~state.cells[cell]))
    return n


@subroutine
def record(handle: Any, handle_own: Any, reason: Number, mark: Number, style: Number) -> None:
    """Append the events of all changes since the trail had the length `mark`.

    They come in the order of the first changes, because one may be the reason of the next. Where
    bounds follow from values that are missing, a domain of several words has its bounds last.
    """
    state, own = state_of(handle), learner_of(handle_own)
    end = np.int64(state.position[N_TRAIL])
    by_value = style == BY_VALUES
    bound_reason = np.int64(HOLES) if by_value else reason
    for i in range(mark, end):
        cell = state.trail[i, SAVED_CELL]
        v = own.cell_variable[cell]
        if v == NONE:
            continue
        if own.variables[v, HAS_BOUNDS_ONLY] != 0:
            push_bounds(state, own, v, reason, mark)
            continue
        origin = state.variables[v, ORIGIN]
        first, last = own.variables[v, LO], own.variables[v, HI]
        if not by_value:
            first = low(state, np.uint64(v)) - origin
            last = high(state, np.uint64(v)) - origin
        base = (np.int64(cell) - state.variables[v, FIRST]) << 6
        removed = state.trail[i, SAVED_VALUE] & ~state.cells[cell]
        removed &= between(first - base, last - base)
        while removed != ZERO:
            place = base + np.int64(trailing_zeros64(removed))
            removed &= removed - ONE
            push(own, v, np.int64(REMOVED), place, place, reason, mark)
        if state.variables[v, WIDTH] == 1 or not by_value:
            push_ends(state, own, v, bound_reason, mark)
    for i in range(mark, end if by_value else mark):
        v = own.cell_variable[state.trail[i, SAVED_CELL]]
        if v != NONE and state.variables[v, WIDTH] > 1:
            push_ends(state, own, v, bound_reason, mark)


@helper
def push_ends(state: State, own: Learner, v: Number, reason: Number, mark: Number) -> None:
    """Append the events of the bounds of a domain with words, and that it became fixed."""
    if own.variables[v, HAS_BOUNDS_ONLY] != 0:
        return
    n = own.numbers[N_EVENTS]
    push_bounds(state, own, v, reason, mark)
    if own.numbers[N_EVENTS] != n or was_bound_by(own, v, mark):
        push_fixed_once(own, v, mark)


@helper
def between(first: Number, last: Number) -> Any:
    """Return a word with ones from one place to another, which may lie outside of the word."""
    if first > 63 or last < 0 or first > last:
        return ZERO
    return (ALL << np.uint64(max(first, 0))) & (ALL >> np.uint64(63 - min(last, 63)))


@helper
def was_bound_by(own: Learner, v: Number, mark: Number) -> bool:
    """Return whether the last event of a variable belongs to the step that began at `mark`."""
    last = own.variables[v, LAST]
    return bool(last != NONE and own.events[last, MARK] == mark)


@helper
def push_fixed_once(own: Learner, v: Number, mark: Number) -> None:
    """Append the event that a variable became fixed, unless it is there."""
    last = own.variables[v, LAST]
    if last == NONE or own.events[last, WHAT] & 3 != WAS_FIXED:
        push_fixed(own, v, mark)


@subroutine
def make_true(handle: Any, handle_own: Any, each: Number, reason: Number) -> bool:
    """Make a literal true, which is not false, for a reason; return False if it cannot be."""
    state, own = state_of(handle), learner_of(handle_own)
    mark = begin_step(state)
    kind, v, place = kind_of(each), variable_in(each), place_in(each)
    u, value = np.uint64(v), place + state.variables[v, ORIGIN]
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    is_plain = own.variables[v, HAS_BOUNDS_ONLY] != 0
    if kind == GE:
        if not at_least(state, u, value):
            return False
        if not is_plain and lo < place:
            push(own, v, np.int64(LOW_ROSE), lo, place, reason, mark)
    elif kind == LT:
        if not at_most(state, u, value - 1):
            return False
        if not is_plain and place <= hi:
            push(own, v, np.int64(HIGH_FELL), hi, place - 1, reason, mark)
    elif kind == EQ:
        if not assign(state, u, value):
            return False
        if not is_plain and lo != hi:
            push(own, v, np.int64(WAS_FIXED), place, place, reason, mark)
            push_bounds(state, own, v, np.int64(FIXING), mark)
    else:
        if not remove(state, u, value):
            return False
        if not is_plain and np.int64(state.position[N_TRAIL]) > mark:
            push(own, v, np.int64(REMOVED), place, place, reason, mark)
    # Where a bound moves further, there were holes.
    push_bounds(state, own, v, reason if is_plain else np.int64(HOLES), mark)
    if was_bound_by(own, v, mark):
        push_fixed_once(own, v, mark)
    return True


@helper
def undo_cells(state: State, mark: Number) -> None:
    """Undo the changes of cells since the trail had the length `mark`."""
    n = np.int64(state.position[N_TRAIL])
    while n > mark:
        n -= 1
        state.cells[state.trail[n, SAVED_CELL]] = state.trail[n, SAVED_VALUE]
    state.position[N_TRAIL] = np.uint64(n)


@helper
def backtrack(state: State, own: Learner, depth: Number) -> None:
    """Undo all levels below one."""
    if own.numbers[DEPTH] <= depth:
        return
    first = own.levels[depth, FIRST_EVENT]
    while own.numbers[N_EVENTS] > first:
        pop(own)
    undo_cells(state, own.levels[depth, FIRST_SAVED])
    own.numbers[DEPTH] = depth
    own.numbers[HEAD] = first
