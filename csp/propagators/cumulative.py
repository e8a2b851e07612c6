"""Cumulative: timetable propagation, by the compulsory parts of tasks.

The scope is the starts, the durations, the demands, and the capacity. The constant is the number of
tasks. The memory has two orders of the tasks. A run makes the profile once, and moves each task
along it: O(n^2) time for n tasks at worst, mostly O(n log n).

References
----------
P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.1.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import Card, Missing, Translation, Wide, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import UNIT, Value, at_least, at_most, high
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from csp.propagators.profile import HEIGHT, TIME, build_profile, load_demands, segment_at
from csp.propagators.tasks import DEMAND, ECT, EST, LCT, LENGTH, LST, get, load, sort
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

BY_LST, BY_ECT = (np.int64(k) for k in range(2))


def cumulative(handle: Any, p: Any) -> int:
    """Raise the capacity to the profile, and move the bounds of tasks out of the others' parts."""
    state = state_of(handle)
    n = state.data[constants(state, p)]
    load(state, p, n, UNIT)
    load_demands(state, p, n)
    sort(state, p, n, BY_LST, LST)
    sort(state, p, n, BY_ECT, ECT)
    m = build_profile(state, p, n, BY_LST, BY_ECT)
    limit, most = variable(state, p, arity(state, p) - np.uint64(1)), np.int64(0)
    for k in range(m):
        most = max(most, get(state, n, HEIGHT, np.int64(k)))
    is_used = False
    for k in range(n):
        most = max(most, get(state, n, DEMAND, np.int64(k)))
        is_used |= get(state, n, LENGTH, np.int64(k)) > 0
    if is_used and not at_least(state, limit, most):
        return FAILED
    for k in range(n):
        task = np.int64(k)
        is_fixed = get(state, n, EST, task) == get(state, n, LST, task)  # the profile has it
        is_moved = get(state, n, DEMAND, task) > 0 and not is_fixed
        if is_moved and not move(state, p, n, m, task, limit):
            return FAILED
        if not limit_demand(state, p, n, m, task, high(state, limit)):
            return FAILED
    return DONE


@helper
def move(state: State, p: Unsigned, n: Value, m: Value, task: Value, limit: Unsigned) -> bool:
    """Move the bounds of a task to times at which the profile of the others leaves enough."""
    v, length = variable(state, p, np.uint64(task)), get(state, n, LENGTH, task)
    demand = get(state, n, DEMAND, task)
    free = high(state, limit) - demand
    start, end = get(state, n, EST, task), get(state, n, LCT, task)
    k = max(segment_at(state, n, m, start), np.int64(0))
    while k < m and get(state, n, TIME, k) < start + length:
        if others(state, n, k, task) > free and get(state, n, TIME, k + 1) > start:
            start = get(state, n, TIME, k + 1)
        k += 1
    if not at_least(state, v, start):
        return False
    k = min(segment_at(state, n, m, end - 1), m - 2)
    while k >= 0 and get(state, n, TIME, k + 1) > end - length:
        if others(state, n, k, task) > free:
            end = get(state, n, TIME, k)
        k -= 1
    return bool(at_most(state, v, end - length))


@helper
def others(state: State, n: Value, k: Value, task: Value) -> Value:
    """Return the height of a segment without the demand of a task."""
    height, time = get(state, n, HEIGHT, k), get(state, n, TIME, k)
    if get(state, n, LST, task) <= time < get(state, n, ECT, task):
        return height - get(state, n, DEMAND, task)
    return height


@helper
def limit_demand(
    state: State, p: Unsigned, n: Value, m: Value, task: Value, capacity: Value
) -> bool:
    """Bound the demand of a task by what the others leave during its compulsory part."""
    v = variable(state, p, np.uint64(n + n + task))
    first, last = get(state, n, LST, task), get(state, n, ECT, task)
    if high(state, v) == get(state, n, DEMAND, task) or first >= last:
        return True
    most, k = np.int64(0), max(segment_at(state, n, m, first), np.int64(0))
    while k < m and get(state, n, TIME, k) < last:
        most = max(most, others(state, n, k, task))
        k += 1
    return bool(at_most(state, v, capacity - most))


NOBODY = "nobody"
"""The state of an automaton where no task runs."""


def automata(scope: Scope, c: Constants, builder: Variables) -> Iterator[Automaton]:
    """Yield for each time that the tasks which run then are within the capacity."""
    n = c[0]
    order = [v for k in range(n) for v in (scope[k], scope[n + k], scope[2 * n + k])]
    for time in sorted({time for v in scope[:n] for time in builder.values(v)}):

        def step(k: int, state: Any, value: int, time: int = time) -> Any:
            if k == 3 * n:
                return () if state is NOBODY or state <= value else None
            load, *task = state if isinstance(state, tuple) else (state,)
            if k % 3 == 0:
                return (load, value) if value <= time else load
            if k % 3 == 1:
                return (load, True) if task and time < task[0] + value else load
            return (0 if load is NOBODY else load) + value if task else load

        yield Automaton([*order, scope[-1]], NOBODY, step, never_rejects)


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post that tasks never exceed a capacity."""
    n, names = c[0], to.names(scope)
    to.post("csp_cumulative", names[:n], names[n : 2 * n], names[2 * n : 3 * n], names[-1])


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add that tasks never exceed a capacity; a negative one allows tasks without duration only."""
    n, model = c[0], to.model
    capacity = to.some(scope[-1:])[0]
    least, greatest = to.builder.bounds(scope[-1])
    if least < 0:
        positive = model.new_int_var(0, max(0, greatest), "")
        model.add_max_equality(positive, [capacity, 0])
        is_negative = to.condition(capacity <= -1, capacity >= 0)
        for duration in to.some(scope[n : 2 * n]):
            model.add(duration == 0).only_enforce_if(is_negative)
        capacity = positive
    pairs = zip(scope[:n], scope[n : 2 * n], strict=True)
    intervals = [to.interval(start, duration) for start, duration in pairs]
    model.add_cumulative(intervals, to.some(scope[2 * n : 3 * n]), capacity)


def reach(bounds: Bounds, c: Constants) -> int:
    """Return twice the latest end of a task, or twice the sum of all demands and the capacity."""
    n = int(c[0])
    heights = sum(most([each]) for each in bounds[2 * n :])
    return 2 * max(most(bounds[:n]) + most(bounds[n : 2 * n]), heights)


CUMULATIVE = Card(
    cumulative,
    explanation=by_bounds("cumulative:cumulative"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=Missing("the energy of tasks is stated where their durations are open"),
    reach=reach,
    wide=Wide.BOUNDS,
    outlasts_orders=True,
)
