"""The learned clauses: how they are added, and how most of them are forgotten again.

Clauses accumulate, and each costs time at every propagation. So from time to time the half with the
higher literal block distance (LBD) is dropped. The LBD of a clause is the number of different
decision levels of its literals; a clause of few levels propagates sooner. The clauses that forbid a
known solution must be kept, or the solution would be found again: they have an LBD of 0.

References
----------
G. Audemard, L. Simon, "Predicting learnt clauses quality in modern SAT solvers" (IJCAI 2009).
"""

import numpy as np

from exactcover.engines.learning.propagation import assign, backtrack
from exactcover.engines.learning.state import (
    CLAUSE,
    DEPTH,
    FREE,
    LBD,
    LEARNED,
    LEARNED_LBD,
    LEVEL,
    LITERALS,
    MOST_WORDS,
    N_NEW,
    NEXT,
    NONE,
    ONE,
    ONE64,
    REASON,
    REDUCTIONS,
    SIZE,
    STARTS,
    TOP,
    TRAIL,
    TRUE,
    TWO,
    WORDS,
    State,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

FIRST_REDUCTION = np.uint64(2000)
MORE_EACH_TIME = np.uint64(300)
"""Clauses are dropped after FIRST_REDUCTION new ones, and MORE_EACH_TIME more each time.

5000 took 2.6 times as long on quasigroups with balanced holes, 0.9 to 1.6 times on others. 1000,
and 100 more each time, were better on some and worse on others, or that changed with the seeds.
"""

MOST_LBD = np.uint32(63)
"""All clauses with an LBD of this or more are treated alike."""


@helper
def forbid(state: State) -> Unsigned:
    """Write a clause to LEARNED that the solution found violates, and no other; return its size.

    It says that one of the decisions must be another, the last one first.
    """
    lists = state.lists
    depth = state.position[DEPTH]
    for k in range(depth):
        lists[LEARNED, k] = lists[TRAIL, lists[STARTS, depth - ONE64 - np.uint64(k)]] ^ ONE
    state.position[LEARNED_LBD] = 0
    return depth


@helper
def learn(state: State, size: Unsigned) -> None:
    """Backjump to the level where the first literal of LEARNED follows, and assign it."""
    position, lists, options = state.position, state.lists, state.options
    level = np.uint32(0)
    for k in range(ONE64, size):
        literal = lists[LEARNED, k]
        if options[literal >> ONE, LEVEL] > level:
            level = options[literal >> ONE, LEVEL]
            lists[LEARNED, k] = lists[LEARNED, 1]
            lists[LEARNED, 1] = literal
    backtrack(state, level)
    reason = NONE
    if size > 1:
        reason = CLAUSE | np.uint32(position[TOP])
        add_learned(state, size)
        position[N_NEW] += ONE
    assign(state, lists[LEARNED, 0], reason)


@helper
def add_learned(state: State, size: Unsigned) -> None:
    """Add the clause in LEARNED, of two literals or more; there must be space for it."""
    clauses, position = state.clauses, state.position
    clause = np.uint32(position[TOP])
    clauses[clause + SIZE] = size
    clauses[clause + LBD] = position[LEARNED_LBD]
    for k in range(size):
        clauses[clause + LITERALS + np.uint64(k)] = state.lists[LEARNED, k]
    position[TOP] += LITERALS + size
    _watch(state, clause)


@helper
def _watch(state: State, clause: Unsigned) -> None:
    for side in range(TWO):
        literal = state.clauses[clause + LITERALS + side]
        state.clauses[clause + NEXT + side] = state.watched[literal]
        state.watched[literal] = TWO * clause + side


@helper
def is_crowded(state: State) -> bool:
    """Return whether it is time to `reduce`."""
    position = state.position
    n_awaited = FIRST_REDUCTION + MORE_EACH_TIME * position[REDUCTIONS]
    return bool(position[N_NEW] >= n_awaited or position[TOP] > position[MOST_WORDS])


@helper
def reduce(state: State) -> None:
    """Drop the worse half of the clauses, and the literals that were decided at the root.

    Propagation must be complete; then no remaining clause watches a literal that is false at the
    root. The reasons of assigned literals are not dropped.
    """
    clauses, position = state.clauses, state.position
    for k in range(len(state.watched)):
        state.watched[k] = NONE
    least_dropped = _least_dropped(state)
    clause = np.uint32(0)
    to = np.uint32(0)
    while clause < position[TOP]:
        n_words = LITERALS + clauses[clause + SIZE]
        implied = _implied_by(state, clause)
        if implied != NONE:
            state.options[implied >> ONE, REASON] = CLAUSE | to
        if implied != NONE or clauses[clause + LBD] < least_dropped:
            to = _move(state, clause, to)
        clause += n_words
    position[TOP] = to
    # The clauses that must be kept may need more words than the limit: then the limit is raised.
    position[MOST_WORDS] = max(position[MOST_WORDS], np.uint64(TWO * to))
    position[REDUCTIONS] += ONE
    position[N_NEW] = 0


@helper
def _implied_by(state: State, clause: Unsigned) -> Unsigned:
    """Return the literal that holds because of a clause, or NONE."""
    for k in range(clause + LITERALS, clause + LITERALS + TWO):
        literal = state.clauses[k]
        reason = state.options[literal >> ONE, REASON]
        if state.value[literal] == TRUE and reason == CLAUSE | clause:
            return literal
    return NONE


@helper
def _move(state: State, clause: Unsigned, to: Unsigned) -> Unsigned:
    """Move a clause down to `to`; return the place for the next one.

    Literals that are false at the root are left out. A clause with a literal that is true at the
    root is dropped.
    """
    clauses = state.clauses
    size = np.uint32(0)
    lbd = clauses[clause + LBD]
    for k in range(clause + LITERALS, clause + LITERALS + clauses[clause + SIZE]):
        literal = clauses[k]
        is_decided = state.value[literal] != FREE and state.options[literal >> ONE, LEVEL] == 0
        if is_decided and state.value[literal] == TRUE:
            return to
        if not is_decided:
            clauses[to + LITERALS + size] = literal
            size += ONE
    clauses[to + SIZE] = size
    clauses[to + LBD] = lbd
    _watch(state, to)
    return to + LITERALS + size


@helper
def _least_dropped(state: State) -> Unsigned:
    """Return the least LBD of dropped clauses, so that half of the words become free."""
    clauses, position, words = state.clauses, state.position, state.lists[WORDS]
    # No clause has more levels than there are options, which is the length of the list.
    last = min(MOST_LBD, np.uint32(len(words) - 1))
    for lbd in range(last + ONE):
        words[lbd] = 0
    clause = np.uint32(0)
    while clause < position[TOP]:
        n_words = LITERALS + clauses[clause + SIZE]
        words[min(last, clauses[clause + LBD])] += n_words
        clause += n_words
    least = np.uint32(1)
    kept = np.uint64(words[0])
    most = position[TOP] >> ONE64
    while least < last and kept + words[least] <= most:
        kept += words[least]
        least += ONE
    return least
