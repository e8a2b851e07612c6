"""result = array[index], for an array of variables: the scope is index, result, and the array."""

from typing import Any

import numpy as np

from csp.kernels.domains import NOUGHT, ZERO, high, is_fixed, keep, low, next_value, remove, window
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, opened
from csp.propagators.equal import keep_shifted, meets
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

WINDOW, ARRAY = np.int64(64), np.uint64(2)


def element(handle: Any, p: Any) -> int:
    """Remove indices whose variable and the result have no value in common, and what is left."""
    state = opened(handle)
    index, result = variable(state, p, 0), variable(state, p, 1)
    i, last = low(state, index), high(state, index)
    while i <= last:
        is_possible = meets(state, result, variable(state, p, ARRAY + np.uint64(i)), NOUGHT)
        if not is_possible and not remove(state, index, i):
            return FAILED
        i = next_value(state, index, i + 1)
    if not keep_union(state, p, index, result):
        return FAILED
    if is_fixed(state, index):
        own = variable(state, p, ARRAY + np.uint64(low(state, index)))
        if not keep_shifted(state, own, result, NOUGHT):
            return FAILED
    return DONE


@helper
def keep_union(state: State, p: Unsigned, index: Unsigned, result: Unsigned) -> bool:
    """Keep the results that one of the variables can have."""
    value, last = low(state, result), high(state, result)
    while value <= last:
        union = ZERO
        i, end = low(state, index), high(state, index)
        while i <= end:
            union |= window(state, variable(state, p, ARRAY + np.uint64(i)), value)
            i = next_value(state, index, i + 1)
        if not keep(state, result, value, union):
            return False
        value += WINDOW
    return True
