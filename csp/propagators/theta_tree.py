"""Theta-lambda trees: the earliest completion of a set of tasks that run one after another.

The leaves are tasks, ordered by their earliest start. A task is absent, or in the set (white), or
in the set Lambda of which one task may be added (grey). A node has the sum of the durations of the
white tasks below it and their earliest completion; and both as they would be with the best grey
task, and which task that is. A tree of `k` leaves, a power of two, takes `12 k` words of scratch.

References
----------
P. Vilim, Global constraints in scheduling, thesis, Prague 2007, chapter 2.
"""

import numpy as np

from csp.kernels.domains import Value
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper

SUM, COMPLETION, GREY_SUM, GREY_COMPLETION, SUM_TASK, COMPLETION_TASK = (
    np.int64(k) for k in range(6)
)
N_COLUMNS = 6
NEVER = np.int64(np.iinfo(np.int64).min)
"""The earliest completion of no tasks. Durations are added to it, and never taken away: so it is
before all times, or at the earliest start that has 64 bits."""
NO_TASK = np.int64(-1)
ABSENT, WHITE, GREY = (np.int64(k) for k in range(3))
ROOT = np.int64(1)


@helper
def node(state: State, base: Value, k: Value, column: Value) -> Value:
    """Return a number of node `k` of the tree whose numbers begin at `base` in scratch."""
    return np.int64(state.scratch[np.uint64(base + np.int64(N_COLUMNS) * k + column)])


@helper
def write_node(state: State, base: Value, k: Value, column: Value, value: Value) -> None:
    """Write a number of a node."""
    state.scratch[np.uint64(base + np.int64(N_COLUMNS) * k + column)] = np.uint64(np.int64(value))


@helper
def empty_tree(state: State, base: Value, leaves: Value) -> None:
    """Make all tasks absent."""
    for k in range(2 * leaves):
        write_leaf(state, base, np.int64(k), ABSENT, NO_TASK, np.int64(0), np.int64(0))


@helper
def write_leaf(
    state: State, base: Value, k: Value, colour: Value, task: Value, start: Value, length: Value
) -> None:
    """Write the numbers of node `k` as those of one task, or of none."""
    is_white = colour == WHITE
    end = NEVER if colour == ABSENT else start + length
    write_node(state, base, k, SUM, length if is_white else 0)
    write_node(state, base, k, COMPLETION, end if is_white else NEVER)
    write_node(state, base, k, GREY_SUM, 0 if colour == ABSENT else length)
    write_node(state, base, k, GREY_COMPLETION, end)
    grey = task if colour == GREY else NO_TASK
    write_node(state, base, k, SUM_TASK, grey)
    write_node(state, base, k, COMPLETION_TASK, grey)


@helper
def set_task(
    state: State,
    base: Value,
    leaves: Value,
    place: Value,
    colour: Value,
    task: Value,
    start: Value,
    length: Value,
) -> None:
    """Make the task at a place among the leaves absent, white or grey."""
    k = leaves + place
    write_leaf(state, base, k, colour, task, start, length)
    k >>= 1
    while k >= ROOT:
        combine(state, base, k)
        k >>= 1


@helper
def combine(state: State, base: Value, k: Value) -> None:
    """Compute the numbers of an inner node from those of its children."""
    a, b = 2 * k, 2 * k + 1
    sum_a, sum_b = node(state, base, a, SUM), node(state, base, b, SUM)
    end_a, end_b = node(state, base, a, COMPLETION), node(state, base, b, COMPLETION)
    grey_a, grey_b = node(state, base, a, GREY_SUM), node(state, base, b, GREY_SUM)
    write_node(state, base, k, SUM, sum_a + sum_b)
    write_node(state, base, k, COMPLETION, max(end_b, end_a + sum_b))
    if grey_a + sum_b >= sum_a + grey_b:
        write_node(state, base, k, GREY_SUM, grey_a + sum_b)
        write_node(state, base, k, SUM_TASK, node(state, base, a, SUM_TASK))
    else:
        write_node(state, base, k, GREY_SUM, sum_a + grey_b)
        write_node(state, base, k, SUM_TASK, node(state, base, b, SUM_TASK))
    best = node(state, base, b, GREY_COMPLETION)
    task = node(state, base, b, COMPLETION_TASK)
    if end_a + grey_b > best:
        best, task = end_a + grey_b, node(state, base, b, SUM_TASK)
    left = node(state, base, a, GREY_COMPLETION) + sum_b
    if left > best:
        best, task = left, node(state, base, a, COMPLETION_TASK)
    write_node(state, base, k, GREY_COMPLETION, best)
    write_node(state, base, k, COMPLETION_TASK, task)
