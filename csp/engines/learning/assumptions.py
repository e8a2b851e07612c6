"""Assumptions: literals that are decided first, and the core of those that cannot hold together.

The first levels of the search are those of assumptions. Conflicts are analysed as always, so what
is learned holds without them. Once an assumption is false before it is decided, the decisions that
make it false are found by going back through all reasons: they are assumptions, and with it they
are a core.

References
----------
N. Eén and N. Sörensson, An extensible SAT-solver, SAT 2003 (the final conflict).
"""

from typing import Any

import numpy as np

from csp.engines.learning.analysis import explain, mark_gathered
from csp.engines.learning.decisions import open_level
from csp.engines.learning.events import pop
from csp.engines.learning.gathering import gather
from csp.engines.learning.literals import is_false, is_true
from csp.engines.learning.state import (
    ASSUMED,
    DECISION,
    DEMAND,
    DEPTH,
    LEARNED,
    LEVEL,
    N_ASSUMED,
    N_EVENTS,
    N_GATHERED,
    N_LEARNED,
    N_LOWER,
    NO_DEMAND,
    REASON,
    REASON_MASK,
    learner_of,
)
from csp.kernels.state import state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
ONE_MORE, FALSE, NOTHING_LEFT = range(3)
"""The outcomes of a step: a decision was made, an assumption is false, all are true."""


@helper
def assume(handle: Any, handle_own: Any) -> Number:
    """Decide the next assumption that is open.

    Those before one that was decided are true, and stay true on later levels.
    """
    state, own = state_of(handle), learner_of(handle_own)
    depth, n = own.numbers[DEPTH], own.numbers[N_ASSUMED]
    k = np.int64(0)
    if depth > 0:
        k = own.levels[depth - 1, ASSUMED] + 1
    while k < n:
        each = own.assumptions[k]
        if is_false(state, own, each):
            own.numbers[N_LEARNED] = 1
            own.lists[LEARNED, 0] = k
            return np.int64(FALSE)
        if not is_true(state, own, each):
            open_level(handle, handle_own, each)
            own.levels[depth, ASSUMED] = k
            return np.int64(ONE_MORE)
        k += 1
    return np.int64(NOTHING_LEFT)


@subroutine
def write_core(handle: Any, handle_own: Any) -> None:
    """Write to LEARNED which assumptions cannot hold together; the false one is there.

    Events are undone, the last one first, so that propagators can be asked for their reasons.
    """
    state, own = state_of(handle), learner_of(handle_own)
    numbers, events = own.numbers, own.events
    numbers[N_LOWER] = 0
    numbers[N_GATHERED] = 0
    gather(state, own, own.assumptions[own.lists[LEARNED, 0]] ^ 1)
    mark_gathered(state, own)
    n = np.int64(1)
    while numbers[N_EVENTS] > 0:
        at = numbers[N_EVENTS] - 1
        demand = events[at, DEMAND]
        pop(own)
        if demand == NO_DEMAND:
            continue
        events[at, DEMAND] = NO_DEMAND
        if events[at, REASON] & REASON_MASK == DECISION:
            own.lists[LEARNED, n] = own.levels[events[at, LEVEL] - 1, ASSUMED]
            n += 1
            continue
        explain(handle, handle_own, at, demand)
        mark_gathered(state, own)
    numbers[N_LOWER] = 0
    numbers[N_LEARNED] = n
