"""All different, but for some values, which are the constants: how many, and which.

The memory holds the places of the variables in the scope, those first that were fixed and have told
the others; the cell, how many these are.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, Value, is_fixed, low, put, remove
from csp.kernels.propagate import DONE, FAILED, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def all_different_except(handle: Any, p: Any) -> int:
    """Remove the values of the variables that were fixed from those that were not."""
    state = opened(handle)
    n, order, cell = arity(state, p), memory_of(state, p), cells_of(state, p)
    n_told = state.cells[cell]
    k = n_told
    while k < n:
        place = state.memory[order + k]
        v = variable(state, p, np.uint64(place))
        if is_fixed(state, v):
            state.memory[order + k] = state.memory[order + n_told]
            state.memory[order + n_told] = place
            n_told += ONE
            value = low(state, v)
            if not is_shared(state, p, value):
                for i in range(n_told, n):
                    other = variable(state, p, np.uint64(state.memory[order + i]))
                    if not remove(state, other, value):
                        return FAILED
        k += ONE
    if n_told != state.cells[cell]:
        put(state, cell, n_told)
    return DONE


@helper
def is_shared(state: State, p: Unsigned, value: Value) -> bool:
    """Tell whether several may have a value."""
    first = constants(state, p)
    for k in range(first + ONE, first + ONE + np.uint64(state.data[first])):
        if state.data[k] == value:
            return True
    return False
