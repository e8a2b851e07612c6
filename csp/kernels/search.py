"""Depth-first search: propagate, select a variable and a value, branch, backtrack, restart.

A level is a decision "variable = value". When its subtree was searched, the value is removed on the
level above ("variable != value"). So a branch has as many levels as variables were decided. A wide
domain is halved instead: the decision is "variable <= value" or "variable >= value". What is
decided first may be said by phases, see `csp.kernels.phases`.
"""

from typing import Any

import numpy as np

from csp.kernels.adaptive import begin_window, is_window_over
from csp.kernels.branching import branch, select_variable
from csp.kernels.domains import (
    ONE,
    ZERO,
    assign,
    at_least,
    at_most,
    low,
    remove,
)
from csp.kernels.phases import branch_on, next_entry
from csp.kernels.propagate import NONE, clear_queue, propagate
from csp.kernels.restarts import is_refuted_full, is_restart_due, record_refuted
from csp.kernels.state import (
    BOUND,
    CONFLICT,
    DEPTH,
    FAILED_ARITY,
    FAILED_SCOPE,
    FAILURES,
    MODE,
    N_REFUTED,
    N_TRAIL,
    NODES,
    ORIGIN,
    SAVED_CELL,
    SAVED_VALUE,
    SOLUTIONS,
    STAMP,
    UPDATES,
    State,
    state_of,
)
from csp.kernels.tree import (
    AT_LEAST,
    AT_MOST,
    BACKTRACK,
    BELOW,
    CHOSEN,
    ENTER,
    IS_NOT,
    KIND,
    LEVEL_STAMP,
    MARK,
    MOST,
    NEXT_ENTRY,
    OBJECTIVE,
    PHASE,
    PROGRESS,
    VALUE,
    Tree,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL, Out, Status

TWO = np.uint64(2)
MOST_UPDATES = np.uint64(1 << 15)
"""A call ends at the next node after this many updates: some 20 ms."""
TRAIL_FULL, RESTARTED, REFUTED_FULL, LEVELS_FULL = range(len(Status), len(Status) + 4)
"""Further statuses: the trail must grow before the search continues; the search restarted; the
array of refuted decisions must grow; that of levels must."""


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
            if position[DEPTH] + TWO > np.uint64(len(tree.levels)):
                status = LEVELS_FULL
                break
            if is_window_over(state, tree) and begin_window(state, tree, found):
                begin_again(state, tree)
            position[NODES] += ONE
            mode = np.uint64(BACKTRACK)
            if not restrict_objective(state, tree) or not propagate(state):
                record_failure(state, tree)
            else:
                entry, v = NONE, NONE
                if len(tree.phases) > 0:
                    entry = next_entry(handle, tree)
                if entry == NONE:
                    v = select_variable(state, tree)
                if entry != NONE:
                    branch_on(handle, tree, entry)
                    mode = np.uint64(ENTER)
                elif v != NONE:
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
                return_to_root(state, tree)
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
def backtrack(state: State, tree: Tree) -> bool:
    """Close the last level and refute its decision; return False if the domain becomes empty."""
    depth = state.position[DEPTH] - ONE
    restore_level(state, tree, depth)
    v, value = np.uint64(tree.levels[depth, CHOSEN]), tree.levels[depth, VALUE]
    if tree.levels[depth, KIND] == AT_MOST:
        return at_least(state, v, value + 1)
    if tree.levels[depth, KIND] == AT_LEAST:
        return at_most(state, v, value - 1)
    if tree.levels[depth, KIND] == IS_NOT:
        return assign(state, v, value)
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
    return_to_root(state, tree)
    clear_queue(state)
    while state.position[N_REFUTED] > ZERO:
        if tree.refuted[state.position[N_REFUTED] - ONE, BELOW] == 0:
            break
        state.position[N_REFUTED] -= ONE


@helper
def return_to_root(state: State, tree: Tree) -> None:
    """Undo all decisions; phases are then decided from their beginning."""
    if state.position[DEPTH] > ZERO:
        restore_level(state, tree, ZERO)
    tree.shares[0] = 1.0
    tree.levels[0, PHASE] = tree.levels[0, NEXT_ENTRY] = 0


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
