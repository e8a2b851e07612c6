"""z = |x - y + c|.

The constants are c, how many words x has, and how many x and y have together.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import (
    NOUGHT,
    ONE,
    ZERO,
    Value,
    high,
    keep,
    low,
    next_value,
    remove,
    window,
)
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

WINDOW = np.int64(64)


def absolute(handle: Any, p: Any) -> int:
    """Look for the pairs that each value of z has, 64 at once; keep what is in one."""
    state = opened(handle)
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
    if keep_supported(state, ZERO, x) and keep_supported(state, split, y):
        return FIXPOINT
    return FAILED


@helper
def support(
    state: State, place: Unsigned, x: Unsigned, y: Unsigned, offset: Value, z: Value
) -> bool:
    """Note in `scratch` the x for which there is a y = x - offset +- z; tell whether there are."""
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
def keep_supported(state: State, place: Unsigned, x: Unsigned) -> bool:
    """Keep what was noted."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if not keep(state, x, value, state.scratch[place]):
            return False
        place += ONE
        value += WINDOW
    return True
