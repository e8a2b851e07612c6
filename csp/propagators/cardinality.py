"""For each of some values: how many variables have it.

The scope is the variables, then a count for each value; the constants are the number of variables,
and the values.
"""

from typing import Any

import numpy as np

from csp.domains import ONE, Value, assign, at_least, at_most, contains, high, is_fixed, low, remove
from csp.propagate import DONE, FAILED, arity, constants, variable
from csp.state import State, opened
from exactcover.jit import helper
from exactcover.links import Unsigned


def cardinality(handle: Any, p: Any) -> int:
    """Bound each count by who must and who may have the value; settle who may, at a bound."""
    state = opened(handle)
    first = constants(state, p)
    n = np.uint64(state.data[first])
    for j in range(n, arity(state, p)):
        counted = variable(state, p, j)
        value = state.data[first + ONE + np.uint64(j) - n]
        must, may = 0, 0
        for k in range(n):
            v = variable(state, p, k)
            if contains(state, v, value):
                may += 1
                must += is_fixed(state, v)
        if not at_least(state, counted, must) or not at_most(state, counted, may):
            return FAILED
        if must < may:
            if high(state, counted) == must:
                settle(state, p, n, value, False)
            elif low(state, counted) == may:
                settle(state, p, n, value, True)
    return DONE


@helper
def settle(state: State, p: Unsigned, n: Unsigned, value: Value, is_taken: bool) -> None:
    """Give a value to all that may have it, or take it from all that need not."""
    for k in range(n):
        v = variable(state, p, k)
        if contains(state, v, value) and not is_fixed(state, v):
            if is_taken:
                assign(state, v, value)
            else:
                remove(state, v, value)
