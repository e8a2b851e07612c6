"""All different except for some values: the constants are their number and the values.

The memory holds the places of the variables in the scope. Those of fixed variables whose values
were removed from the others come first; the cell is their number.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, Value, is_fixed, low, remove, set_cell
from csp.kernels.propagate import DONE, FAILED, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def all_different_except(handle: Any, p: Any) -> int:
    """Remove the values of newly fixed variables from the other variables."""
    state = state_of(handle)
    n, order, cell = arity(state, p), memory_of(state, p), cells_of(state, p)
    n_processed = state.cells[cell]
    k = n_processed
    while k < n:
        place = state.memory[order + k]
        v = variable(state, p, np.uint64(place))
        if is_fixed(state, v):
            state.memory[order + k] = state.memory[order + n_processed]
            state.memory[order + n_processed] = place
            n_processed += ONE
            value = low(state, v)
            if not is_shared(state, p, value):
                for i in range(n_processed, n):
                    other = variable(state, p, np.uint64(state.memory[order + i]))
                    if not remove(state, other, value):
                        return FAILED
        k += ONE
    if n_processed != state.cells[cell]:
        set_cell(state, cell, n_processed)
    return DONE


@helper
def is_shared(state: State, p: Unsigned, value: Value) -> bool:
    """Return whether several variables may have a value."""
    first = constants(state, p)
    for k in range(first + ONE, first + ONE + np.uint64(state.data[first])):
        if state.data[k] == value:
            return True
    return False
