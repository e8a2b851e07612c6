"""Vivification: learned clauses become shorter, because propagation shows that less is enough.

At the root the opposites of the literals of a clause are decided, one after the other. A literal
that becomes false on the way is not needed; once a literal becomes true, or there is a conflict,
the literals that were decided so far are enough.

References
----------
C. Piette, Y. Hamadi and L. Sais, Vivifying propositional clausal formulae, ECAI 2008. M. Luo,
C. Li, F. Xiao, F. Manya and Z. Lu, An effective learnt clause minimization approach for CDCL SAT
solvers, IJCAI 2017.
"""

from typing import Any

import numpy as np

from csp.engines.learning.clauses import MIDDLE_LBD, add_learned
from csp.engines.learning.decisions import open_level
from csp.engines.learning.events import backtrack, has_room, make_true
from csp.engines.learning.literals import is_false, is_true
from csp.engines.learning.propagation import CONFLICT, NO_SPACE, propagate
from csp.engines.learning.state import (
    DEAD,
    DECISION,
    DEPTH,
    DONE,
    LBD,
    LEARNED,
    LITERALS,
    N_EVENTS,
    N_LEARNED,
    N_NEW,
    N_SHORTENED,
    NONE,
    PENDING,
    PHASE,
    SET_ASIDE,
    SIZE,
    TOP,
    USED,
    VIVIFIED,
    VIVIFIED_WORK,
    learner_of,
)
from csp.kernels.propagate import clear_queue
from csp.kernels.state import UPDATES, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any
PART = 8
"""Of the work of the search, one part in so many goes to shorter clauses."""
MOST_WORK = 1 << 14
"""The most updates of one call, which nothing interrupts."""


@subroutine
def vivify(handle: Any, handle_own: Any) -> None:
    """Shorten clauses at the root, with a part of the work of the search since the last call."""
    state, own = state_of(handle), learner_of(handle_own)
    numbers, clauses, position = own.numbers, own.clauses, state.position
    begin, top = np.int64(position[UPDATES]), numbers[TOP]
    end = begin + min(MOST_WORK, (begin - numbers[VIVIFIED_WORK]) // PART)
    numbers[VIVIFIED_WORK] = begin
    if numbers[VIVIFIED] == top or begin == end:
        return
    for v in range(len(own.target)):
        own.lists[SET_ASIDE, v] = state.memory[v]
    while numbers[VIVIFIED] < top and np.int64(position[UPDATES]) < end:
        clause = numbers[VIVIFIED]
        size, lbd = clauses[clause + SIZE], clauses[clause + LBD]
        n = size
        if 0 < lbd <= MIDDLE_LBD and size > 2:
            if numbers[TOP] + LITERALS + size > len(clauses):
                break
            n = shortened(handle, handle_own, clause)
            numbers[PENDING] = NONE
            backtrack(state, own, np.int64(0))
            clear_queue(state)
            if 0 <= n < size:
                numbers[N_SHORTENED] += 1
                clauses[clause + LBD] = DEAD
                replace(handle, handle_own, clause, n, min(lbd, max(n - 1, 1)))
        numbers[VIVIFIED] = clause + LITERALS + size
        if n < 0 or numbers[N_EVENTS] > 0 or numbers[PHASE] == DONE:
            break
    numbers[VIVIFIED_WORK] = np.int64(position[UPDATES])
    for v in range(len(own.target)):
        state.memory[v] = own.lists[SET_ASIDE, v]


@subroutine
def shortened(handle: Any, handle_own: Any, clause: Number) -> Number:
    """Write the literals of a clause that are enough to LEARNED; return how many, or -1.

    -1 stands for a lack of space.
    """
    state, own = state_of(handle), learner_of(handle_own)
    size = own.clauses[clause + SIZE]
    n = np.int64(0)
    for k in range(size):
        each = own.clauses[clause + LITERALS + size - 1 - k]
        if is_false(state, own, each):
            continue
        own.lists[LEARNED, n] = each
        n += 1
        if is_true(state, own, each):
            return n
        if own.numbers[DEPTH] + 1 >= len(own.levels) or not has_room(state, own, np.int64(1)):
            return np.int64(-1)
        open_level(handle, handle_own, each ^ 1)
        result = propagate(handle, handle_own)
        if result == NO_SPACE:
            return np.int64(-1)
        if result == CONFLICT:
            return n
    return n


@helper
def replace(handle: Any, handle_own: Any, clause: Number, n: Number, lbd: Number) -> None:
    """Add the clause in LEARNED in place of another one, or make its only literal true."""
    own = learner_of(handle_own)
    own.numbers[N_LEARNED] = n
    if n > 1:
        new = add_learned(own, lbd)
        own.clauses[new + USED] = own.clauses[clause + USED]
        own.numbers[N_NEW] -= 1  # it is no more than the one before
    elif n == 0 or not make_true(handle, handle_own, own.lists[LEARNED, 0], np.int64(DECISION)):
        own.numbers[PHASE] = DONE
