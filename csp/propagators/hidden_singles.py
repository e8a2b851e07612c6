"""A permutation: all different with as many values as variables, so that every value is used.

The constants are the offset of each variable, the least value, the number of integers from the
least to the greatest value, and a mask of the values among them.
"""

from typing import Any

import numpy as np

from csp.cards.card import REDUNDANT, Card, Implied, by_values
from csp.kernels.domains import ONE, ZERO, Value, assign, is_fixed, window
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW = np.int64(64)


def hidden_singles(handle: Any, p: Any) -> int:
    """Assign each value that only one variable can have to that variable."""
    state = state_of(handle)
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
        if hidden != ZERO and not assign_hidden(state, p, value, hidden):
            return FAILED
        value += WINDOW
        word += ONE
    return DONE


@helper
def assign_hidden(state: State, p: Unsigned, value: Value, hidden: Unsigned) -> bool:
    """Fix the variables that have a hidden single; bit k of `hidden` is `value + k`."""
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


HIDDEN_SINGLES = Card(
    hidden_singles,
    explanation=by_values("values:hidden_singles"),
    translation=REDUNDANT,
    rows=Implied("its scope is a group, and each value is taken once"),
)
