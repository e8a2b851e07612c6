"""Global cardinality: the number of variables with each of some values, value by value.

The scope is the variables, then a count for each value. The constants are the number of variables,
and the values.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    NOUGHT,
    ONE,
    Value,
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    remove,
)
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def cardinality(handle: Any, p: Any) -> int:
    """Bound each count by the variables that must and may have its value; at a bound, fix the rest.

    A variable must have a value if it is fixed to it, and may if its domain contains it.
    """
    state = state_of(handle)
    first = constants(state, p)
    n = np.uint64(state.data[first])
    for j in range(n, arity(state, p)):
        counted = variable(state, p, j)
        value = state.data[first + ONE + np.uint64(j) - n]
        must, may = NOUGHT, NOUGHT
        for k in range(n):
            v = variable(state, p, k)
            if contains(state, v, value):
                may += 1
                must += is_fixed(state, v)
        if not at_least(state, counted, must) or not at_most(state, counted, may):
            return FAILED
        if must < may:
            is_full, is_short = high(state, counted) == must, low(state, counted) == may
            if is_full or is_short:
                decide_remaining(state, p, n, value, is_short)
    return DONE


@helper
def decide_remaining(
    state: State, p: Unsigned, n: Unsigned, value: Value, is_assigned: bool
) -> None:
    """Assign a value to all unfixed variables that may have it, or remove it from them."""
    for k in range(n):
        v = variable(state, p, k)
        if contains(state, v, value) and not is_fixed(state, v):
            if is_assigned:
                assign(state, v, value)
            else:
                remove(state, v, value)
