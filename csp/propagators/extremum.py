"""The first variable of the scope is the greatest of the others; or the least.

The one constant is a sign: the least of some values is the greatest of their negatives, negated.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def extremum(handle: Any, p: Any) -> int:
    """Bound the result by all, and all by the result; what alone can be so great must be."""
    state = opened(handle)
    n, sign = arity(state, p), state.data[constants(state, p)]
    result = variable(state, p, 0)
    least = lower(state, variable(state, p, 1), sign)
    greatest = upper(state, variable(state, p, 1), sign)
    for k in range(ONE, n):
        v = variable(state, p, k)
        if not put_upper(state, v, sign, upper(state, result, sign)):
            return FAILED
        least = max(least, lower(state, v, sign))
        greatest = max(greatest, upper(state, v, sign))
    if not put_upper(state, result, sign, greatest) or not put_lower(state, result, sign, least):
        return FAILED
    least = lower(state, result, sign)
    only, n_possible = ZERO, 0
    for k in range(ONE, n):
        if upper(state, variable(state, p, k), sign) >= least:
            only = np.uint64(k)
            n_possible += 1
    if n_possible == 1 and not put_lower(state, variable(state, p, only), sign, least):
        return FAILED
    return DONE


@helper
def lower(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the least value, or the negative of the greatest."""
    return low(state, v) if sign > 0 else -high(state, v)


@helper
def upper(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the greatest value, or the negative of the least."""
    return high(state, v) if sign > 0 else -low(state, v)


@helper
def put_lower(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Remove what is below `value`, as `lower` sees it."""
    return at_least(state, v, value) if sign > 0 else at_most(state, v, -value)


@helper
def put_upper(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Remove what is above `value`, as `upper` sees it."""
    return at_most(state, v, value) if sign > 0 else at_least(state, v, -value)
