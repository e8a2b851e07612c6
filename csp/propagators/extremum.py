"""Maximum or minimum, bounds consistent: the scope is the result and then the others.

The constant is a sign, -1 for the minimum: it is the negated maximum of the negated values.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def extremum(handle: Any, p: Any) -> int:
    """Bound the result by the others and the others by the result.

    If only one variable can reach the least result, it must.
    """
    state = state_of(handle)
    n, sign = arity(state, p), state.data[constants(state, p)]
    result = variable(state, p, 0)
    least = lower(state, variable(state, p, 1), sign)
    greatest = upper(state, variable(state, p, 1), sign)
    for k in range(ONE, n):
        v = variable(state, p, k)
        if not set_upper(state, v, sign, upper(state, result, sign)):
            return FAILED
        least = max(least, lower(state, v, sign))
        greatest = max(greatest, upper(state, v, sign))
    if not set_upper(state, result, sign, greatest) or not set_lower(state, result, sign, least):
        return FAILED
    least = lower(state, result, sign)
    only, n_possible = ZERO, 0
    for k in range(ONE, n):
        if upper(state, variable(state, p, k), sign) >= least:
            only = np.uint64(k)
            n_possible += 1
    if n_possible == 1 and not set_lower(state, variable(state, p, only), sign, least):
        return FAILED
    return DONE


@helper
def lower(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the lower bound of sign * v."""
    return low(state, v) if sign > 0 else -high(state, v)


@helper
def upper(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the upper bound of sign * v."""
    return high(state, v) if sign > 0 else -low(state, v)


@helper
def set_lower(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Raise the lower bound of sign * v to `value`."""
    return at_least(state, v, value) if sign > 0 else at_most(state, v, -value)


@helper
def set_upper(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Lower the upper bound of sign * v to `value`."""
    return at_most(state, v, value) if sign > 0 else at_least(state, v, -value)
