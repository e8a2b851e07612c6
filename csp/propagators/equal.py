"""x = y + c."""

from typing import Any

import numpy as np

from csp.kernels.domains import ZERO, Value, high, keep, low, window
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

WINDOW = np.int64(64)


def equal(handle: Any, p: Any) -> int:
    """Remove what the other does not have."""
    state = opened(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    offset = state.data[constants(state, p)]
    if keep_shifted(state, x, y, -offset) and keep_shifted(state, y, x, offset):
        return FIXPOINT
    return FAILED


@helper
def keep_shifted(state: State, x: Unsigned, y: Unsigned, shift: Value) -> bool:
    """Keep the values of x that are values of y after adding `shift`."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if not keep(state, x, value, window(state, y, value + shift)):
            return False
        value += WINDOW
    return True


@helper
def meets(state: State, x: Unsigned, y: Unsigned, shift: Value) -> bool:
    """Tell whether a value of x is one of y after adding `shift`."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if window(state, x, value) & window(state, y, value + shift) != ZERO:
            return True
        value += WINDOW
    return False
