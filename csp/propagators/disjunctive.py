"""Disjunctive: edge finding, detectable precedences, and not-last, in both directions of time.

The scope is that of `csp.propagators.no_overlap`: the starts, then the durations. The constants are
the number of leaves of the tree. The memory has four orders of the tasks for each direction of
time. Tasks whose duration may be 0 are left out.

References
----------
P. Vilim, Global constraints in scheduling, thesis, Prague 2007, chapter 2. The time is
O(n log n) for n tasks, besides sorting.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, Wide, by_bounds
from csp.cards.ranges import tasks_reach
from csp.kernels.domains import ONE, UNIT, Value
from csp.kernels.propagate import DONE, FAILED, arity, constants
from csp.kernels.state import State, state_of
from csp.propagators.tasks import (
    BY_ECT,
    BY_EST,
    BY_LCT,
    BY_LST,
    ECT,
    END,
    EST,
    LCT,
    LENGTH,
    LST,
    N_ORDERS,
    N_ROWS,
    START,
    apply,
    get,
    load,
    put,
    sort_all,
    sorted_task,
)
from csp.propagators.theta_tree import (
    ABSENT,
    COMPLETION,
    COMPLETION_TASK,
    GREY,
    GREY_COMPLETION,
    NO_TASK,
    ROOT,
    WHITE,
    empty_tree,
    node,
    set_task,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

PLACE = np.int64(N_ROWS)
"""The row of scratch with the places of the tasks among the leaves; the tree follows."""


def disjunctive(handle: Any, p: Any) -> int:
    """Raise the earliest starts, and with time reversed, lower the latest completions."""
    state = state_of(handle)
    n = np.int64(arity(state, p) >> ONE)
    if not one_direction(state, p, n, UNIT) or not one_direction(state, p, n, -UNIT):
        return FAILED
    return DONE


@helper
def one_direction(state: State, p: Unsigned, n: Value, sign: Value) -> bool:
    """Propagate in one direction of time."""
    first = np.int64(0) if sign > 0 else np.int64(N_ORDERS)
    load(state, p, n, sign)
    sort_all(state, p, n, first)
    for k in range(n):
        put(state, n, PLACE, sorted_task(state, p, n, first + BY_EST, np.int64(k)), k)
    leaves = state.data[constants(state, p)]
    return (
        find_edges(state, p, n, leaves, first)
        and find_precedences(state, p, n, leaves, first)
        and find_not_last(state, p, n, leaves, first)
        and apply(state, p, n, sign)
    )


@helper
def colour(state: State, n: Value, leaves: Value, task: Value, wanted: Value) -> None:
    """Make a task absent, white or grey in the tree."""
    base = (PLACE + 1) * n
    place = get(state, n, PLACE, task)
    start, length = get(state, n, EST, task), get(state, n, LENGTH, task)
    set_task(state, base, leaves, place, wanted, task, start, length)


@helper
def find_edges(state: State, p: Unsigned, n: Value, leaves: Value, first: Value) -> bool:
    """Find tasks that must end after all of a set: they start after the others have ended.

    The sets are the tasks that must end by some time, latest first. A set without enough time for
    its tasks fails.
    """
    base = (PLACE + 1) * n
    empty_tree(state, base, leaves)
    for k in range(n):
        if get(state, n, LENGTH, np.int64(k)) > 0:
            colour(state, n, leaves, np.int64(k), WHITE)
    for k in range(n - 1, -1, -1):
        task = sorted_task(state, p, n, first + BY_LCT, np.int64(k))
        if get(state, n, LENGTH, task) == 0:
            continue
        end = get(state, n, LCT, task)
        if node(state, base, ROOT, COMPLETION) > end:
            return False
        grey = node(state, base, ROOT, COMPLETION_TASK)
        while grey != NO_TASK and node(state, base, ROOT, GREY_COMPLETION) > end:
            start = max(get(state, n, START, grey), node(state, base, ROOT, COMPLETION))
            put(state, n, START, grey, start)
            colour(state, n, leaves, grey, ABSENT)
            grey = node(state, base, ROOT, COMPLETION_TASK)
        colour(state, n, leaves, task, GREY)
    return True


@helper
def insert_until(
    state: State, p: Unsigned, n: Value, leaves: Value, first: Value, j: Value, time: Value
) -> Value:
    """Make the tasks white, from place `j` of the order on, that can only start before a time.

    Return the place of the next task.
    """
    while j < n:
        task = sorted_task(state, p, n, first + BY_LST, j)
        if get(state, n, LST, task) >= time:
            break
        if get(state, n, LENGTH, task) > 0:
            colour(state, n, leaves, task, WHITE)
        j += 1
    return j


@helper
def find_precedences(state: State, p: Unsigned, n: Value, leaves: Value, first: Value) -> bool:
    """Start each task after all those that cannot run after it."""
    base = (PLACE + 1) * n
    empty_tree(state, base, leaves)
    j = np.int64(0)
    for k in range(n):
        task = sorted_task(state, p, n, first + BY_ECT, np.int64(k))
        if get(state, n, LENGTH, task) == 0:
            continue
        j = insert_until(state, p, n, leaves, first, j, get(state, n, ECT, task))
        is_inside = get(state, n, ECT, task) > get(state, n, LST, task)
        if is_inside:
            colour(state, n, leaves, task, ABSENT)
        start = max(get(state, n, START, task), node(state, base, ROOT, COMPLETION))
        put(state, n, START, task, start)
        if is_inside:
            colour(state, n, leaves, task, WHITE)
    return True


@helper
def find_not_last(state: State, p: Unsigned, n: Value, leaves: Value, first: Value) -> bool:
    """Find tasks that cannot run after all of a set: they end before the last of them starts."""
    base = (PLACE + 1) * n
    empty_tree(state, base, leaves)
    j = np.int64(0)
    for k in range(n):
        task = sorted_task(state, p, n, first + BY_LCT, np.int64(k))
        if get(state, n, LENGTH, task) == 0:
            continue
        j = insert_until(state, p, n, leaves, first, j, get(state, n, LCT, task))
        # The task itself is in the set: its latest start is before its latest completion.
        colour(state, n, leaves, task, ABSENT)
        is_late = node(state, base, ROOT, COMPLETION) > get(state, n, LST, task)
        colour(state, n, leaves, task, WHITE)
        if is_late:
            end = get(state, n, END, task)
            limit = last_start_of_others(state, p, n, first, j, task)
            put(state, n, END, task, min(end, limit))
    return True


@helper
def last_start_of_others(
    state: State, p: Unsigned, n: Value, first: Value, j: Value, task: Value
) -> Value:
    """Return the greatest latest start of the tasks before place `j` of the order, but one."""
    for k in range(j - 1, -1, -1):
        other = sorted_task(state, p, n, first + BY_LST, np.int64(k))
        if other != task and get(state, n, LENGTH, other) > 0:
            return get(state, n, LST, other)
    return get(state, n, END, task)


DISJUNCTIVE = Card(
    disjunctive,
    explanation=by_bounds("disjunctive:disjunctive"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
    reach=tasks_reach,
    wide=Wide.BOUNDS,
)
