"""z = |x - y + c|, domain consistent.

The scope is x, y and z. The constants are c, the number of words of x, and that of x and y
together.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    NOUGHT,
    ONE,
    ZERO,
    Value,
    high,
    low,
    next_value,
    remove,
    restrict,
    window,
)
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW = np.int64(64)


def absolute(handle: Any, p: Any) -> int:
    """Find the supports of each value of z, 64 pairs at a time; remove values without support."""
    state = state_of(handle)
    x, y, z = variable(state, p, 0), variable(state, p, 1), variable(state, p, 2)
    first = constants(state, p)
    offset, split = state.data[first], np.uint64(state.data[first + ONE])
    for k in range(np.uint64(state.data[first + np.uint64(2)])):
        state.scratch[k] = ZERO
    value, last = next_value(state, z, NOUGHT), high(state, z)
    while value <= last:
        is_found = support(state, ZERO, x, y, -offset, value)
        if not is_found:
            if not remove(state, z, value):
                return FAILED
        else:
            support(state, split, y, x, offset, value)
        value = next_value(state, z, value + 1)
    if restrict_to_supported(state, ZERO, x) and restrict_to_supported(state, split, y):
        return FIXPOINT
    return FAILED


@helper
def support(
    state: State, place: Unsigned, x: Unsigned, y: Unsigned, offset: Value, z: Value
) -> bool:
    """Mark in `scratch` the x with a support y = x - offset +- z; return whether there are any."""
    value, last = low(state, x), high(state, x)
    is_found = False
    while value <= last:
        others = window(state, y, value - offset - z) | window(state, y, value - offset + z)
        own = window(state, x, value) & others
        state.scratch[place] |= own
        is_found |= own != ZERO
        place += ONE
        value += WINDOW
    return is_found


@helper
def restrict_to_supported(state: State, place: Unsigned, x: Unsigned) -> bool:
    """Remove the values of x that were not marked."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if not restrict(state, x, value, state.scratch[place]):
            return False
        place += ONE
        value += WINDOW
    return True
