"""The public API for authors of propagators; `examples/own_constraint.py` shows how to use it.

A propagator is a function of a handle and its own number `p`. It begins with
``state = state_of(handle)`` and returns a status: FAILED if its constraint has no solution,
FIXPOINT if a second run would remove nothing, and DONE otherwise.

``variable(state, p, k)`` is the number of variable k of its scope, ``arity(state, p)`` is how many
there are, and its constants begin at ``state.data[constants(state, p)]``.

Queries of a domain, as in ``low(state, v)``, where v is the number of a variable: `low`, `high`,
`size`, `is_fixed`, `contains` (a value), `next_value` (not below a value), `window` (64 values as
bits).

Operations on a domain, as in ``remove(state, v, value)``: `remove`, `assign`, `at_least`,
`at_most`, `restrict` (64 values to a mask). They return False if the domain would become empty: the
propagator must then return FAILED at once.

The reversible state of a propagator, which backtracking restores, begins at
``state.cells[cells_of(state, p)]`` and is written by `set_cell`. Its own memory, which nothing
restores, begins at ``state.memory[memory_of(state, p)]``.

Importing this module imports Numba.
"""

from csp.kernels.domains import (
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    next_value,
    remove,
    restrict,
    set_cell,
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
from csp.kernels.state import state_of

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
    "low",
    "memory_of",
    "next_value",
    "remove",
    "restrict",
    "set_cell",
    "size",
    "state_of",
    "variable",
    "window",
]
