"""Channelling between a variable and a bit for each of some of its values.

The scope is the variable and then the bits. The constants are the values.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import NOUGHT, ONE, UNIT, assign, contains, high, is_fixed, low, remove
from csp.kernels.propagate import FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def channel(handle: Any, p: Any) -> int:
    """Propagate from fixed bits to the variable, and then from the variable to the bits."""
    state = state_of(handle)
    chosen, n, first = variable(state, p, 0), arity(state, p), constants(state, p)
    for k in range(ONE, n):
        bit, value = variable(state, p, k), state.data[first + np.uint64(k) - ONE]
        if is_fixed(state, bit):
            is_set = low(state, bit) == 1
            if is_set and not assign(state, chosen, value):
                return FAILED
            if not is_set and not remove(state, chosen, value):
                return FAILED
    for k in range(ONE, n):
        bit, value = variable(state, p, k), state.data[first + np.uint64(k) - ONE]
        if not propagate_to_bit(state, chosen, bit, value):
            return FAILED
    return FIXPOINT


@helper
def propagate_to_bit(state: State, chosen: Unsigned, bit: Unsigned, value: Any) -> bool:
    """Fix a bit if the variable cannot have its value, or has no other."""
    if not contains(state, chosen, value):
        return high(state, bit) == 0 or assign(state, bit, NOUGHT)
    return not is_fixed(state, chosen) or assign(state, bit, UNIT)
