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
