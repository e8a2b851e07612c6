"""What a propagator of your own may use, in one place: `examples/own_constraint.py` shows how.

A propagator is a function of a handle and its own number, both of which it hands on. It returns
FAILED when there is no solution; DONE; or FIXPOINT, if a second run at once would find nothing.
Whatever makes a domain smaller returns False when nothing is left: return FAILED then. Variables
are numbers for `low`, `remove` and so on; `variable` returns those that it was posted with, and
`constants` where in `state.data` the constants begin.

Importing this module imports Numba.
"""

from csp.kernels.domains import (
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    keep,
    low,
    next_value,
    put,
    remove,
    size,
    window,
)
from csp.kernels.propagate import (
    DONE,
    FAILED,
    FIXPOINT,
    arity,
    cells_of,
    constants,
    memory_of,
    variable,
)
from csp.kernels.state import opened

__all__ = [
    "DONE",
    "FAILED",
    "FIXPOINT",
    "arity",
    "assign",
    "at_least",
    "at_most",
    "cells_of",
    "constants",
    "contains",
    "high",
    "is_fixed",
    "keep",
    "low",
    "memory_of",
    "next_value",
    "opened",
    "put",
    "remove",
    "size",
    "variable",
    "window",
]
