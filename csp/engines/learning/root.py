"""The steps at the root: the first propagation, restarts, bounds, what solutions must be."""

from typing import Any

import numpy as np

from csp.engines.learning.clauses import add_learned, is_crowded, reduce
from csp.engines.learning.events import backtrack, make_true
from csp.engines.learning.literals import literal
from csp.engines.learning.phases import OF_SOLUTION, keep_target, return_to_target
from csp.engines.learning.restarts import plan_restart
from csp.engines.learning.state import (
    BEST,
    CLAUSE,
    CONFLICTS,
    DECIDED,
    DECISION,
    DEPTH,
    DONE,
    HEAD,
    HI,
    LAST,
    LEARNED,
    LEARNED_TOTAL,
    LO,
    LOWER,
    LT,
    N_EVENTS,
    N_LEARNED,
    NEXT_RESTART,
    NONE,
    OBJECTIVE,
    PHASE,
    REASON_BITS,
    ROOT_HI,
    ROOT_LO,
    WHAT,
    Learner,
    learner_of,
)
from csp.kernels.domains import high, low
from csp.kernels.propagate import clear_queue
from csp.kernels.propagate import propagate as propagate_plainly
from csp.kernels.state import IS_RECORDED, N_TRAIL, ORIGIN, State, state_of
from exactcover.runtime.kernels.jit import helper, kernel

Number = Any


@kernel
def propagate_root(handle: Any, handle_own: Any) -> bool:
    """Propagate before the search, without events; return False if there is no solution.

    No clause is there yet that could ask why a value was removed, and these may be millions.
    """
    state, own = state_of(handle), learner_of(handle_own)
    state.position[IS_RECORDED] = np.uint64(0)
    is_possible = propagate_plainly(state)
    state.position[IS_RECORDED] = np.uint64(1)
    if not is_possible:
        return False
    for k in range(len(own.root)):
        own.root[k] = state.cells[k]
    for v in range(np.uint64(len(own.variables))):
        origin = state.variables[v, ORIGIN]
        own.variables[v, LO] = own.variables[v, ROOT_LO] = low(state, v) - origin
        own.variables[v, HI] = own.variables[v, ROOT_HI] = high(state, v) - origin
    state.position[N_TRAIL] = np.uint64(0)
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
def restart(handle: Any, handle_own: Any) -> None:
    """Go back to the root, and drop clauses if there are many."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers = own.numbers
    if numbers[DEPTH] > 0:
        leave_levels(state, own, np.int64(0))
    if numbers[CONFLICTS] >= numbers[NEXT_RESTART]:
        return_to_target(state, own)
        plan_restart(own)
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
        keep_target(state, own, np.int64(OF_SOLUTION))
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
