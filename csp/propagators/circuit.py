"""A Hamiltonian circuit: variable i of the scope is the successor of place i.

`scratch` holds the places that were reached (a bit each), those with a fixed predecessor (also
bits), and the queue of a breadth-first search.

References
----------
Y. Caseau and F. Laburthe, Solving small TSPs with constraints, ICLP 1997.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, high, is_fixed, low, remove, window
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def circuit(handle: Any, p: Any) -> int:
    """Prevent subcircuits (no-cycle), and fail if a place cannot be reached from the first."""
    state = state_of(handle)
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
        if has_predecessor == ZERO and not prevent_subcircuit(state, p, start, n):
            return FAILED
    return DONE if n_reached(state, p, n_words) == n else FAILED


@helper
def prevent_subcircuit(state: State, p: Unsigned, start: Unsigned, n: Unsigned) -> bool:
    """Remove the start of a chain of fixed successors from its end, unless it has all places."""
    length, place = ONE, start
    while is_fixed(state, variable(state, p, place)):
        place = np.uint64(low(state, variable(state, p, place)))
        length += ONE
        if length > n:
            return False
    return length == n or remove(state, variable(state, p, place), np.int64(start))


@helper
def n_reached(state: State, p: Unsigned, n_words: Unsigned) -> Unsigned:
    """Return the number of places that can be reached from the first, breadth first."""
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
