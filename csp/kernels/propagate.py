"""Propagation: variables that are fixed leave their groups, and waiting propagators have turns."""

import numpy as np

from csp.kernels.domains import ALL, LAST_BIT, ONE, SIX, ZERO, Value, low, remove
from csp.kernels.state import (
    ADDRESS,
    ARITY,
    CELL,
    CULPRIT,
    CULPRIT_ARITY,
    DATA,
    GROUPS,
    MEMORY,
    N_FIXED,
    N_SUMMARY,
    UPDATES,
    State,
)
from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.pointers import call, handle_of
from exactcover.compiled.types import Unsigned

FAILED, DONE, FIXPOINT = 0, 1, 2
"""What a propagator returns: no solution; done; done, and it would find nothing in a second run."""

NONE = ALL


@helper
def propagate(state: State) -> bool:
    """Let all that waits have its turn, until nothing waits; False if there is no solution."""
    while True:
        if not leave_groups(state):
            return False
        p = next_waiting(state)
        if p == NONE:
            return True
        state.position[UPDATES] += ONE
        status = call(state.propagators[p, ADDRESS], handle_of(state), p)
        if status == FAILED:
            state.position[CULPRIT] = state.propagators[p, DATA]
            state.position[CULPRIT_ARITY] = state.propagators[p, ARITY]
            return False
        if status == FIXPOINT:
            state.waiting[state.position[N_SUMMARY] + (p >> SIX)] &= ~(ONE << (p & LAST_BIT))


@helper
def leave_groups(state: State) -> bool:
    """Remove the value of each variable that was fixed from the others of its groups."""
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
            if not leave(state, v, value + data[place + np.uint64(2)], group):
                position[CULPRIT] = group + ONE
                position[CULPRIT_ARITY] = np.uint64(data[group])
                return False
            place += np.uint64(2)
    return True


@helper
def leave(state: State, v: Unsigned, value: Value, group: Unsigned) -> bool:
    """Remove `value` from all of a group but `v`."""
    data = state.data
    n = np.uint64(data[group])
    first = group + ONE
    for k in range(first, first + n):
        other = np.uint64(data[k])
        if other != v and not remove(state, other, value - data[k + n]):
            return False
    return True


@helper
def next_waiting(state: State) -> Unsigned:
    """Take the first propagator that waits, or NONE."""
    waiting = state.waiting
    offset = state.position[N_SUMMARY]
    for j in range(offset):
        while waiting[j] != ZERO:
            k = (np.uint64(j) << SIX) + trailing_zeros64(waiting[j])
            word = waiting[offset + k]
            if word != ZERO:
                waiting[offset + k] = word & (word - ONE)
                return (k << SIX) + trailing_zeros64(word)
            waiting[j] &= waiting[j] - ONE
    return NONE


@helper
def calm(state: State) -> None:
    """Let nothing wait: what was to be propagated is undone."""
    state.position[N_FIXED] = ZERO
    for k in range(np.uint64(len(state.waiting))):
        state.waiting[k] = ZERO


@helper
def constants(state: State, p: Unsigned) -> Unsigned:
    """Return where in `data` the constants of a propagator are, behind its variables."""
    return np.uint64(state.propagators[p, DATA] + state.propagators[p, ARITY])


@helper
def arity(state: State, p: Unsigned) -> Unsigned:
    """Return how many variables a propagator has."""
    return np.uint64(state.propagators[p, ARITY])


@helper
def variable(state: State, p: Unsigned, k: Unsigned) -> Unsigned:
    """Return variable `k` of a propagator."""
    return np.uint64(state.data[np.uint64(state.propagators[p, DATA]) + np.uint64(k)])


@helper
def cells_of(state: State, p: Unsigned) -> Unsigned:
    """Return the first of a propagator's cells."""
    return np.uint64(state.propagators[p, CELL])


@helper
def memory_of(state: State, p: Unsigned) -> Unsigned:
    """Return where in `memory` a propagator's own begins."""
    return np.uint64(state.propagators[p, MEMORY])
