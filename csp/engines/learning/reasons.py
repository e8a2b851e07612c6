"""Reasons that need no propagator: clauses, groups, holes in domains, and bounds that meet."""

from typing import Any

from csp.engines.learning.gathering import gather
from csp.engines.learning.literals import literal
from csp.engines.learning.state import (
    CLAUSE,
    EQ,
    FIXING,
    GE,
    GROUP,
    HOLES,
    LITERALS,
    LO,
    LOW_ROSE,
    LT,
    NE,
    NEW,
    OLD,
    REASON,
    REASON_BITS,
    REASON_MASK,
    SIZE,
    WHAT,
    Learner,
)
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any


@subroutine
def explain_plainly(state: State, own: Learner, event: Number, demand: Number) -> None:
    """Gather the reason of an event, unless that is a decision or a propagator."""
    reason = own.events[event, REASON]
    kind, number = reason & REASON_MASK, reason >> REASON_BITS
    what = own.events[event, WHAT]
    v, change = what >> 2, what & 3
    if kind == CLAUSE:
        explain_clause(state, own, number)
    elif kind == GROUP:
        gather(state, own, literal(number, own.variables[number, LO], EQ))
    elif kind == HOLES:
        explain_holes(state, own, event, v, change, demand)
    elif kind == FIXING:
        gather(state, own, literal(v, own.events[event, NEW], EQ))
    else:  # both bounds
        gather(state, own, literal(v, demand, GE))
        gather(state, own, literal(v, demand + 1, LT))


@subroutine
def explain_clause(state: State, own: Learner, watch: Number) -> None:
    """Gather the opposites of all literals of a clause but the one that is watched."""
    clause, side = watch >> 1, watch & 1
    for k in range(own.clauses[clause + SIZE]):
        if k != side:
            gather(state, own, own.clauses[clause + LITERALS + k] ^ 1)


@helper
def explain_conflicting_clause(state: State, own: Learner, clause: Number) -> None:
    """Gather the opposites of all literals of a clause."""
    for k in range(own.clauses[clause + SIZE]):
        gather(state, own, own.clauses[clause + LITERALS + k] ^ 1)


@helper
def explain_holes(
    state: State, own: Learner, event: Number, v: Number, change: Number, demand: Number
) -> None:
    """Gather the bound before, and the values that were not there any more."""
    old = own.events[event, OLD]
    if change == LOW_ROSE:
        gather(state, own, literal(v, old, GE))
        for place in range(old, demand):
            gather(state, own, literal(v, place, NE))
    else:
        gather(state, own, literal(v, old + 1, LT))
        for place in range(demand + 1, old + 1):
            gather(state, own, literal(v, place, NE))
