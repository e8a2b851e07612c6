"""All different, bounds consistent: Hall intervals, which k variables fill with k values.

The constants are as for `csp.propagators.hidden_singles`. `scratch` has, for each variable in
ascending order of the greatest value, its least value, its greatest value, and its number.

References
----------
M. Leconte, A bounds-based reduction scheme for constraints of difference, 1996. The plain O(n^2)
scheme is used, as sets of variables are small.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, by_bounds
from csp.kernels.domains import ONE, ZERO, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

THREE, TWO = np.uint64(3), np.uint64(2)


def hall_intervals(handle: Any, p: Any) -> int:
    """Find the Hall intervals from each least value on; prune the bounds of other variables."""
    state = state_of(handle)
    n = arity(state, p)
    sort(state, p)
    for i in range(n):
        first = np.int64(state.scratch[THREE * np.uint64(i)])
        inside = 0
        for k in range(n):
            if np.int64(state.scratch[THREE * np.uint64(k)]) < first:
                continue
            last = np.int64(state.scratch[THREE * np.uint64(k) + ONE])
            inside += 1
            if inside > last - first + 1:
                return FAILED
            if inside == last - first + 1 and not prune(state, p, first, last):
                return FAILED
    return DONE


@helper
def sort(state: State, p: Unsigned) -> None:
    """Read the bounds, and sort them by the greatest value."""
    scratch, n, first = state.scratch, arity(state, p), constants(state, p)
    for i in range(n):
        v, offset = variable(state, p, i), state.data[first + i]
        least, greatest = low(state, v) + offset, high(state, v) + offset
        k = np.uint64(i) * THREE
        while k > ZERO and np.int64(scratch[k - TWO]) > greatest:
            for field in range(np.uint64(3)):
                scratch[k + field] = scratch[k - THREE + field]
            k -= THREE
        scratch[k] = np.uint64(least)
        scratch[k + ONE] = np.uint64(greatest)
        scratch[k + TWO] = np.uint64(i)


@helper
def prune(state: State, p: Unsigned, first: Value, last: Value) -> bool:
    """Move the bounds of variables that lie in a Hall interval of others out of it."""
    scratch = state.scratch
    for k in range(arity(state, p)):
        least = np.int64(scratch[THREE * np.uint64(k)])
        greatest = np.int64(scratch[THREE * np.uint64(k) + ONE])
        if least >= first and greatest <= last:
            continue
        i = scratch[THREE * np.uint64(k) + TWO]
        v, offset = variable(state, p, i), state.data[constants(state, p) + i]
        if first <= least <= last and not at_least(state, v, last + 1 - offset):
            return False
        if first <= greatest <= last and not at_most(state, v, first - 1 - offset):
            return False
    return True


HALL_INTERVALS = Card(
    hall_intervals,
    explanation=by_bounds("values:hall_intervals"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
)
