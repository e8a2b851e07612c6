"""Binary tables, domain consistent: a row of bits for each value has its supports.

The constants are, for each of the two variables: its least value, the least value of the other, the
number of words of a row, and where the rows of its values begin, counted from the first constant.

References
----------
C. Lecoutre and J. Vion, Enforcing arc consistency using bitwise operations, 2008 (AC3-bit).
"""

from typing import Any

import numpy as np

from csp.kernels.domains import BITS, ZERO, high, low, next_value, remove, restrict, size, window
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

OWN, OTHER, N_WORDS, ROWS, SIDE = (np.uint64(k) for k in range(5))


def pairs(handle: Any, p: Any) -> int:
    """Revise the variable with fewer values; the union of the rows then restricts the other."""
    state = state_of(handle)
    x, y, first = variable(state, p, 0), variable(state, p, 1), constants(state, p)
    if size(state, x) > size(state, y):
        return FIXPOINT if sweep(state, first, first + SIDE, y, x) else FAILED
    return FIXPOINT if sweep(state, first, first, x, y) else FAILED


@helper
def sweep(state: State, first: Unsigned, side: Unsigned, x: Unsigned, y: Unsigned) -> bool:
    """Remove the values of x without support in y, and the values of y without support in x."""
    data, scratch = state.data, state.scratch
    n_words, least = np.uint64(data[side + N_WORDS]), data[side + OTHER]
    for j in range(n_words):
        scratch[j] = ZERO
    value, last = low(state, x), high(state, x)
    while value <= last:
        row = first + np.uint64(data[side + ROWS]) + np.uint64(value - data[side + OWN]) * n_words
        common = ZERO
        for j in range(n_words):
            both = np.uint64(data[row + j]) & window(state, y, least + np.int64(j * BITS))
            scratch[j] |= both
            common |= both
        if common == ZERO and not remove(state, x, value):
            return False
        value = next_value(state, x, value + 1)
    is_possible = True
    for j in range(n_words):
        is_possible &= restrict(state, y, least + np.int64(j * BITS), scratch[j])
    return is_possible
