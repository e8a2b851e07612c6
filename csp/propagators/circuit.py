"""One circle: variable i of the scope is the successor of i.

In `scratch` stand the places that were reached (a bit for each), those with a predecessor that is
fixed (so, too), and a queue.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, high, is_fixed, low, remove, window
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, opened
from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def circuit(handle: Any, p: Any) -> int:
    """Keep each chain of fixed successors open, and see that all places can be reached."""
    state = opened(handle)
    n = arity(state, p)
    n_words = (n + LAST_BIT) >> SIX
    for k in range(n_words + n_words):
        state.scratch[k] = ZERO
    for k in range(n):
        v = variable(state, p, k)
        if is_fixed(state, v):
            place = np.uint64(low(state, v))
            state.scratch[n_words + (place >> SIX)] |= ONE << (place & LAST_BIT)
    for k in range(n):
        start = np.uint64(k)
        has_predecessor = (state.scratch[n_words + (start >> SIX)] >> (start & LAST_BIT)) & ONE
        if has_predecessor == ZERO and not keep_open(state, p, start, n):
            return FAILED
    return DONE if n_reached(state, p, n_words) == n else FAILED


@helper
def keep_open(state: State, p: Unsigned, start: Unsigned, n: Unsigned) -> bool:
    """Do not let the chain from a place lead back there, unless it has all places."""
    length, place = ONE, start
    while is_fixed(state, variable(state, p, place)):
        place = np.uint64(low(state, variable(state, p, place)))
        length += ONE
        if length > n:
            return False
    return length == n or remove(state, variable(state, p, place), np.int64(start))


@helper
def n_reached(state: State, p: Unsigned, n_words: Unsigned) -> Unsigned:
    """Count the places that can be reached from the first, breadth first."""
    scratch, queue = state.scratch, n_words + n_words
    scratch[0] = ONE
    scratch[queue] = ZERO
    done, end = ZERO, ONE
    while done < end:
        v = variable(state, p, scratch[queue + done])
        done += ONE
        for j in range(np.uint64(low(state, v)) >> SIX, (np.uint64(high(state, v)) >> SIX) + ONE):
            first = np.uint64(j) * BITS
            new = window(state, v, np.int64(first)) & ~scratch[j]
            scratch[j] |= new
            while new != ZERO:
                scratch[queue + end] = first + trailing_zeros64(new)
                new &= new - ONE
                end += ONE
    return end
