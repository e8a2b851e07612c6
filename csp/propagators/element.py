"""result = array[index] for an array of variables; the scope is index, result, and the array."""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    NOUGHT,
    ZERO,
    high,
    is_fixed,
    low,
    next_value,
    remove,
    restrict,
    window,
)
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, state_of
from csp.propagators.equal import meets, restrict_to_shifted
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW, ARRAY = np.int64(64), np.uint64(2)


def element(handle: Any, p: Any) -> int:
    """Remove the indices without support, and the results that no element can have.

    An index has a support if its element and the result have a value in common. Once the index is
    fixed, the values of its element that the result cannot have are removed.
    """
    state = state_of(handle)
    index, result = variable(state, p, 0), variable(state, p, 1)
    i, last = low(state, index), high(state, index)
    while i <= last:
        is_possible = meets(state, result, variable(state, p, ARRAY + np.uint64(i)), NOUGHT)
        if not is_possible and not remove(state, index, i):
            return FAILED
        i = next_value(state, index, i + 1)
    if not restrict_to_union(state, p, index, result):
        return FAILED
    if is_fixed(state, index):
        own = variable(state, p, ARRAY + np.uint64(low(state, index)))
        if not restrict_to_shifted(state, own, result, NOUGHT):
            return FAILED
    return DONE


@helper
def restrict_to_union(state: State, p: Unsigned, index: Unsigned, result: Unsigned) -> bool:
    """Remove the results that no element with a possible index can have."""
    value, last = low(state, result), high(state, result)
    while value <= last:
        union = ZERO
        i, end = low(state, index), high(state, index)
        while i <= end:
            union |= window(state, variable(state, p, ARRAY + np.uint64(i)), value)
            i = next_value(state, index, i + 1)
        if not restrict(state, result, value, union):
            return False
        value += WINDOW
    return True
