"""Linear constraints: a sum of variables times coefficients is =, <= or != a total.

The constants are the coefficients and the total. The memory of = and <= is the places of the terms,
those of fixed variables first; the cells are the number of these and their sum.

References
----------
W. Harvey and J. Schimpf, Bounds consistency techniques for long linear constraints, 2002.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Wide, by_bounds, by_values
from csp.cards.linear_comparisons import SumForm
from csp.cards.ranges import sum_reach
from csp.cards.rows import rows_of_sum
from csp.kernels.domains import ONE, Value, at_least, at_most, high, is_fixed, low, remove, set_cell
from csp.kernels.propagate import (
    DONE,
    FAILED,
    FIXPOINT,
    arity,
    cells_of,
    constants,
    is_recorded,
    memory_of,
    variable,
)
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def equals(handle: Any, p: Any) -> int:
    """Propagate sum = total on bounds."""
    return propagate_equality(state_of(handle), p)


def less_equal(handle: Any, p: Any) -> int:
    """Propagate sum <= total on bounds."""
    state = state_of(handle)
    slack, _ = distances(state, p, state.data[constants(state, p) + arity(state, p)])
    return propagate_less_equal(state, p, 1, slack)


def not_equals(handle: Any, p: Any) -> int:
    """Propagate sum != total, once all variables but one are fixed."""
    return propagate_disequality(state_of(handle), p)


@helper
def propagate_equality(state: State, p: Unsigned) -> int:
    """Tighten the bounds of all variables for sum = total, until nothing changes."""
    n, first = arity(state, p), constants(state, p)
    slack, surplus = distances(state, p, state.data[first + n])
    if slack < 0 or surplus < 0:
        return FAILED
    changed = True
    while changed:
        changed = False
        for i in range(state.cells[cells_of(state, p)], n):
            if slack < 0 or surplus < 0:
                return FAILED
            k = place_of(state, p, i)
            v, c = variable(state, p, k), state.data[first + k]
            least, greatest = low(state, v), high(state, v)
            span = abs(c) * (greatest - least)
            if span <= slack and span <= surplus:
                continue
            above, below = slack // abs(c), surplus // abs(c)
            if c < 0:
                above, below = below, above
            if not at_most(state, v, least + above) or not at_least(state, v, greatest - below):
                return FAILED
            risen = abs(c) * (low(state, v) - least)
            fallen = abs(c) * (greatest - high(state, v))
            changed |= risen + fallen > 0
            slack -= risen if c > 0 else fallen
            surplus -= fallen if c > 0 else risen
        if changed and is_recorded(state):
            return DONE
    return FIXPOINT


@helper
def propagate_less_equal(state: State, p: Unsigned, sign: Value, slack: Value) -> int:
    """Bound each term, multiplied by `sign`, by its least value plus `slack`."""
    n, first = arity(state, p), constants(state, p)
    if slack < 0:
        return FAILED
    for i in range(state.cells[cells_of(state, p)], n):
        k = place_of(state, p, i)
        v, c = variable(state, p, k), sign * state.data[first + k]
        least, greatest = low(state, v), high(state, v)
        if abs(c) * (greatest - least) > slack:
            span = slack // abs(c)
            if c > 0 and not at_most(state, v, least + span):
                return FAILED
            if c < 0 and not at_least(state, v, greatest - span):
                return FAILED
    return FIXPOINT


@helper
def propagate_disequality(state: State, p: Unsigned) -> int:
    """Remove the value that would make the sum equal, if only one variable is unfixed."""
    n, first = arity(state, p), constants(state, p)
    rest = state.data[first + n]
    free = n
    for k in range(n):
        v = variable(state, p, k)
        if is_fixed(state, v):
            rest -= state.data[first + k] * low(state, v)
        elif free < n:
            return DONE
        else:
            free = np.uint64(k)
    if free == n:
        return FAILED if rest == 0 else FIXPOINT
    c = state.data[first + free]
    if rest % c == 0 and not remove(state, variable(state, p, free), rest // c):
        return FAILED
    return FIXPOINT


@helper
def distances(state: State, p: Unsigned, total: Value) -> tuple[Value, Value]:
    """Return how far the total is above the least sum, and below the greatest sum.

    The terms of newly fixed variables are added to the saved sum.
    """
    memory, order, cell = state.memory, memory_of(state, p), cells_of(state, p)
    n, first = arity(state, p), constants(state, p)
    n_fixed, fixed = state.cells[cell], np.int64(state.cells[cell + ONE])
    slack, surplus = total - fixed, fixed - total
    for i in range(n_fixed, n):
        k = place_of(state, p, i)
        v, c = variable(state, p, k), state.data[first + k]
        least, greatest = c * low(state, v), c * high(state, v)
        slack -= min(least, greatest)
        surplus += max(least, greatest)
        if least == greatest and is_fixed(state, v):
            memory[order + np.uint64(i)] = memory[order + n_fixed]
            memory[order + n_fixed] = np.int64(k)
            n_fixed += ONE
            fixed += least
    if n_fixed != state.cells[cell]:
        set_cell(state, cell, n_fixed)
        set_cell(state, cell + ONE, np.uint64(fixed))
    return slack, surplus


@helper
def place_of(state: State, p: Unsigned, i: Unsigned) -> Unsigned:
    """Return the place in the scope of term `i`; terms of fixed variables come first."""
    return np.uint64(state.memory[memory_of(state, p) + np.uint64(i)])


EQUALS = Card(
    equals,
    explanation=by_bounds("linear:equals"),
    translation=SumForm("=="),
    rows=rows_of_sum,
    reach=sum_reach,
    wide=Wide.BOUNDS,
)
LESS_EQUAL = Card(
    less_equal,
    explanation=by_bounds("linear:less_equal"),
    translation=SumForm("<="),
    rows=rows_of_sum,
    reach=sum_reach,
    wide=Wide.BOUNDS,
)
NOT_EQUALS = Card(
    not_equals,
    explanation=by_values("linear:not_equals"),
    translation=SumForm("!="),
    rows=NOT_LINEAR,
    reach=sum_reach,
    wide=Wide.SEARCHED,
)
