"""Cumulative: timetable edge finding, by the energy of tasks in intervals of time.

The scope, the constant and the first rows of scratch are those of `csp.propagators.cumulative`; the
memory has four orders of the tasks for each direction of time. The energy of a task is its demand
times its duration; its free energy is that outside of its compulsory part, which is in the profile.
Tasks with a fixed start have no free energy: a run takes O(n + m^2) time for n tasks, of which m
are not fixed.

References
----------
P. Vilim, Timetable edge finding filtering algorithm for discrete cumulative resources, CPAIOR 2011.
A. Schutt, T. Feydy and P. Stuckey, Explaining time-table-edge-finding propagation for the
cumulative resource constraint, CPAIOR 2013.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, Wide, by_bounds
from csp.cards.formats import Constants
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import UNIT, Value, high
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from csp.propagators.profile import (
    PROFILE_ROWS,
    build_profile,
    energy_after,
    load_demands,
    sum_energies,
)
from csp.propagators.tasks import (
    BY_ECT,
    BY_EST,
    BY_LCT,
    BY_LST,
    DEMAND,
    ECT,
    EST,
    LCT,
    LENGTH,
    LST,
    N_ORDERS,
    START,
    apply,
    get,
    load,
    put,
    sort_all,
    sorted_task,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

PROFILE_FROM = np.int64(PROFILE_ROWS)
"""The row with the energy of the profile after the earliest start of each task."""
OPEN = PROFILE_FROM + 1
"""The row of the tasks whose start is not fixed, by earliest start."""


def energy(handle: Any, p: Any) -> int:
    """Raise the earliest starts, and with time reversed, lower the latest completions."""
    state = state_of(handle)
    n = state.data[constants(state, p)]
    if not one_direction(state, p, n, UNIT) or not one_direction(state, p, n, -UNIT):
        return FAILED
    return DONE


@helper
def one_direction(state: State, p: Unsigned, n: Value, sign: Value) -> bool:
    """Propagate in one direction of time."""
    first = np.int64(0) if sign > 0 else np.int64(N_ORDERS)
    load(state, p, n, sign)
    load_demands(state, p, n)
    sort_all(state, p, n, first)
    m = build_profile(state, p, n, first + BY_LST, first + BY_ECT)
    sum_energies(state, n, m)
    n_open = np.int64(0)
    for k in range(n):
        task = sorted_task(state, p, n, first + BY_EST, np.int64(k))
        if is_open(state, n, task):
            after = energy_after(state, n, m, get(state, n, EST, task))
            put(state, n, PROFILE_FROM, task, after)
            put(state, n, OPEN, n_open, task)
            n_open += 1
    previous, is_first = np.int64(0), True
    for k in range(n - 1, -1, -1):
        task = sorted_task(state, p, n, first + BY_LCT, np.int64(k))
        end = get(state, n, LCT, task)
        if not is_open(state, n, task) or (end == previous and not is_first):
            continue
        previous, is_first = end, False
        if not fill(state, p, n, m, n_open, end):
            return False
    return apply(state, p, n, sign)


@helper
def is_open(state: State, n: Value, task: Value) -> bool:
    """Return whether a task demands something, and its start is not fixed."""
    is_fixed = get(state, n, EST, task) == get(state, n, LST, task)
    return bool(get(state, n, DEMAND, task) > 0 and not is_fixed)


@helper
def fill(state: State, p: Unsigned, n: Value, m: Value, n_open: Value, end: Value) -> bool:
    """Compare energy and space in all intervals that end at a time, from the shortest on.

    In each interval, the task that would add most if it started as early as possible is moved.
    """
    capacity = high(state, variable(state, p, arity(state, p) - np.uint64(1)))
    after_end = energy_after(state, n, m, end)
    used = most = own = np.int64(0)
    moved = np.int64(-1)
    for k in range(n_open - 1, -1, -1):
        task = get(state, n, OPEN, np.int64(k))
        begin, demand = get(state, n, EST, task), get(state, n, DEMAND, task)
        if begin >= end:
            continue
        latest, done = get(state, n, LST, task), get(state, n, ECT, task)
        if get(state, n, LCT, task) <= end:
            used += demand * (get(state, n, LENGTH, task) - max(np.int64(0), done - latest))
        else:
            inside = demand * max(np.int64(0), end - max(latest, done))
            used += inside
            last = min(end, done)
            part = demand * max(np.int64(0), last - latest)
            more = demand * (last - begin) - part - inside
            if more > most:
                moved, most, own = task, more, inside + part
        in_profile = get(state, n, PROFILE_FROM, task) - after_end
        left = capacity * (end - begin) - used - in_profile
        if left < 0:
            return False
        if left < most:
            start = end - (left + own) // get(state, n, DEMAND, moved)
            put(state, n, START, moved, max(start, get(state, n, START, moved)))
    return True


def reach(bounds: Bounds, c: Constants) -> int:
    """Return the energy that tasks can have, and the space for it."""
    n = int(c[0])
    starts, lengths, heights = bounds[:n], bounds[n : 2 * n], bounds[2 * n :]
    begin, end = min(low for low, _ in starts), max(high for _, high in starts)
    time = end - begin + sum(most([each]) for each in lengths) + 1
    return 8 * time * (sum(most([each]) for each in heights) + 1)


ENERGY = Card(
    energy,
    explanation=by_bounds("energy:energy"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
    reach=reach,
    wide=Wide.BOUNDS,
    outlasts_orders=True,
)
