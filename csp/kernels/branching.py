"""Branching: the variable that is decided next (smallest domain, dom/wdeg, ...), and its value.

References
----------
F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting
constraints, ECAI 2004 (dom/wdeg: weights of variables). C. Lecoutre, L. Sais, S. Tabary and
V. Vidal, Reasoning from last conflict(s) in constraint programming, Artificial Intelligence 173
(2009).
"""

import numpy as np

from csp.kernels.adaptive import current_order
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
from csp.kernels.propagate import NONE
from csp.kernels.state import (
    CONFLICT,
    DEPTH,
    LAST_STAMP,
    MANY_VALUES,
    N_TRAIL,
    RANDOM,
    STAMP,
    State,
)
from csp.kernels.tree import (
    ADAPTIVE,
    AT_LEAST,
    AT_MOST,
    CHOSEN,
    GREATEST,
    INPUT,
    IS,
    KIND,
    LAST_CONFLICT,
    LEAST_VALUE,
    LEVEL_STAMP,
    MARK,
    N_FIRST,
    RANDOM_VALUE,
    SAVED,
    SMALLEST,
    VALUE,
    VALUE_ORDER,
    VARIABLE_ORDER,
    WEIGHTED,
    Tree,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.xorshift import random_bits

TWO = np.uint64(2)


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
    """Open a level with a decision about a variable: on its value, or on half of a wide domain."""
    kind, value, n_parts = IS, select_value(state, tree, v), np.float64(size(state, v))
    if width(state, v) == ZERO:
        middle = low(state, v) + (high(state, v) - low(state, v)) // 2
        n_parts = np.float64(2.0)
        if value <= middle:
            kind, value = AT_MOST, middle
        else:
            kind, value = AT_LEAST, middle + 1
    decide(state, tree, v, kind, value, n_parts)


@helper
def decide(
    state: State, tree: Tree, v: Unsigned, kind: Value, value: Value, n_parts: float
) -> None:
    """Open a level with a decision: "variable = value", "variable >= value", "<=" or "!=".

    Of the tree that is left, it takes one of `n_parts`.
    """
    position, levels, shares = state.position, tree.levels, tree.shares
    depth = position[DEPTH]
    levels[depth, CHOSEN] = v
    levels[depth, VALUE] = value
    levels[depth, KIND] = kind
    levels[depth, MARK] = position[N_TRAIL]
    levels[depth, LEVEL_STAMP] = position[STAMP]
    part = shares[depth] / n_parts
    shares[depth] -= part
    shares[depth + ONE] = part
    position[DEPTH] = depth + ONE
    position[LAST_STAMP] += ONE
    position[STAMP] = position[LAST_STAMP]
    if kind == IS:
        assign(state, v, value)
    elif kind == AT_MOST:
        at_most(state, v, value)
    elif kind == AT_LEAST:
        at_least(state, v, value)
    else:
        remove(state, v, value)
