"""The propagation loop: runs scheduled propagators until a fixed point or a failure.

Fixed variables come first: their values are removed from the other variables of their all-different
groups. Then the first propagator in the queue runs; cheap ones stand first.
"""

import numpy as np

from csp.kernels.domains import ALL, LAST_BIT, ONE, SIX, ZERO, Value, low, remove
from csp.kernels.state import (
    ADDRESS,
    ARITY,
    CELL,
    DATA,
    FAILED_ARITY,
    FAILED_SCOPE,
    GROUPS,
    IS_RECORDED,
    MEMORY,
    N_FIXED,
    N_SUMMARY,
    PATIENT_UNTIL,
    SMALL_PART,
    UPDATES,
    WORK,
    State,
)
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.pointers import call, handle_of
from exactcover.runtime.kernels.types import Unsigned

FAILED, DONE, FIXPOINT = 0, 1, 2
"""The statuses of a propagator: no solution; done; done, and a second run would remove nothing."""

NONE = ALL
PATIENCE = np.uint64(1 << 14)
"""The runs of propagators without a fixed point after which wide domains change by large steps."""
SMALL_STEP = np.uint64(17)
"""Steps are small below a part of a wide domain: one divided by two to this power."""


@helper
def propagate(state: State) -> bool:
    """Run scheduled propagators until the queue is empty; return False on a failure."""
    state.position[PATIENT_UNTIL] = state.position[UPDATES] + PATIENCE
    state.position[SMALL_PART] = SMALL_STEP
    is_possible = run_scheduled(state)
    state.position[PATIENT_UNTIL] = ALL
    return is_possible


@helper
def run_scheduled(state: State) -> bool:
    """Run scheduled propagators until the queue is empty; return False on a failure."""
    while True:
        if not propagate_groups(state):
            return False
        p = pop_queue(state)
        if p == NONE:
            return True
        work = np.uint64(state.propagators[p, WORK])
        state.position[UPDATES] += work
        state.position[PATIENT_UNTIL] += work - ONE  # a run is one, however long it takes
        status = call(state.propagators[p, ADDRESS], handle_of(state), p)
        if status == FAILED:
            state.position[FAILED_SCOPE] = state.propagators[p, DATA]
            state.position[FAILED_ARITY] = state.propagators[p, ARITY]
            return False
        if status == FIXPOINT:
            state.queue[state.position[N_SUMMARY] + (p >> SIX)] &= ~(ONE << (p & LAST_BIT))


@helper
def propagate_groups(state: State) -> bool:
    """Remove the value of each newly fixed variable from the others of its groups."""
    position, data = state.position, state.data
    while position[N_FIXED] > ZERO:
        position[N_FIXED] -= ONE
        v = state.fixed[position[N_FIXED]]
        place = np.uint64(state.variables[v, GROUPS])
        end = place + np.uint64(2) * np.uint64(data[place])
        value = low(state, v)
        state.memory[v] = value
        while place < end:
            group = np.uint64(data[place + ONE])
            if not remove_from_others(state, v, value + data[place + np.uint64(2)], group):
                position[FAILED_SCOPE] = group + ONE
                position[FAILED_ARITY] = np.uint64(data[group])
                return False
            place += np.uint64(2)
    return True


@helper
def remove_from_others(state: State, v: Unsigned, value: Value, group: Unsigned) -> bool:
    """Remove a value, which view `v` of a group has, from the other views of the group."""
    data = state.data
    n = np.uint64(data[group])
    first = group + ONE
    for k in range(first, first + n):
        other = np.uint64(data[k])
        if other != v and not remove(state, other, value - data[k + n]):
            return False
    return True


@helper
def pop_queue(state: State) -> Unsigned:
    """Remove the first propagator from the queue and return its number, or NONE."""
    queue = state.queue
    offset = state.position[N_SUMMARY]
    for j in range(offset):
        while queue[j] != ZERO:
            k = (np.uint64(j) << SIX) + trailing_zeros64(queue[j])
            word = queue[offset + k]
            if word != ZERO:
                queue[offset + k] = word & (word - ONE)
                return (k << SIX) + trailing_zeros64(word)
            queue[j] &= queue[j] - ONE
    return NONE


@helper
def clear_queue(state: State) -> None:
    """Empty the queue after a failure: the changes that were to be propagated are undone."""
    state.position[N_FIXED] = ZERO
    for k in range(np.uint64(len(state.queue))):
        state.queue[k] = ZERO


@helper
def is_recorded(state: State) -> bool:
    """Return whether each change is recorded with its reason, in the order of first changes.

    Then a run ends before it changes a variable for the second time, or because of what it has
    fixed itself; what has changed lets it run again.
    """
    return bool(state.position[IS_RECORDED] != ZERO)


@helper
def constants(state: State, p: Unsigned) -> Unsigned:
    """Return where in `data` the constants of a propagator begin, after its variables."""
    return np.uint64(state.propagators[p, DATA] + state.propagators[p, ARITY])


@helper
def arity(state: State, p: Unsigned) -> Unsigned:
    """Return the number of variables in the scope of a propagator."""
    return np.uint64(state.propagators[p, ARITY])


@helper
def variable(state: State, p: Unsigned, k: Unsigned) -> Unsigned:
    """Return the number of variable `k` in the scope of a propagator."""
    return np.uint64(state.data[np.uint64(state.propagators[p, DATA]) + np.uint64(k)])


@helper
def cells_of(state: State, p: Unsigned) -> Unsigned:
    """Return the first cell of a propagator."""
    return np.uint64(state.propagators[p, CELL])


@helper
def memory_of(state: State, p: Unsigned) -> Unsigned:
    """Return where in `memory` the numbers of a propagator begin."""
    return np.uint64(state.propagators[p, MEMORY])
