"""The clauses: how they are added, propagated by two watched literals each, and dropped again.

A change of a domain makes many literals false at once. So the lists of watches are those of a
variable and a kind: a list of ">=" is visited when the upper bound falls, and the clauses in it
whose literals are still open are passed by. The lists of "=" and "!=" are divided into buckets by
the place.

References
----------
G. Audemard, L. Simon, Predicting learnt clauses quality in modern SAT solvers, IJCAI 2009 (LBD).
"""

from typing import Any

import numpy as np

from csp.engines.learning.events import has_room, make_true
from csp.engines.learning.literals import (
    is_false,
    is_true,
    is_true_at_root,
    kind_of,
    place_in,
    variable_in,
)
from csp.engines.learning.state import (
    CLAUSE,
    CONFLICTS,
    EQ,
    GE,
    HEADS,
    HIGH_FELL,
    LBD,
    LEARNED,
    LITERALS,
    LOW_ROSE,
    LT,
    MOST_WORDS,
    N_BUCKETS,
    N_LEARNED,
    N_NEW,
    NE,
    NEW,
    NEXT,
    NONE,
    OLD,
    REASON_BITS,
    REDUCED,
    REDUCTIONS,
    REMOVED,
    SIZE,
    TOP,
    USED,
    VIVIFIED,
    WHAT,
    Learner,
    learner_of,
)
from csp.kernels.state import UPDATES, State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
FIRST_REDUCTION, MORE_EACH_TIME = 4000, 500
"""Clauses are dropped after FIRST_REDUCTION new ones, and MORE_EACH_TIME more each time."""
FULL = -2
"""There is no space for what a clause implies; the event has to be propagated again."""
CORE_LBD, MIDDLE_LBD = 2, 6
"""Clauses with an LBD up to the first number are kept; up to the second, while they are used."""
MOST_LBD = 63
"""All clauses with an LBD of this or more are treated alike."""


@helper
def list_of(own: Learner, v: Number, kind: Number, place: Number) -> Number:
    """Return the list of watches of a literal."""
    first = own.variables[v, HEADS]
    if kind < EQ:
        return first + kind
    n = own.variables[v, N_BUCKETS]
    return first + EQ + (place % n if kind == EQ else n + place % n)


@helper
def watch(own: Learner, clause: Number, side: Number) -> None:
    """Put a watch of a clause into the list of its literal."""
    each = own.clauses[clause + LITERALS + side]
    head = list_of(own, variable_in(each), kind_of(each), place_in(each))
    own.clauses[clause + NEXT + side] = own.heads[head]
    own.heads[head] = 2 * clause + side


@helper
def add_learned(own: Learner, lbd: Number) -> Number:
    """Add the clause in LEARNED, of two literals or more; return its place."""
    clauses, n = own.clauses, own.numbers[N_LEARNED]
    clause = own.numbers[TOP]
    clauses[clause + SIZE] = n
    clauses[clause + LBD] = lbd
    clauses[clause + USED] = NONE
    for k in range(n):
        clauses[clause + LITERALS + k] = own.lists[LEARNED, k]
    own.numbers[TOP] = clause + LITERALS + n
    own.numbers[N_NEW] += 1
    watch(own, clause, np.int64(0))
    watch(own, clause, np.int64(1))
    return clause


@subroutine
def propagate_event(handle: Any, handle_own: Any, event: Number) -> Number:
    """Propagate the clauses with literals that an event made false.

    Return a clause of which all literals are false, or NONE.
    """
    own = learner_of(handle_own)
    what, old, new = own.events[event, WHAT], own.events[event, OLD], own.events[event, NEW]
    v, kind = what >> 2, what & 3
    n = own.variables[v, N_BUCKETS]
    if kind > HIGH_FELL:
        opposite = np.int64(EQ if kind == REMOVED else NE)
        return visit(handle, handle_own, list_of(own, v, opposite, new))
    opposite = np.int64(LT if kind == LOW_ROSE else GE)
    conflict = visit(handle, handle_own, list_of(own, v, opposite, new))
    if n == 0 or conflict != NONE:
        return conflict
    first, end = (old, new) if kind == LOW_ROSE else (new + 1, old + 1)
    for place in range(first, min(end, first + n)):
        conflict = visit(handle, handle_own, list_of(own, v, np.int64(EQ), place))
        if conflict != NONE:
            return conflict
    return np.int64(NONE)


@subroutine
def visit(handle: Any, handle_own: Any, head: Number) -> Number:
    """Move the watches of false literals in a list; a clause with one other literal implies it."""
    state, own = state_of(handle), learner_of(handle_own)
    clauses = own.clauses
    at_head, previous = True, head
    each = own.heads[head]
    while each != NONE:
        clause, side = each >> 1, each & 1
        link, place = clause + NEXT + side, clause + LITERALS + side
        following = clauses[link]
        other = clauses[clause + LITERALS + 1 - side]
        if is_false(state, own, clauses[place]) and not is_true(state, own, other):
            state.position[UPDATES] += np.uint64(1)
            found = find_watch(state, own, clause)
            if found != NONE:
                kept = clauses[place]
                clauses[place] = clauses[found]
                clauses[found] = kept
                if at_head:
                    own.heads[previous] = following
                else:
                    clauses[previous] = following
                watch(own, clause, side)
                if at_head and own.heads[previous] == each:  # it came back to the same list
                    at_head, previous = False, link
                each = following
                continue
            if is_false(state, own, other):
                return clause
            if not has_room(state, own, np.int64(1)):
                return np.int64(FULL)
            make_true(handle, handle_own, other, ((each ^ 1) << REASON_BITS) | CLAUSE)
        at_head, previous = False, link
        each = following
    return np.int64(NONE)


@helper
def find_watch(state: State, own: Learner, clause: Number) -> Number:
    """Return the place of a literal that is not watched and not false, or NONE."""
    first = clause + LITERALS
    for k in range(first + 2, first + own.clauses[clause + SIZE]):
        if not is_false(state, own, own.clauses[k]):
            return k
    return np.int64(NONE)


@helper
def is_crowded(own: Learner) -> bool:
    """Return whether it is time to `reduce`."""
    numbers = own.numbers
    n_awaited = FIRST_REDUCTION + MORE_EACH_TIME * numbers[REDUCTIONS]
    return bool(numbers[N_NEW] >= n_awaited or numbers[TOP] > numbers[MOST_WORDS])


@subroutine
def reduce(handle: Any, handle_own: Any) -> None:
    """Drop clauses at the root, and the literals that are false there.

    So many of the worst ones go that half of the words become free, as far as clauses are not
    protected: see `is_protected`.
    """
    state, own = state_of(handle), learner_of(handle_own)
    clauses, numbers = own.clauses, own.numbers
    least_dropped = choose_least_dropped(own)
    for k in range(len(own.heads)):
        own.heads[k] = NONE
    top, to, clause = numbers[TOP], np.int64(0), np.int64(0)
    vivified, numbers[VIVIFIED] = numbers[VIVIFIED], 0
    while clause < top:
        n = LITERALS + clauses[clause + SIZE]
        if clauses[clause + LBD] < least_dropped or is_protected(own, clause):
            to = move(state, own, clause, to)
        clause += n
        if clause <= vivified:
            numbers[VIVIFIED] = to
    numbers[TOP] = to
    numbers[REDUCED] = numbers[CONFLICTS]
    # The clauses that must be kept may need more words than the limit: then the limit is raised.
    numbers[MOST_WORDS] = max(numbers[MOST_WORDS], 2 * to)
    numbers[REDUCTIONS] += 1
    numbers[N_NEW] = 0


@helper
def move(state: State, own: Learner, clause: Number, to: Number) -> Number:
    """Move a clause down to `to`, unless it holds at the root; return the place for the next."""
    clauses = own.clauses
    size, lbd, used = np.int64(0), clauses[clause + LBD], clauses[clause + USED]
    first = clause + LITERALS
    for k in range(first, first + clauses[clause + SIZE]):
        each = clauses[k]
        if is_true_at_root(state, own, each):
            return to
        if not is_true_at_root(state, own, each ^ 1):
            clauses[to + LITERALS + size] = each
            size += 1
    clauses[to + SIZE] = size
    clauses[to + LBD] = lbd
    clauses[to + USED] = used
    watch(own, to, np.int64(0))
    watch(own, to, np.int64(1))
    return to + LITERALS + size


@helper
def is_protected(own: Learner, clause: Number) -> bool:
    """Return whether a clause is kept whatever others there are.

    Where the clauses need more words than they may, these are only those that must be kept.
    """
    lbd, used = own.clauses[clause + LBD], own.clauses[clause + USED]
    if lbd == 0 or own.numbers[TOP] > own.numbers[MOST_WORDS]:
        return bool(lbd == 0)
    return bool(lbd <= CORE_LBD or (lbd <= MIDDLE_LBD and used >= own.numbers[REDUCED]))


@helper
def choose_least_dropped(own: Learner) -> Number:
    """Return the least LBD of dropped clauses, so that half of the words become free."""
    clauses, words = own.clauses, own.lists[LEARNED]
    last = min(MOST_LBD, len(words) - 1)
    for lbd in range(last + 1):
        words[lbd] = 0
    clause, top = np.int64(0), own.numbers[TOP]
    kept = np.int64(0)
    while clause < top:
        n = LITERALS + clauses[clause + SIZE]
        if is_protected(own, clause):
            kept += n
        else:
            words[min(last, clauses[clause + LBD])] += n
        clause += n
    least = np.int64(1)
    while least < last and kept + words[least] <= top >> 1:
        kept += words[least]
        least += 1
    return least
