"""The profile of a resource: how much the compulsory parts of tasks demand at each time.

The compulsory part of a task is from its latest start to its earliest completion. The profile is a
list of segments in `scratch`, after the rows of `csp.propagators.tasks`: TIME, where it begins, and
HEIGHT; a segment ends where the next one begins, and the last one has the height 0. AFTER is the
energy (height times time) from the beginning of the segment on.
"""

import numpy as np

from csp.kernels.domains import Value, low
from csp.kernels.propagate import variable
from csp.kernels.state import State
from csp.propagators.tasks import DEMAND, ECT, LENGTH, LST, N_ROWS, get, put, sorted_task
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TIME, HEIGHT, AFTER = (np.int64(N_ROWS + 2 * k) for k in range(3))
PROFILE_ROWS = N_ROWS + 6
"""The rows of the tasks and of the profile; there are at most two segments for each task."""


@helper
def load_demands(state: State, p: Unsigned, n: Value) -> None:
    """Copy the least demands, which follow the durations in the scope.

    A task that takes no time or demands nothing has demand and length 0 from here on.
    """
    for k in range(n):
        demand = low(state, variable(state, p, np.uint64(n + n + k)))
        if get(state, n, LENGTH, k) == 0:
            demand = np.int64(0)
        put(state, n, DEMAND, k, demand)


@helper
def has_part(state: State, n: Value, task: Value) -> bool:
    """Return whether a task has a compulsory part."""
    is_compulsory = get(state, n, LST, task) < get(state, n, ECT, task)
    return bool(is_compulsory and get(state, n, DEMAND, task) > 0)


@helper
def build_profile(state: State, p: Unsigned, n: Value, by_start: Value, by_end: Value) -> Value:
    """Write the segments; return how many there are.

    Parameters
    ----------
    by_start, by_end
        The orders of the tasks in the memory: by latest start, and by earliest completion.
    """
    i = j = m = height = np.int64(0)
    while j < n:
        ending = sorted_task(state, p, n, by_end, j)
        if not has_part(state, n, ending):
            j += 1
            continue
        time, change = get(state, n, ECT, ending), -get(state, n, DEMAND, ending)
        is_start = False
        while i < n and not is_start:
            starting = sorted_task(state, p, n, by_start, i)
            if not has_part(state, n, starting):
                i += 1
                continue
            if get(state, n, LST, starting) > time:
                break
            time, change = get(state, n, LST, starting), get(state, n, DEMAND, starting)
            is_start = True
        if is_start:
            i += 1
        else:
            j += 1
        height += change
        if m > 0 and get(state, n, TIME, m - 1) == time:
            m -= 1
        put(state, n, TIME, m, time)
        put(state, n, HEIGHT, m, height)
        m += 1
    return m


@helper
def segment_at(state: State, n: Value, m: Value, time: Value) -> Value:
    """Return the last segment that begins at or before a time, or -1."""
    first, last = np.int64(-1), m - 1
    while first < last:
        middle = (first + last + 1) >> 1
        if get(state, n, TIME, middle) <= time:
            first = middle
        else:
            last = middle - 1
    return first


@helper
def sum_energies(state: State, n: Value, m: Value) -> None:
    """Write the energy from the beginning of each segment on."""
    energy, end = np.int64(0), np.int64(0)
    for k in range(m - 1, -1, -1):
        time = get(state, n, TIME, k)
        energy += get(state, n, HEIGHT, k) * (end - time)
        put(state, n, AFTER, k, energy)
        end = time


@helper
def energy_after(state: State, n: Value, m: Value, time: Value) -> Value:
    """Return the energy of the profile from a time on."""
    if m == 0:
        return np.int64(0)
    k = segment_at(state, n, m, time)
    if k < 0:
        return get(state, n, AFTER, np.int64(0))
    return get(state, n, AFTER, k) - get(state, n, HEIGHT, k) * (time - get(state, n, TIME, k))
