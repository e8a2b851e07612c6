"""Depth-first search: propagate, select a variable and a value, branch, backtrack, restart.

A level is a decision "variable = value". When its subtree was searched, the value is removed on the
level above ("variable != value"). So a branch has as many levels as variables were decided. A wide
domain is halved instead: the decision is "variable <= value" or "variable >= value".

References
----------
F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting
constraints, ECAI 2004 (weights of variables). C. Lecoutre, L. Sais, S. Tabary and V. Vidal,
Reasoning from last conflict(s) in constraint programming, Artificial Intelligence 173 (2009).
"""

from typing import Any

import numpy as np

from csp.kernels.adaptive import begin_window, current_order, is_window_over
from csp.kernels.domains import (
    ONE,
    ZERO,
    Value,
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    remove,
    size,
    width,
)
from csp.kernels.propagate import NONE, clear_queue, propagate
from csp.kernels.restarts import is_refuted_full, is_restart_due, record_refuted
from csp.kernels.state import (
    BOUND,
    CONFLICT,
    DEPTH,
    FAILED_ARITY,
    FAILED_SCOPE,
    FAILURES,
    LAST_STAMP,
    MANY_VALUES,
    MODE,
    N_REFUTED,
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
    state_of,
)
from csp.kernels.tree import (
    ADAPTIVE,
    AT_LEAST,
    AT_MOST,
    BACKTRACK,
    BELOW,
    CHOSEN,
    ENTER,
    GREATEST,
    INPUT,
    IS,
    KIND,
    LAST_CONFLICT,
    LEAST_VALUE,
    LEVEL_STAMP,
    MARK,
    MOST,
    N_FIRST,
    OBJECTIVE,
    PROGRESS,
    RANDOM_VALUE,
    SAVED,
    SMALLEST,
    VALUE,
    VALUE_ORDER,
    VARIABLE_ORDER,
    WEIGHTED,
    Tree,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL, Out, Status

TWO = np.uint64(2)
MOST_UPDATES = np.uint64(1 << 15)
"""A call ends at the next node after this many updates: some 20 ms."""
TRAIL_FULL, RESTARTED, REFUTED_FULL = range(len(Status), len(Status) + 3)
"""Further statuses: the trail must grow before the search continues; the search restarted; the
array of refuted decisions must grow."""


@kernel
def advance(handle: Any, tree: Tree, node_budget: int, out: Out) -> int:
    """Continue the search: enter nodes and backtrack, until there is a reason to return."""
    state = state_of(handle)
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
            # Propagation saves each cell at most once, and so does the branching after it.
            if position[N_TRAIL] + TWO * np.uint64(len(state.cells)) > np.uint64(len(state.trail)):
                status = TRAIL_FULL
                break
            if is_window_over(state, tree) and begin_window(state, tree, found):
                begin_again(state, tree)
            position[NODES] += ONE
            mode = np.uint64(BACKTRACK)
            if not restrict_objective(state, tree) or not propagate(state):
                record_failure(state, tree)
            else:
                v = select_variable(state, tree)
                if v != NONE:
                    branch(state, tree, v)
                    mode = np.uint64(ENTER)
                else:
                    write_solution(state, tree, out, found)
                    found += ONE
                    if found >= room:
                        status = OUT_FULL
                        break
        else:
            if position[DEPTH] == ZERO:
                status = EXHAUSTED
                break
            if is_refuted_full(state, tree):
                status = REFUTED_FULL
                break
            record_refuted(state, tree)
            if is_restart_due(state, tree, found):
                record_part(state, tree)
                restore_level(state, tree, ZERO)
                tree.shares[0] = 1.0
                mode = np.uint64(ENTER)
                status = RESTARTED
                break
            if backtrack(state, tree):
                mode = np.uint64(ENTER)
    position[MODE] = mode
    position[SOLUTIONS] += found
    return status


@kernel
def reach_fixed_point(handle: Any) -> bool:
    """Propagate without search; return False if that shows that there is no solution."""
    return propagate(state_of(handle))


@helper
def record_part(state: State, tree: Tree) -> None:
    """Record the part of the tree that this run has closed, if it is the greatest one."""
    closed = 1.0
    for level in range(state.position[DEPTH] + ONE):
        closed -= tree.shares[level]
    tree.trial[MOST] = max(tree.trial[MOST], closed)


@helper
def restrict_objective(state: State, tree: Tree) -> bool:
    """Restrict the objective, if there is one, to values better than the best solution so far."""
    v = tree.settings[OBJECTIVE]
    state.position[FAILED_ARITY] = ZERO
    return v < 0 or at_most(state, np.uint64(v), np.int64(state.position[BOUND]))


@helper
def record_failure(state: State, tree: Tree) -> None:
    """Count a failure, bump the weights of the variables in it, and save the last decision."""
    position = state.position
    position[FAILURES] += ONE
    first = position[FAILED_SCOPE]
    for k in range(first, first + position[FAILED_ARITY]):
        tree.weights[np.uint64(state.data[k])] += 1.0
    clear_queue(state)
    if position[DEPTH] > ZERO:
        position[CONFLICT] = np.uint64(tree.levels[position[DEPTH] - ONE, CHOSEN]) + ONE


@helper
def select_variable(state: State, tree: Tree) -> Unsigned:
    """Return the variable to branch on, or NONE if all are fixed."""
    kind = tree.settings[VARIABLE_ORDER]
    if kind == ADAPTIVE:
        kind = current_order(state, tree)
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
        if kind == LEAST_VALUE:
            # Of variables with the same least value, the one with the smallest domain.
            n = np.float64(low(state, v)) + n / (n + 1.0)
        elif kind >= WEIGHTED:
            n /= tree.weights[v]
        if n < least:
            chosen, least = v, n
    return chosen


@helper
def select_value(state: State, tree: Tree, v: Unsigned) -> Value:
    """Return the value of a variable to try first."""
    kind = tree.settings[VALUE_ORDER]
    if kind == GREATEST:
        return high(state, v)
    value = low(state, v)
    if kind == SAVED:
        saved = state.memory[v]
        if contains(state, v, saved):
            return saved
        if saved >= value + MANY_VALUES and saved > high(state, v):
            return high(state, v)
    if kind == RANDOM_VALUE:
        value += random_below(state, high(state, v) - value + 1)
        while not contains(state, v, value):
            value += 1
    return value


@helper
def random_below(state: State, n: Value) -> Value:
    """Return a pseudo-random number below n."""
    return np.int64(random_bits(state.position, RANDOM) % np.uint64(n))


@helper
def branch(state: State, tree: Tree, v: Unsigned) -> None:
    """Open a level with a decision about a variable."""
    position, levels, shares = state.position, tree.levels, tree.shares
    depth = position[DEPTH]
    value = select_value(state, tree, v)
    is_wide = width(state, v) == ZERO
    levels[depth, CHOSEN] = v
    levels[depth, VALUE] = value
    levels[depth, KIND] = IS
    levels[depth, MARK] = position[N_TRAIL]
    levels[depth, LEVEL_STAMP] = position[STAMP]
    part = shares[depth] / (2.0 if is_wide else np.float64(size(state, v)))
    shares[depth] -= part
    shares[depth + ONE] = part
    position[DEPTH] = depth + ONE
    position[LAST_STAMP] += ONE
    position[STAMP] = position[LAST_STAMP]
    if is_wide:
        halve(state, tree, depth)
    else:
        assign(state, v, value)


@helper
def halve(state: State, tree: Tree, depth: Unsigned) -> None:
    """Decide that a wide variable is in the half of its domain that has the value of a level."""
    levels = tree.levels
    v, value = np.uint64(levels[depth, CHOSEN]), levels[depth, VALUE]
    middle = low(state, v) + (high(state, v) - low(state, v)) // 2
    if value <= middle:
        levels[depth, KIND], levels[depth, VALUE] = AT_MOST, middle
        at_most(state, v, middle)
    else:
        levels[depth, KIND], levels[depth, VALUE] = AT_LEAST, middle + 1
        at_least(state, v, middle + 1)


@helper
def backtrack(state: State, tree: Tree) -> bool:
    """Close the last level and refute its decision; return False if the domain becomes empty."""
    depth = state.position[DEPTH] - ONE
    restore_level(state, tree, depth)
    v, value = np.uint64(tree.levels[depth, CHOSEN]), tree.levels[depth, VALUE]
    if tree.levels[depth, KIND] == AT_MOST:
        return at_least(state, v, value + 1)
    if tree.levels[depth, KIND] == AT_LEAST:
        return at_most(state, v, value - 1)
    return remove(state, v, value)


@helper
def restore_level(state: State, tree: Tree, depth: Unsigned) -> None:
    """Undo all changes since a level was opened."""
    position, trail = state.position, state.trail
    tree.trial[PROGRESS] += tree.shares[position[DEPTH]]
    tree.shares[position[DEPTH]] = 0.0
    mark, n = np.uint64(tree.levels[depth, MARK]), position[N_TRAIL]
    while n > mark:
        n -= ONE
        state.cells[trail[n, SAVED_CELL]] = trail[n, SAVED_VALUE]
    position[N_TRAIL] = n
    position[STAMP] = np.uint64(tree.levels[depth, LEVEL_STAMP])
    position[DEPTH] = depth


@helper
def begin_again(state: State, tree: Tree) -> None:
    """Undo all decisions, and keep only the decisions that were refuted at the root."""
    if state.position[DEPTH] > ZERO:
        restore_level(state, tree, ZERO)
    tree.shares[0] = 1.0
    clear_queue(state)
    while state.position[N_REFUTED] > ZERO:
        if tree.refuted[state.position[N_REFUTED] - ONE, BELOW] == 0:
            break
        state.position[N_REFUTED] -= ONE


@helper
def write_solution(state: State, tree: Tree, out: Out, found: Unsigned) -> None:
    """Write a solution as row `found` of `out`: each value less the ORIGIN of its variable."""
    v = tree.settings[OBJECTIVE]
    if v >= 0:
        state.position[BOUND] = np.uint64(low(state, np.uint64(v)) - 1)
    if len(out.rows) == 0:
        return
    n = np.uint64(out.rows.shape[1])
    for u in range(n):
        out.rows[found, u] = low(state, u) - state.variables[u, ORIGIN]
    out.lengths[found] = n
