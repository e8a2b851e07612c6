"""No-overlap (disjunctive), pair by pair; the scope is the starts and then the durations.

References
----------
P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.3.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, test_of
from csp.cards.card import Card, Missing, Translation, Wide, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.kernels.domains import (
    NOUGHT,
    ONE,
    UNIT,
    Value,
    at_most,
    high,
    low,
    next_value,
)
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from csp.propagators.order import precede
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


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
    """Order two tasks if only one order is possible; leave out one that has no place."""
    first, second = least_duration(state, p, i, n), least_duration(state, p, j, n)
    if first == 0 or second == 0:
        if first > 0:
            return leave_out(state, p, j, i, n)
        return second == 0 or leave_out(state, p, i, j, n)
    if not can_precede(state, p, i, j, first):
        return can_precede(state, p, j, i, second) and put_before(state, p, j, i, n)
    return can_precede(state, p, j, i, second) or put_before(state, p, i, j, n)


@helper
def leave_out(state: State, p: Unsigned, i: Unsigned, j: Unsigned, n: Unsigned) -> bool:
    """Leave task i out, which has no duration then, if it has no place before or after task j."""
    duration = variable(state, p, n + i)
    if high(state, duration) == 0 or can_precede(state, p, j, i, least_duration(state, p, j, n)):
        return True
    length = next_value(state, duration, UNIT)
    return can_precede(state, p, i, j, length) or bool(at_most(state, duration, NOUGHT))


@helper
def least_duration(state: State, p: Unsigned, i: Unsigned, n: Unsigned) -> Value:
    """Return the least duration of a task."""
    return low(state, variable(state, p, n + i))


@helper
def can_precede(state: State, p: Unsigned, i: Unsigned, j: Unsigned, length: Value) -> bool:
    """Return whether task i can end before task j starts, if it has a length."""
    return bool(low(state, variable(state, p, i)) + length <= high(state, variable(state, p, j)))


@helper
def put_before(state: State, p: Unsigned, i: Unsigned, j: Unsigned, n: Unsigned) -> bool:
    """Propagate that task i ends before task j starts."""
    first, second, duration = (
        variable(state, p, i),
        variable(state, p, j),
        variable(state, p, n + i),
    )
    return bool(precede(state, first, second, duration))


def automata(scope: Scope, _: Constants, __: Variables) -> Iterator[Automaton]:
    """Yield for each pair that one task ends before the other starts."""
    n = len(scope) // 2
    for i, j in combinations(range(n), 2):
        read = [scope[n + i], scope[n + j], scope[i], scope[j]]
        yield test_of(read, lambda d, e, s, t: s + d <= t or t + e <= s or 0 in (d, e))


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post that tasks do not overlap."""
    names, n = to.names(scope), len(scope) // 2
    to.post("csp_disjunctive", names[:n], names[n:])


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add that tasks do not overlap; those without duration may lie anywhere."""
    n = len(scope) // 2
    pairs = zip(scope[:n], scope[n:], strict=True)
    to.model.add_no_overlap([to.interval(start, size, is_solid=True) for start, size in pairs])


NO_OVERLAP = Card(
    no_overlap,
    explanation=by_bounds("no_overlap:no_overlap"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=Missing("the energy of tasks is stated where their durations are open"),
    wide=Wide.LEARNED,
)
