"""Rank of a variable among some values; all other values share the rank after the last.

The scope is the variable and its rank. The constants are the number of values, and the values in
ascending order.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, Naive
from csp.kernels.domains import ONE, ZERO, Value, contains, high, low, next_value, remove, size
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def ranks(handle: Any, p: Any) -> int:
    """Remove the values whose ranks were removed, and the ranks whose values were."""
    state = state_of(handle)
    v, rank, first = variable(state, p, 0), variable(state, p, 1), constants(state, p)
    n, n_left = state.data[first], ZERO
    for k in range(n):
        value = state.data[first + ONE + np.uint64(k)]
        if not contains(state, rank, k):
            if not remove(state, v, value):
                return FAILED
        elif contains(state, v, value):
            n_left += ONE
        elif not remove(state, rank, k):
            return FAILED
    if not contains(state, rank, n):
        is_possible = size(state, v) == n_left or restrict_to_ranked(state, v, first, n)
        return FIXPOINT if is_possible else FAILED
    if size(state, v) == n_left and not remove(state, rank, n):
        return FAILED
    return FIXPOINT


@helper
def restrict_to_ranked(state: State, v: Unsigned, first: Unsigned, n: Value) -> bool:
    """Remove all values that are not among the ranked ones."""
    place, end = first + ONE, first + ONE + np.uint64(n)
    value, last = low(state, v), high(state, v)
    while value <= last:
        while place < end and state.data[place] < value:
            place += ONE
        if (place == end or state.data[place] != value) and not remove(state, v, value):
            return False
        value = next_value(state, v, value + 1)
    return True


RANKS = Card(
    ranks,
    explanation=Naive("it has none yet; the domains of a variable and its rank are its reason"),
    translation=Missing("others get tables as tuples"),
    rows=NOT_LINEAR,
)
