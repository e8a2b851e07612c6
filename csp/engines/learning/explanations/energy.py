"""Reasons of the energy of tasks: in an interval of time, they need more than the capacity.

The opposite of a bound is assumed; then the tasks have too much energy that must be in some
interval. The energy of a task that must be there is its demand times the time that it runs there
even if it starts as early, or as late, as it can. The excess weakens the bounds of the reason.

References
----------
A. Schutt, T. Feydy and P. Stuckey, Explaining time-table-edge-finding propagation for the
cumulative resource constraint, CPAIOR 2013.
"""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import add_ge, add_le, asked, high_of, low_of, scope
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from csp.propagators.tasks import DEMAND, EST, LENGTH, LST, N_ROWS, get, put
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
BY_BEGIN, FROM, BY_TIME = (np.int64(N_ROWS + k) for k in (0, 1, 3))
"""Rows of scratch: the tasks by earliest start; when each begins, and then when each ends; and
these `2 n` events by time."""


def energy(handle: Any, learner: Any) -> int:
    """Explain a bound or a failure by an interval with too much energy."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    n = state.data[np.int64(constants(state, p))]
    limit = scope(state, p, np.int64(arity(state, p)) - 1)
    capacity, task = high_of(state, own, limit), np.int64(-1)
    for k in range(n):
        u = scope(state, p, k)
        put(state, n, EST, np.int64(k), low_of(state, own, u))
        put(state, n, LST, np.int64(k), high_of(state, own, u))
        put(state, n, LENGTH, np.int64(k), low_of(state, own, scope(state, p, n + k)))
        put(state, n, DEMAND, np.int64(k), low_of(state, own, scope(state, p, n + n + k)))
        if u == v:
            task = np.int64(k)
            # The opposite of what is asked.
            if kind == GE:
                put(state, n, LST, task, value - 1)
            else:
                put(state, n, EST, task, value)
    if capacity < 0 or (task < 0 and v != NOTHING) or (v != NOTHING and kind > LT):
        return False
    for k in range(n):
        put(state, n, BY_BEGIN, np.int64(k), np.int64(k))
    for k in range(2 * n):
        put(state, n, BY_TIME, np.int64(k), np.int64(k))
    sort(state, n, BY_BEGIN, EST, n)
    for k in range(n):
        begin = get(state, n, EST, get(state, n, BY_BEGIN, np.int64(k)))
        end = overfull(state, n, begin, capacity)
        if end > begin:
            excess = total_inside(state, n, begin, end) - capacity * (end - begin) - 1
            add_le(state, own, limit, capacity)
            add_tasks(state, own, p, n, begin, end, excess, task, kind)
            return True
    return False


@subroutine
def overfull(state: State, n: Number, begin: Number, capacity: Number) -> Number:
    """Return an end such that tasks need more than there is from `begin` to it; else `begin`.

    From `begin` on, each task runs as late as it can, and for as long as it must after `begin`.
    What all of them need until a time is linear between the times at which one begins or ends.
    """
    for k in range(n):
        task = np.int64(k)
        length = get(state, n, LENGTH, task)
        time = max(begin, get(state, n, LST, task))
        more = max(np.int64(0), min(length, get(state, n, EST, task) + length - begin))
        put(state, n, FROM, task, time)
        put(state, n, FROM, n + task, time + more)
    sort(state, n, BY_TIME, FROM, 2 * n)
    total = demand = np.int64(0)
    before = begin
    for k in range(2 * n):
        event = get(state, n, BY_TIME, np.int64(k))
        time = get(state, n, FROM, event)
        total += demand * (time - before)
        if total > capacity * (time - begin):
            return time
        before = time
        if event < n:
            demand += get(state, n, DEMAND, event)
        else:
            demand -= get(state, n, DEMAND, event - n)
    return begin


@helper
def sort(state: State, n: Number, order: Number, row: Number, size: Number) -> None:
    """Sort the numbers in a row by what another row has at them; they are nearly sorted."""
    for k in range(1, size):
        own = get(state, n, order, np.int64(k))
        key = get(state, n, row, own)
        j = np.int64(k)
        while j > 0 and get(state, n, row, get(state, n, order, j - 1)) > key:
            put(state, n, order, j, get(state, n, order, j - 1))
            j -= 1
        put(state, n, order, j, own)


@helper
def time_inside(state: State, n: Number, k: Number, begin: Number, end: Number) -> Number:
    """Return how long a task must run in an interval."""
    length = get(state, n, LENGTH, k)
    early = get(state, n, EST, k) + length - begin
    late = end - get(state, n, LST, k)
    return max(np.int64(0), min(min(length, end - begin), min(early, late)))


@subroutine
def total_inside(state: State, n: Number, begin: Number, end: Number) -> Number:
    """Return the energy of all tasks that must be in an interval."""
    total = np.int64(0)
    for k in range(n):
        total += get(state, n, DEMAND, np.int64(k)) * time_inside(state, n, np.int64(k), begin, end)
    return total


@subroutine
def add_tasks(
    state: State,
    own: Learner,
    p: Any,
    n: Number,
    begin: Number,
    end: Number,
    excess: Number,
    task: Number,
    kind: Number,
) -> None:
    """Add the bounds by which tasks run in an interval, without the excess of energy.

    Of `task`, the bound that is the opposite of what is asked is left out.
    """
    for k in range(n):
        time = time_inside(state, n, np.int64(k), begin, end)
        demand = get(state, n, DEMAND, np.int64(k))
        if time == 0 or demand == 0:
            continue
        less = min(time, excess // demand)
        excess -= less * demand
        time -= less
        if time == 0:
            continue
        u, duration = scope(state, p, k), scope(state, p, n + k)
        length = get(state, n, LENGTH, np.int64(k))
        if k != task or kind == GE:
            add_ge(state, own, u, begin + time - length)
        if k != task or kind == LT:
            add_le(state, own, u, end - time)
        add_ge(state, own, duration, length)
        add_ge(state, own, scope(state, p, n + n + k), demand)
