"""No-overlap (disjunctive), pair by pair; the scope is the starts and then the durations.

References
----------
P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.3.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def no_overlap(handle: Any, p: Any) -> int:
    """Order each pair of tasks of which one cannot be first."""
    state = state_of(handle)
    n = arity(state, p) >> ONE
    for j in range(n):
        for i in range(j):
            if not separate(state, p, np.uint64(i), np.uint64(j), n):
                return FAILED
    return DONE


@helper
def separate(state: State, p: Unsigned, i: Unsigned, j: Unsigned, n: Unsigned) -> bool:
    """Order two tasks of positive duration if only one order is possible."""
    if least_duration(state, p, i, n) == 0 or least_duration(state, p, j, n) == 0:
        return True
    if not can_precede(state, p, i, j, n):
        return can_precede(state, p, j, i, n) and precede(state, p, j, i, n)
    return can_precede(state, p, j, i, n) or precede(state, p, i, j, n)


@helper
def least_duration(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return the least duration of a task."""
    return low(state, variable(state, p, n + i))


@helper
def can_precede(state: State, p: Unsigned, i: Unsigned, j: Unsigned, n: Unsigned) -> bool:
    """Return whether task i can end before task j starts."""
    end = low(state, variable(state, p, i)) + least_duration(state, p, i, n)
    return bool(end <= high(state, variable(state, p, j)))


@helper
def precede(state: State, p: Unsigned, i: Unsigned, j: Unsigned, n: Unsigned) -> bool:
    """Propagate that task i ends before task j starts."""
    first, second, duration = (
        variable(state, p, i),
        variable(state, p, j),
        variable(state, p, n + i),
    )
    return (
        at_least(state, second, low(state, first) + low(state, duration))
        and at_most(state, first, high(state, second) - low(state, duration))
        and at_most(state, duration, high(state, second) - low(state, first))
    )
