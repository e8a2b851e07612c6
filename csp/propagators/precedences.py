"""Precedences: a task starts after all tasks that bits say come before it, one after another.

The scope is the starts, the durations, and a bit for each pair of tasks, those of pair (i, j) with
i < j at place j (j - 1) / 2 + i: 1 means that i is first. Tasks that may have no duration are left
out. The constant is the number of tasks. The memory has an order of the tasks for each direction of
time. Clause learning posts this beside
`csp.propagators.order`, which propagates each bit alone. A run takes O(n^2) time for n tasks.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, Wide, by_bounds
from csp.cards.formats import Constants
from csp.cards.ranges import Bounds, tasks_reach
from csp.kernels.domains import UNIT, Value, is_fixed, low
from csp.kernels.propagate import DONE, FAILED, constants, variable
from csp.kernels.state import State, state_of
from csp.propagators.tasks import EST, LENGTH, START, apply, get, load, put, sort, sorted_task
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def precedences(handle: Any, p: Any) -> int:
    """Raise the earliest starts, and with time reversed, lower the latest completions."""
    state = state_of(handle)
    n = state.data[constants(state, p)]
    if not one_direction(state, p, n, UNIT) or not one_direction(state, p, n, -UNIT):
        return FAILED
    return DONE


@helper
def one_direction(state: State, p: Unsigned, n: Value, sign: Value) -> bool:
    """Propagate in one direction of time."""
    by_start = np.int64(0) if sign > 0 else UNIT
    load(state, p, n, sign)
    sort(state, p, n, by_start, EST)
    for k in range(n):
        task = np.int64(k)
        if get(state, n, LENGTH, task) == 0:
            continue
        end = get(state, n, START, task)
        total = np.int64(0)
        for i in range(n - 1, -1, -1):
            other = sorted_task(state, p, n, by_start, np.int64(i))
            if other != task and is_before(state, p, n, other, task, sign):
                total += get(state, n, LENGTH, other)
                end = max(end, get(state, n, EST, other) + total)
        put(state, n, START, task, end)
    return apply(state, p, n, sign)


@helper
def is_before(state: State, p: Unsigned, n: Value, k: Value, task: Value, sign: Value) -> bool:
    """Return whether a bit says that task `k` is before another one, in a direction of time."""
    i, j = min(k, task), max(k, task)
    bit = variable(state, p, np.uint64(n + n + ((j * (j - 1)) >> 1) + i))
    if not is_fixed(state, bit) or get(state, n, LENGTH, k) == 0:
        return False
    return bool((low(state, bit) == 1) == ((k < task) == (sign > 0)))


def reach(bounds: Bounds, c: Constants) -> int:
    """Return twice the latest time at which the tasks end that run one after another."""
    return tasks_reach(bounds[: 2 * int(c[0])], c)


PRECEDENCES = Card(
    precedences,
    explanation=by_bounds("precedences:precedences"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
    reach=reach,
    wide=Wide.BOUNDS,
)
