"""Conflict analysis: the clause learned at the first unique implication point.

A conflict is a set of literals that cannot all hold. Those of the current level are replaced by
their reasons, the last one first, until only one of them is left. The resulting clause is new, and
would have propagated on an earlier level.

An excluded option of an earlier level is replaced at once by the chosen option that excludes it:
then many literals of a clause are equal, and the clause is about chosen options, which are few.
Without this, seven of eight kinds of generated problems took 1.6 to 34 times as long, and the
eighth 1.1 times. The same on the current level was no clear gain: half the time on pentominoes,
four times as long on quasigroups with balanced holes. Recursive minimisation of the clauses was no
clear gain either: within 13 % on seven kinds, and faster on 36x36 sudoku, in too few runs.

References
----------
J. P. Marques-Silva, K. A. Sakallah, "GRASP: a search algorithm for propositional satisfiability"
(1999).
"""

import numpy as np

from exactcover.engines.learning.order import age, bump
from exactcover.engines.learning.state import (
    CLASH,
    CONFLICTS,
    DEPTH,
    ITEM,
    KIND,
    LEARNED,
    LEARNED_LBD,
    LENGTH,
    LEVEL,
    LITERALS,
    MARKED,
    N_MARKED,
    N_TRAIL,
    NUMBER,
    ONE,
    ONE64,
    OPTION,
    REASON,
    SEEN,
    SIZE,
    STAMP,
    START,
    TRAIL,
    TRUE,
    TWO,
    ZERO64,
    State,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

ZERO = np.uint32(0)


@helper
def analyse(state: State, reason: Unsigned) -> Unsigned:
    """Write the clause learned from a conflict to LEARNED; return its size.

    Its first literal is the one that follows from the others being false.
    """
    position, lists, options = state.position, state.lists, state.options
    depth = position[DEPTH]
    position[N_MARKED] = 0
    if reason & KIND == OPTION:
        _mark(state, np.uint32(position[CLASH]))
    looked_at = ZERO64
    size = ONE64
    n_ahead = ZERO64
    at = position[N_TRAIL]
    while True:
        _mark_reason(state, reason)
        for k in range(looked_at, position[N_MARKED]):
            option = lists[MARKED, k]
            bump(state, option)
            if options[option, LEVEL] == depth:
                n_ahead += ONE64
            else:
                lists[LEARNED, size] = TWO * option + (state.value[TWO * option] == TRUE)
                size += ONE64
        looked_at = position[N_MARKED]
        at -= ONE64
        while options[lists[TRAIL, at] >> ONE, SEEN] == 0:
            at -= ONE64
        n_ahead -= ONE64
        if n_ahead == 0:
            break
        reason = options[lists[TRAIL, at] >> ONE, REASON]
    lists[LEARNED, 0] = lists[TRAIL, at] ^ ONE
    for k in range(position[N_MARKED]):
        options[lists[MARKED, k], SEEN] = 0
    age(state)
    _count_levels(state, size)
    return size


@helper
def _mark_reason(state: State, reason: Unsigned) -> None:
    """Mark the options of a reason."""
    kind = reason & KIND
    number = reason & NUMBER
    if kind == OPTION:
        _mark(state, number)
        return
    if kind == ITEM:
        members, shift = state.block, ZERO
        start = state.items[number, START]
        end = start + state.items[number, LENGTH]
    else:
        members, shift = state.clauses, ONE
        start = number + LITERALS
        end = start + state.clauses[number + SIZE]
    for k in range(start, end):
        _mark(state, members[k] >> shift)


@helper
def _mark(state: State, option: Unsigned) -> None:
    """Mark an option, or the one that excludes it, unless it was decided at the root."""
    position, options = state.position, state.options
    if 0 < options[option, LEVEL] < position[DEPTH]:
        reason = options[option, REASON]
        if reason & KIND == OPTION:
            option = reason & NUMBER
    if options[option, SEEN] == 0 and options[option, LEVEL] > 0:
        options[option, SEEN] = 1
        state.lists[MARKED, position[N_MARKED]] = option
        position[N_MARKED] += ONE


@helper
def _count_levels(state: State, size: Unsigned) -> None:
    """Write the number of different levels of the literals of LEARNED to LEARNED_LBD."""
    lists, position = state.lists, state.position
    lbd = ZERO64
    for k in range(size):
        level = state.options[lists[LEARNED, k] >> ONE, LEVEL]
        if lists[STAMP, level] != position[CONFLICTS]:
            lists[STAMP, level] = position[CONFLICTS]
            lbd += ONE64
    position[LEARNED_LBD] = lbd
