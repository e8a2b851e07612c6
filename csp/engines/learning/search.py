"""The search loop: propagate, then learn from a conflict or decide."""

from typing import Any

import numpy as np

from csp.engines.learning.activity import push_variable
from csp.engines.learning.analysis import NO_LEVEL, analyse
from csp.engines.learning.assumptions import FALSE, NOTHING_LEFT, ONE_MORE, assume, write_core
from csp.engines.learning.clauses import is_crowded
from csp.engines.learning.decisions import decide
from csp.engines.learning.events import has_room
from csp.engines.learning.phases import note_trail
from csp.engines.learning.propagation import CONFLICT, NO_SPACE, propagate
from csp.engines.learning.restarts import is_restart_due, note_lbd
from csp.engines.learning.root import learn, leave_levels, leave_solution, restart, settle_root
from csp.engines.learning.state import (
    BEGIN,
    CONFLICTS,
    DEPTH,
    DONE,
    HI,
    IS_ASSUMING,
    LITERALS,
    LO,
    N_EVENTS,
    PHASE,
    SEARCH,
    TOP,
    TURN_END,
    Learner,
    learner_of,
)
from csp.engines.learning.vivification import vivify
from csp.kernels.domains import low
from csp.kernels.propagate import clear_queue
from csp.kernels.state import NODES, ORIGIN, SOLUTIONS, UPDATES, State, state_of
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL, Out, Status

Number = Any
MOST_UPDATES = np.uint64(1 << 15)
"""A call ends after this many updates: some 20 ms."""
NEED_SPACE = len(Status)
"""A further status: an array must grow before the search continues."""
CORE, HELD, TURN_OVER = range(NEED_SPACE + 1, NEED_SPACE + 4)
"""Statuses of a search with assumptions, which is then at the root: some of them cannot hold
together, they held in a solution, or the turn is over."""


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
                note_trail(state, own)
                lbd = analyse(handle, handle_own)
            if lbd == NO_LEVEL:
                numbers[PHASE] = DONE
            else:
                note_lbd(own, lbd)
                learn(handle, handle_own, lbd)
        elif numbers[DEPTH] == 0 and numbers[N_EVENTS] > 0:
            settle_root(state, own)
        elif is_restart_due(own) or is_crowded(own):
            restart(handle, handle_own)
            if numbers[PHASE] != DONE and numbers[N_EVENTS] == 0:
                vivify(handle, handle_own)
        elif position[UPDATES] >= np.uint64(numbers[TURN_END]):
            if numbers[DEPTH] > 0:
                leave_levels(state, own, np.int64(0))
            return TURN_OVER
        elif not has_room(state, own, np.int64(1)):
            return NEED_SPACE
        else:
            step = branch(handle, handle_own)
            if step == FALSE:
                write_core(handle, handle_own)
                leave_levels(state, own, np.int64(0))
                return CORE
            if step == ONE_MORE:
                position[NODES] += np.uint64(1)
                continue
            write_solution(state, out, found)
            position[SOLUTIONS] += np.uint64(1)
            found += 1
            leave_solution(handle, handle_own)
            if numbers[IS_ASSUMING] != 0 and numbers[PHASE] != DONE:
                return HELD
    return EXHAUSTED


@helper
def branch(handle: Any, handle_own: Any) -> Number:
    """Decide an assumption or a variable; return ONE_MORE, FALSE or NOTHING_LEFT."""
    step = np.int64(NOTHING_LEFT)
    if learner_of(handle_own).numbers[IS_ASSUMING] != 0:
        step = assume(handle, handle_own)
    if step == NOTHING_LEFT and decide(handle, handle_own):
        return np.int64(ONE_MORE)
    return step


@helper
def begin(state: State, own: Learner) -> None:
    """Begin the search at the root."""
    numbers = own.numbers
    numbers[PHASE] = SEARCH
    for v in range(np.int64(len(own.variables))):
        if own.variables[v, LO] != own.variables[v, HI]:
            push_variable(own, np.int64(v))


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
