"""Reified linear constraints: the last variable of the scope is the truth value, 0 or 1.

The constants are those of `csp.propagators.linear`, with a coefficient of 0 for the truth value;
then, for equations, the truth value with which they hold: 1 for ==, and 0 for !=.
"""

from typing import Any

from csp.cards.card import NOT_LINEAR, Card, Wide, by_bounds
from csp.cards.linear_comparisons import SumForm
from csp.cards.ranges import difference_reach, sum_reach
from csp.cards.rows import rows_of_condition, rows_of_equality
from csp.kernels.domains import NOUGHT, ONE, UNIT, assign, is_fixed, low, remove
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import state_of
from csp.propagators.equal import meets, restrict_to_shifted
from csp.propagators.linear import (
    distances,
    propagate_disequality,
    propagate_equality,
    propagate_less_equal,
)


def linear_less_equal(handle: Any, p: Any) -> int:
    """Propagate a reified sum <= total."""
    state = state_of(handle)
    n = arity(state, p)
    truth = variable(state, p, n - ONE)
    slack, surplus = distances(state, p, state.data[constants(state, p) + n])
    if is_fixed(state, truth):
        sign = 2 * low(state, truth) - 1
        return propagate_less_equal(state, p, sign, slack if sign > 0 else surplus - 1)
    if slack < 0:
        assign(state, truth, NOUGHT)
    elif surplus <= 0:
        assign(state, truth, UNIT)
    return FIXPOINT


def linear_equals(handle: Any, p: Any) -> int:
    """Propagate a reified sum == total, or != if the constant says so."""
    state = state_of(handle)
    n, first = arity(state, p), constants(state, p)
    truth, yes = variable(state, p, n - ONE), state.data[first + n + ONE]
    if is_fixed(state, truth):
        if low(state, truth) == yes:
            return propagate_equality(state, p)
        return propagate_disequality(state, p)
    slack, surplus = distances(state, p, state.data[first + n])
    if slack < 0 or surplus < 0:
        assign(state, truth, 1 - yes)
    elif slack == 0 and surplus == 0:
        assign(state, truth, yes)
    return FIXPOINT


def equal(handle: Any, p: Any) -> int:
    """Propagate a reified x = y + c, or x != y + c if the second constant says so.

    The scope is x, y and the truth value; the constants are c, and 1 for == or 0 for !=.
    """
    state = state_of(handle)
    x, y, truth = variable(state, p, 0), variable(state, p, 1), variable(state, p, 2)
    first = constants(state, p)
    offset, yes = state.data[first], state.data[first + ONE]
    if not is_fixed(state, truth):
        if not meets(state, x, y, -offset):
            assign(state, truth, 1 - yes)
        elif is_fixed(state, x) and is_fixed(state, y):
            assign(state, truth, yes)
        return FIXPOINT
    if low(state, truth) == yes:
        if restrict_to_shifted(state, x, y, -offset) and restrict_to_shifted(state, y, x, offset):
            return FIXPOINT
        return FAILED
    if is_fixed(state, x) and not remove(state, y, low(state, x) - offset):
        return FAILED
    if is_fixed(state, y) and not remove(state, x, low(state, y) + offset):
        return FAILED
    return DONE


LINEAR_LESS_EQUAL = Card(
    linear_less_equal,
    explanation=by_bounds("linear:reified_less_equal"),
    translation=SumForm("<=", is_reified=True),
    rows=rows_of_condition,
    reach=sum_reach,
    wide=Wide.BOUNDS,
    outlasts_orders=True,
)
LINEAR_EQUALS = Card(
    linear_equals,
    explanation=by_bounds("linear:reified_equals"),
    translation=SumForm("==", is_reified=True),
    rows=NOT_LINEAR,
    reach=sum_reach,
    wide=Wide.SEARCHED,
)
EQUAL = Card(
    equal,
    explanation=by_bounds("binary:reified_equal"),
    translation=SumForm("==", is_difference=True, is_reified=True),
    rows=rows_of_equality,
    reach=difference_reach,
)
