"""A bit for each of some values of a variable; the constants are the values.

The scope is the variable, and then the bits.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import NOUGHT, ONE, UNIT, assign, contains, high, is_fixed, low, remove
from csp.kernels.propagate import FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def channel(handle: Any, p: Any) -> int:
    """Tell the variable what the bits know, and then the bits what it knows."""
    state = opened(handle)
    chosen, n, first = variable(state, p, 0), arity(state, p), constants(state, p)
    for k in range(ONE, n):
        bit, value = variable(state, p, k), state.data[first + np.uint64(k) - ONE]
        if is_fixed(state, bit):
            is_taken = low(state, bit) == 1
            if is_taken and not assign(state, chosen, value):
                return FAILED
            if not is_taken and not remove(state, chosen, value):
                return FAILED
    for k in range(ONE, n):
        if not tell(state, chosen, variable(state, p, k), state.data[first + np.uint64(k) - ONE]):
            return FAILED
    return FIXPOINT


@helper
def tell(state: State, chosen: Unsigned, bit: Unsigned, value: Any) -> bool:
    """Fix a bit whose value is gone, or is the only one."""
    if not contains(state, chosen, value):
        return high(state, bit) == 0 or assign(state, bit, NOUGHT)
    return not is_fixed(state, chosen) or assign(state, bit, UNIT)
