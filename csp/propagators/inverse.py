"""x[i] = j if and only if y[j] = i; the scope is all of x and then all of y."""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, contains, high, low, next_value, remove
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def inverse(handle: Any, p: Any) -> int:
    """Remove j from x[i] where y[j] cannot be i, and the other way round."""
    state = state_of(handle)
    n = arity(state, p) >> ONE
    for k in range(n):
        i = np.uint64(k)
        if not remove_unmatched(state, p, i, n) or not remove_unmatched(state, p, n + i, n):
            return FAILED
    return DONE


@helper
def remove_unmatched(state: State, p: Unsigned, k: Unsigned, n: Unsigned) -> bool:
    """Remove the values of variable `k` whose own variables cannot have the value k."""
    v = variable(state, p, k)
    is_left = k < n
    own = np.int64(k if is_left else k - n)
    value, last = low(state, v), high(state, v)
    while value <= last:
        place = np.uint64(value)
        other = variable(state, p, place + n if is_left else place)
        if not contains(state, other, own) and not remove(state, v, value):
            return False
        value = next_value(state, v, value + 1)
    return True
