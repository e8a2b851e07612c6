"""The search: choose a variable, try a value, and if that fails remove it.

A level is a decision, variable = value. When what is below it is done, the value is removed on the
level above: so a branch has as many levels as variables were decided.

References
----------
F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting
constraints, ECAI 2004 (weights of variables). C. Lecoutre, L. Sais, S. Tabary and V. Vidal,
Reasoning from last conflict(s) in constraint programming, Artificial Intelligence 173 (2009).
"""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    ONE,
    ZERO,
    Value,
    assign,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    remove,
    size,
)
from csp.kernels.propagate import NONE, calm, propagate
from csp.kernels.restarts import is_restart_due, refute
from csp.kernels.state import (
    BOUND,
    CONFLICT,
    CULPRIT,
    CULPRIT_ARITY,
    DEPTH,
    FAILURES,
    LAST_STAMP,
    MODE,
    N_TRAIL,
    NODES,
    ORIGIN,
    RANDOM,
    SAVED_CELL,
    SAVED_VALUE,
    SOLUTIONS,
    STAMP,
    UPDATES,
    State,
    opened,
)
from csp.kernels.tree import (
    BACK_UP,
    CHOSEN,
    DRAWN,
    ENTER,
    GREATEST,
    INPUT,
    LAST_CONFLICT,
    LEVEL_STAMP,
    MARK,
    N_FIRST,
    OBJECTIVE,
    SAVED,
    SMALLEST,
    VALUE,
    VALUE_ORDER,
    VARIABLE_ORDER,
    WEIGHTED,
    Tree,
)
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from exactcover.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL, Out, Status

TWO = np.uint64(2)
MOST_UPDATES = np.uint64(1 << 15)
"""One call runs propagators no more often than that before a new node: some 20 ms."""
NO_ROOM, RESTARTED = len(Status), len(Status) + 1
"""The trail must grow before the search can go on; it stands at the root and begins anew."""


@kernel
def advance(handle: Any, tree: Tree, node_budget: int, out: Out) -> int:
    """Search on: enter nodes and back up, until there is a reason to return."""
    state = opened(handle)
    position = state.position
    mode = position[MODE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found, room = ZERO, np.uint64(out.room)
    status = BUDGET_SPENT
    while True:
        if mode == ENTER:
            if position[NODES] >= last_node or position[UPDATES] >= last_update:
                break
            # To propagate saves a cell at most once, and so does the decision that follows.
            if position[N_TRAIL] + TWO * np.uint64(len(state.cells)) > np.uint64(len(state.trail)):
                status = NO_ROOM
                break
            position[NODES] += ONE
            mode = np.uint64(BACK_UP)
            if not improves(state, tree) or not propagate(state):
                fail(state, tree)
            else:
                v = choose(state, tree)
                if v != NONE:
                    decide(state, tree, v)
                    mode = np.uint64(ENTER)
                else:
                    put_solution(state, tree, out, found)
                    found += ONE
                    if found >= room:
                        status = OUT_FULL
                        break
        else:
            if position[DEPTH] == ZERO:
                status = EXHAUSTED
                break
            refute(state, tree)
            if is_restart_due(state, tree, found):
                close_levels(state, tree, ZERO)
                tree.shares[0] = 1.0
                mode = np.uint64(ENTER)
                status = RESTARTED
                break
            if back_up(state, tree):
                mode = np.uint64(ENTER)
    position[MODE] = mode
    position[SOLUTIONS] += found
    return status


@kernel
def reach_fixed_point(handle: Any) -> bool:
    """Propagate, and search no further; False if there is no solution."""
    return propagate(opened(handle))


@helper
def improves(state: State, tree: Tree) -> bool:
    """Ask for a better solution than the best so far, where there is something to minimise."""
    v = tree.settings[OBJECTIVE]
    state.position[CULPRIT_ARITY] = ZERO
    return v < 0 or at_most(state, np.uint64(v), np.int64(state.position[BOUND]))


@helper
def fail(state: State, tree: Tree) -> None:
    """Take note of a failure: of the variables in it, and of the last decision."""
    position = state.position
    position[FAILURES] += ONE
    first = position[CULPRIT]
    for k in range(first, first + position[CULPRIT_ARITY]):
        tree.weights[np.uint64(state.data[k])] += 1.0
    calm(state)
    if position[DEPTH] > ZERO:
        position[CONFLICT] = np.uint64(tree.levels[position[DEPTH] - ONE, CHOSEN]) + ONE


@helper
def choose(state: State, tree: Tree) -> Unsigned:
    """Return the variable to decide on, or NONE if all are fixed."""
    kind = tree.settings[VARIABLE_ORDER]
    conflict = state.position[CONFLICT]
    if kind == LAST_CONFLICT and conflict > ZERO and not is_fixed(state, conflict - ONE):
        return conflict - ONE
    chosen, least = NONE, np.inf
    n_first = np.uint64(tree.settings[N_FIRST])
    for k in range(np.uint64(len(tree.order))):
        if k == n_first and chosen != NONE:
            return chosen
        v = tree.order[k]
        n_values = size(state, v)
        if n_values == ONE:
            continue
        if kind == INPUT or (kind == SMALLEST and n_values == TWO):
            return v
        n = np.float64(n_values)
        if kind >= WEIGHTED:
            n /= tree.weights[v]
        if n < least:
            chosen, least = v, n
    return chosen


@helper
def pick(state: State, tree: Tree, v: Unsigned) -> Value:
    """Return the value to try first."""
    kind = tree.settings[VALUE_ORDER]
    if kind == GREATEST:
        return high(state, v)
    if kind == SAVED and contains(state, v, state.memory[v]):
        return state.memory[v]
    value = low(state, v)
    if kind == DRAWN:
        value += draw(state, high(state, v) - value + 1)
        while not contains(state, v, value):
            value += 1
    return value


@helper
def draw(state: State, n: Value) -> Value:
    """Return a number below n, drawn by a xorshift generator."""
    x = state.position[RANDOM]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state.position[RANDOM] = x
    return np.int64((x >> np.uint64(11)) % np.uint64(n))


@helper
def decide(state: State, tree: Tree, v: Unsigned) -> None:
    """Open a level: try a value of a variable."""
    position, levels, shares = state.position, tree.levels, tree.shares
    depth = position[DEPTH]
    value = pick(state, tree, v)
    levels[depth, CHOSEN] = v
    levels[depth, VALUE] = value
    levels[depth, MARK] = position[N_TRAIL]
    levels[depth, LEVEL_STAMP] = position[STAMP]
    part = shares[depth] / np.float64(size(state, v))
    shares[depth] -= part
    shares[depth + ONE] = part
    position[DEPTH] = depth + ONE
    position[LAST_STAMP] += ONE
    position[STAMP] = position[LAST_STAMP]
    assign(state, v, value)


@helper
def back_up(state: State, tree: Tree) -> bool:
    """Close the last level and remove its value; False if what is above failed, too."""
    depth = state.position[DEPTH] - ONE
    close_levels(state, tree, depth)
    return remove(state, np.uint64(tree.levels[depth, CHOSEN]), tree.levels[depth, VALUE])


@helper
def close_levels(state: State, tree: Tree, depth: Unsigned) -> None:
    """Undo all that was put since a level was opened."""
    position, trail = state.position, state.trail
    tree.shares[position[DEPTH]] = 0.0
    mark, n = np.uint64(tree.levels[depth, MARK]), position[N_TRAIL]
    while n > mark:
        n -= ONE
        state.cells[trail[n, SAVED_CELL]] = trail[n, SAVED_VALUE]
    position[N_TRAIL] = n
    position[STAMP] = np.uint64(tree.levels[depth, LEVEL_STAMP])
    position[DEPTH] = depth


@helper
def put_solution(state: State, tree: Tree, out: Out, found: Unsigned) -> None:
    """Write the values, counted from each variable's ORIGIN, as row `found` of `out`."""
    v = tree.settings[OBJECTIVE]
    if v >= 0:
        state.position[BOUND] = np.uint64(low(state, np.uint64(v)) - 1)
    if len(out.rows) == 0:
        return
    n = np.uint64(out.rows.shape[1])
    for u in range(n):
        out.rows[found, u] = low(state, u) - state.variables[u, ORIGIN]
    out.lengths[found] = n
