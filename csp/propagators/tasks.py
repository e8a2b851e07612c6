"""The bounds of tasks, copied to scratch in one direction of time, and sorted.

Propagators of tasks raise earliest starts. To lower latest ends they do the same with time
reversed, where a task that may run from `a` to `b` may run from `-b` to `-a`. The least durations
count. The first rows of scratch, of one number for each task, are:

- EST, LST: the earliest and the latest start; ECT, LCT: the earliest and the latest completion;
- LENGTH, DEMAND: the least duration and the least demand;
- START, END: the new earliest start and the new latest completion.
"""

import numpy as np

from csp.kernels.domains import Value, at_least, at_most, high, low
from csp.kernels.propagate import memory_of, variable
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

EST, LST, ECT, LCT, LENGTH, DEMAND, START, END = (np.int64(k) for k in range(8))
N_ROWS = 8
BY_EST, BY_LST, BY_ECT, BY_LCT = (np.int64(k) for k in range(4))
"""The places in the memory of the orders of `sort_all`, in one direction of time."""
N_ORDERS = 4


@helper
def get(state: State, n: Value, row: Value, k: Value) -> Value:
    """Return a number of a task from a row of scratch."""
    return np.int64(state.scratch[np.uint64(row * n + k)])


@helper
def put(state: State, n: Value, row: Value, k: Value, value: Value) -> None:
    """Write a number of a task into a row of scratch."""
    state.scratch[np.uint64(row * n + k)] = np.uint64(np.int64(value))


@helper
def load(state: State, p: Unsigned, n: Value, sign: Value) -> None:
    """Copy the bounds of all tasks; time is reversed if the sign is negative.

    The scope begins with the starts and the durations of the tasks.
    """
    for k in range(n):
        v = variable(state, p, np.uint64(k))
        length = low(state, variable(state, p, np.uint64(n + k)))
        least, most = low(state, v), high(state, v)
        if sign < 0:
            least, most = -most - length, -least - length
        put(state, n, EST, k, least)
        put(state, n, LST, k, most)
        put(state, n, ECT, k, least + length)
        put(state, n, LCT, k, most + length)
        put(state, n, LENGTH, k, length)
        put(state, n, START, k, least)
        put(state, n, END, k, most + length)


@helper
def apply(state: State, p: Unsigned, n: Value, sign: Value) -> bool:
    """Write the new earliest starts and latest completions to the domains of the starts."""
    for k in range(n):
        v, length = variable(state, p, np.uint64(k)), get(state, n, LENGTH, k)
        least, most = get(state, n, START, k), get(state, n, END, k) - length
        if sign < 0:
            least, most = -most - length, -least - length
        if not at_least(state, v, least) or not at_most(state, v, most):
            return False
    return True


@helper
def sort(state: State, p: Unsigned, n: Value, place: Value, row: Value) -> None:
    """Sort the tasks in `place` of the memory by a row, ascending.

    The order of the last call is nearly right, so insertion is fast.
    """
    memory, first = state.memory, np.int64(memory_of(state, p)) + place * n
    for k in range(1, n):
        task = memory[np.uint64(first + k)]
        key = get(state, n, row, task)
        j = first + k
        while j > first and get(state, n, row, memory[np.uint64(j - 1)]) > key:
            memory[np.uint64(j)] = memory[np.uint64(j - 1)]
            j -= 1
        memory[np.uint64(j)] = task


@helper
def sort_all(state: State, p: Unsigned, n: Value, first: Value) -> None:
    """Sort the tasks in four ways, from place `first` of the memory on."""
    sort(state, p, n, first + BY_EST, EST)
    sort(state, p, n, first + BY_LST, LST)
    sort(state, p, n, first + BY_ECT, ECT)
    sort(state, p, n, first + BY_LCT, LCT)


@helper
def sorted_task(state: State, p: Unsigned, n: Value, place: Value, k: Value) -> Value:
    """Return task `k` in an order of the memory."""
    return state.memory[np.uint64(np.int64(memory_of(state, p)) + place * n + k)]
