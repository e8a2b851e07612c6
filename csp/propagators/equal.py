"""x = y + c, domain consistent; the scope is x and y, the constant is c."""

from typing import Any

import numpy as np

from csp.cards.card import Card, by_bounds
from csp.cards.linear_comparisons import SumForm
from csp.cards.ranges import difference_reach
from csp.cards.rows import Posted, Stated, Values, has_literals, rows_of_sum
from csp.kernels.domains import ZERO, Value, high, low, restrict, window
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW = np.int64(64)


def equal(handle: Any, p: Any) -> int:
    """Remove the values that the other variable does not have."""
    state = state_of(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    offset = state.data[constants(state, p)]
    if restrict_to_shifted(state, x, y, -offset) and restrict_to_shifted(state, y, x, offset):
        return FIXPOINT
    return FAILED


@helper
def restrict_to_shifted(state: State, x: Unsigned, y: Unsigned, shift: Value) -> bool:
    """Remove the values of x that are not values of y after adding `shift`."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if not restrict(state, x, value, window(state, y, value + shift)):
            return False
        value += WINDOW
    return True


@helper
def meets(state: State, x: Unsigned, y: Unsigned, shift: Value) -> bool:
    """Return whether a value of x is a value of y after adding `shift`."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if window(state, x, value) & window(state, y, value + shift) != ZERO:
            return True
        value += WINDOW
    return False


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State the equation, and of few values that their literals are equal."""
    rows_of_sum(each, values, stated)
    x, y = each.scope
    offset = int(each.constants[0])
    if x != y and has_literals(values, x, y):
        others = set(values(y))
        stated.equal.extend(((x, k), (y, k - offset)) for k in values(x) if k - offset in others)


EQUAL = Card(
    equal,
    explanation=by_bounds("binary:equal"),
    translation=SumForm("==", is_difference=True),
    rows=rows,
    reach=difference_reach,
)
