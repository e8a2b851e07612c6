"""All different, where there are as many values as variables: every value must be taken.

The constants are what is added to each variable, the least value, the number of values from the
least to the greatest, and a mask of those that there are.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, Value, assign, is_fixed, window
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, opened
from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

WINDOW = np.int64(64)


def hidden_singles(handle: Any, p: Any) -> int:
    """Give each value that only one variable can have to that one."""
    state = opened(handle)
    n, first = arity(state, p), constants(state, p)
    value, n_values = state.data[first + n], state.data[first + n + ONE]
    word = first + n + np.uint64(2)
    end = value + n_values
    while value < end:
        once, twice = ZERO, ZERO
        for k in range(n):
            row = window(state, variable(state, p, k), value - state.data[first + k])
            twice |= once & row
            once |= row
        wanted = np.uint64(state.data[word])
        if once & wanted != wanted:
            return FAILED
        hidden = wanted & ~twice
        if hidden != ZERO and not take_hidden(state, p, value, hidden):
            return FAILED
        value += WINDOW
        word += ONE
    return DONE


@helper
def take_hidden(state: State, p: Unsigned, value: Value, hidden: Unsigned) -> bool:
    """Fix the variables that have one of the hidden values, which count from `value`."""
    n, first = arity(state, p), constants(state, p)
    for k in range(n):
        v = variable(state, p, k)
        start = value - state.data[first + k]
        own = window(state, v, start) & hidden
        if own != ZERO and not is_fixed(state, v):
            if own & (own - ONE) != ZERO:
                return False
            assign(state, v, start + np.int64(trailing_zeros64(own)))
    return True
