"""The search loop: propagate, then learn from a conflict or decide."""

from typing import Any

import numpy as np

from csp.kernels.domains import low
from csp.kernels.propagate import FAILED, FIXPOINT, clear_queue, pop_queue
from csp.kernels.propagate import NONE as EMPTY
from csp.kernels.restarts import geometric, luby
from csp.kernels.state import (
    ADDRESS,
    GROUPS,
    N_FIXED,
    N_SUMMARY,
    N_TRAIL,
    NODES,
    ORIGIN,
    SOLUTIONS,
    UPDATES,
    State,
    state_of,
)
from csp.learning.analysis import NO_LEVEL, analyse, explain_conflicting_clause
from csp.learning.clauses import FULL, add_learned, is_crowded, propagate_event, reduce
from csp.learning.events import (
    backtrack,
    begin_step,
    has_room,
    make_true,
    most_events,
    pop,
    record,
    undo_cells,
)
from csp.learning.explaining import explain_failure, gather_domains
from csp.learning.gathering import add_fixed
from csp.learning.literals import has_place, literal
from csp.learning.order import pop_variable, push_variable
from csp.learning.state import (
    BEGIN,
    BEST,
    BY_VALUE,
    CLAUSE,
    CONFLICTS,
    DECIDED,
    DECISION,
    DEPTH,
    DONE,
    EQ,
    FIRST_EVENT,
    FIRST_SAVED,
    GE,
    GROUP,
    HAS_TWINS,
    HEAD,
    HI,
    IS_BIT,
    LAST,
    LEARNED,
    LEARNED_TOTAL,
    LITERALS,
    LO,
    LOWER,
    LT,
    MARK,
    N_EVENTS,
    N_GATHERED,
    N_HEAP,
    N_LEARNED,
    NE,
    NEXT_RESTART,
    NONE,
    OBJECTIVE,
    PACE,
    PENDING,
    PENDING_MARK,
    PHASE,
    PROPAGATOR,
    REASON_BITS,
    ROOT_HI,
    ROOT_LO,
    RUN,
    SEARCH,
    STYLE,
    TOP,
    WHAT,
    Learner,
    learner_of,
)
from exactcover.compiled.jit import helper, kernel, subroutine
from exactcover.compiled.pointers import call
from exactcover.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL, Out, Status

Number = Any
MOST_UPDATES = np.uint64(1 << 15)
"""A call ends after this many runs of propagators and visits of clauses: some 20 ms."""
NEED_SPACE = len(Status)
"""A further status: an array must grow before the search continues."""
QUIET, CONFLICT, NO_SPACE = range(3)
"""The results of propagation: nothing is left to do, a conflict was gathered, an array is full."""
MARGIN = 8
"""The events that a step may append beside those for each changed domain."""


@kernel
def advance(handle: Any, handle_own: Any, node_budget: int, out: Out) -> int:
    """Continue the search: propagate, learn and decide, up to a limit or the end."""
    state, own = state_of(handle), learner_of(handle_own)
    position, numbers = state.position, own.numbers
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found, room = np.int64(0), np.int64(out.room)
    if numbers[PHASE] == BEGIN:
        begin(state, own)
    while numbers[PHASE] != DONE:
        if found >= room:
            return OUT_FULL
        if position[NODES] >= last_node or position[UPDATES] >= last_update:
            return BUDGET_SPENT
        if numbers[TOP] + LITERALS + own.lists.shape[1] > len(own.clauses):
            return NEED_SPACE
        if numbers[DEPTH] + 1 >= len(own.levels):
            return NEED_SPACE
        result = propagate(handle, handle_own)
        if result == NO_SPACE:
            return NEED_SPACE
        if result == CONFLICT:
            position[NODES] += np.uint64(1)
            clear_queue(state)
            numbers[CONFLICTS] += 1
            lbd = np.int64(NO_LEVEL)
            if numbers[DEPTH] > 0:
                lbd = analyse(handle, handle_own)
            if lbd == NO_LEVEL:
                numbers[PHASE] = DONE
            else:
                learn(handle, handle_own, lbd)
        elif numbers[DEPTH] == 0 and numbers[N_EVENTS] > 0:
            settle_root(state, own)
        elif numbers[CONFLICTS] >= numbers[NEXT_RESTART] or is_crowded(own):
            restart(handle, handle_own)
        elif not decide(handle, handle_own):
            write_solution(state, out, found)
            position[SOLUTIONS] += np.uint64(1)
            found += 1
            leave_solution(handle, handle_own)
        else:
            position[NODES] += np.uint64(1)
    return EXHAUSTED


@helper
def begin(state: State, own: Learner) -> None:
    """Begin the search at the root."""
    numbers = own.numbers
    numbers[PHASE] = SEARCH
    for v in range(np.int64(len(own.variables))):
        if own.variables[v, LO] != own.variables[v, HI]:
            push_variable(own, np.int64(v))


@subroutine
def propagate(handle: Any, handle_own: Any) -> Number:
    """Propagate clauses, groups and propagators, until nothing is left to do."""
    state, own = state_of(handle), learner_of(handle_own)
    position, numbers = state.position, own.numbers
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
            position[UPDATES] += np.uint64(1)
            numbers[PENDING_MARK] = begin_step(state)
            status = call(state.propagators[p, ADDRESS], handle, p)
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
    value = low(state, np.uint64(v))
    state.memory[v] = value
    place = state.variables[v, GROUPS]
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


@helper
def learn(handle: Any, handle_own: Any, lbd: Number) -> None:
    """Go back to the level where the first literal of LEARNED follows, and make it true."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers = own.numbers
    n = numbers[N_LEARNED]
    numbers[LEARNED_TOTAL] += n
    back = np.int64(0)
    if n > 1:
        back = own.lists[LOWER, 0]
    leave_levels(state, own, back)
    reason = np.int64(DECISION)
    if n > 1:
        reason = ((2 * add_learned(own, lbd)) << REASON_BITS) | CLAUSE
    if not make_true(handle, handle_own, own.lists[LEARNED, 0], reason):
        numbers[PHASE] = DONE


@helper
def leave_levels(state: State, own: Learner, depth: Number) -> None:
    """Go back to a level, where nothing is left to propagate."""
    backtrack(state, own, depth)
    clear_queue(state)


@helper
def decide(handle: Any, handle_own: Any) -> bool:
    """Decide something about the most active open variable; return False if all are fixed."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers, variables = own.numbers, own.variables
    v = np.int64(NONE)
    while numbers[N_HEAP] > 0:
        v = pop_variable(own)
        if variables[v, LO] != variables[v, HI]:
            break
        v = np.int64(NONE)
    if v == NONE:
        return False
    depth = numbers[DEPTH]
    own.levels[depth, FIRST_EVENT] = numbers[N_EVENTS]
    own.levels[depth, FIRST_SAVED] = np.int64(state.position[N_TRAIL])
    numbers[DEPTH] = depth + 1
    each = preferred(state, own, v)
    own.levels[depth, DECIDED] = each
    make_true(handle, handle_own, each, np.int64(DECISION))
    if variables[v, LO] != variables[v, HI]:
        push_variable(own, v)
    return True


@helper
def preferred(state: State, own: Learner, v: Number) -> Number:
    """Return the literal that is decided about a variable: towards the value that it had last."""
    lo, hi = own.variables[v, LO], own.variables[v, HI]
    place = state.memory[v] - state.variables[v, ORIGIN]
    if place < lo or place > hi or not has_place(state, state.cells, v, place):
        place = lo
    bit = own.variables[v, IS_BIT]
    if bit != 0:
        return literal(v, bit, GE if place == bit else LT)
    if own.variables[v, BY_VALUE] != 0:
        return literal(v, place, EQ)
    if place < hi:
        return literal(v, place + 1, LT)
    return literal(v, place, GE)


@helper
def restart(handle: Any, handle_own: Any) -> None:
    """Go back to the root, and drop clauses if there are many."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers = own.numbers
    if numbers[DEPTH] > 0:
        leave_levels(state, own, np.int64(0))
    if numbers[CONFLICTS] >= numbers[NEXT_RESTART]:
        numbers[RUN] += 1
        unit = np.uint64(abs(numbers[PACE]))
        run = np.uint64(numbers[RUN])
        length = unit * luby(run) if numbers[PACE] > 0 else geometric(unit, run)
        numbers[NEXT_RESTART] = numbers[CONFLICTS] + np.int64(length)
    if is_crowded(own):
        reduce(handle, handle_own)
    if numbers[OBJECTIVE] != NONE:
        bound_objective(handle, handle_own)


@helper
def settle_root(state: State, own: Learner) -> None:
    """Make the domains of now those of the root, and forget their events."""
    numbers, variables = own.numbers, own.variables
    for event in range(numbers[N_EVENTS]):
        v = own.events[event, WHAT] >> 2
        variables[v, LAST] = NONE
        variables[v, ROOT_LO] = variables[v, LO]
        variables[v, ROOT_HI] = variables[v, HI]
    for k in range(np.int64(state.position[N_TRAIL])):
        cell = state.trail[k, 0]
        own.root[cell] = state.cells[cell]
    numbers[N_EVENTS] = 0
    numbers[HEAD] = 0
    state.position[N_TRAIL] = np.uint64(0)


@helper
def leave_solution(handle: Any, handle_own: Any) -> None:
    """After a solution: require a better one, or forbid this one."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers = own.numbers
    objective = numbers[OBJECTIVE]
    if objective != NONE:
        numbers[BEST] = low(state, np.uint64(objective))
        leave_levels(state, own, np.int64(0))
        bound_objective(handle, handle_own)
        return
    depth = numbers[DEPTH]
    if depth == 0:
        numbers[PHASE] = DONE
        return
    for k in range(depth):
        own.lists[LEARNED, k] = own.levels[depth - 1 - k, DECIDED] ^ 1
    numbers[N_LEARNED] = depth
    own.lists[LOWER, 0] = depth - 1
    learn(handle, handle_own, np.int64(0))


@helper
def bound_objective(handle: Any, handle_own: Any) -> None:
    """Require, at the root, an objective below the best one."""
    state, own = state_of(handle), learner_of(handle_own)
    v = own.numbers[OBJECTIVE]
    place = own.numbers[BEST] - state.variables[v, ORIGIN]
    if place <= own.variables[v, LO]:
        own.numbers[PHASE] = DONE
    elif place <= own.variables[v, HI]:
        make_true(handle, handle_own, literal(v, place, LT), np.int64(DECISION))


@helper
def write_solution(state: State, out: Out, found: Number) -> None:
    """Write a solution as row `found` of `out`: each value less the ORIGIN of its variable."""
    if len(out.rows) == 0:
        return
    n = np.int64(out.rows.shape[1])
    for v in range(n):
        u = np.uint64(v)
        out.rows[found, v] = low(state, u) - state.variables[u, ORIGIN]
    out.lengths[found] = n
