"""The invariants of a search that learns clauses, checked independently of the kernels."""

from collections.abc import Iterator

from csp.engines.learning.state import (
    DEMAND,
    EQ,
    GE,
    HEADS,
    HI,
    KIND_BITS,
    LAST,
    LBD,
    LITERALS,
    LO,
    LT,
    N_BUCKETS,
    N_EVENTS,
    NEXT,
    NO_DEMAND,
    NONE,
    PLACE_MASK,
    PREVIOUS,
    SIZE,
    TOP,
    VARIABLE_SHIFT,
    WHAT,
    Learner,
)
from csp.kernels.state import N_TRAIL, ORIGIN, State

Literal = tuple[int, int, int]
"""A variable, a kind, and a value."""


def clauses_of(state: State, own: Learner) -> Iterator[tuple[int, list[Literal]]]:
    """Yield the LBD and the literals of each clause."""
    for clause in places_of_clauses(own):
        end = clause + LITERALS + int(own.clauses[clause + SIZE])
        literals = own.clauses[clause + LITERALS : end].tolist()
        yield int(own.clauses[clause + LBD]), [decoded(state, each) for each in literals]


def decoded(state: State, each: int) -> Literal:
    """Return the variable, the kind and the value of a literal."""
    v, place = each >> VARIABLE_SHIFT, each >> KIND_BITS & PLACE_MASK
    return v, each & 3, place + int(state.variables[v, ORIGIN])


def holds(literal: Literal, value: int) -> bool:
    """Return whether a literal holds if its variable has a value."""
    _, kind, bound = literal
    if kind == GE:
        return value >= bound
    if kind == LT:
        return value < bound
    return (value == bound) == (kind == EQ)


def check(state: State, own: Learner) -> None:
    """Assert the invariants of a position between two calls.

    Raises
    ------
    AssertionError
        If one does not hold.
    """
    _check_events(own)
    _check_watches(own)
    if own.numbers[N_EVENTS] == 0:
        assert state.position[N_TRAIL] == 0 or own.root.shape == state.cells.shape


def _check_events(own: Learner) -> None:
    """Assert that the events of each variable are linked, and that none is in a conflict."""
    n = int(own.numbers[N_EVENTS])
    assert n <= len(own.events)
    events = own.events[:n]
    assert (events[:, DEMAND] == NO_DEMAND).all()
    last: dict[int, int] = {}
    for k, event in enumerate(events.tolist()):
        v = event[WHAT] >> 2
        assert event[PREVIOUS] == last.get(v, NONE)
        last[v] = k
    for v, row in enumerate(own.variables.tolist()):
        assert row[LAST] == last.get(v, NONE)
        assert row[LO] <= row[HI]


def _check_watches(own: Learner) -> None:
    """Assert that each clause is in the lists of its first two literals, and in no other."""
    expected = {
        (_list_of(own, int(own.clauses[clause + LITERALS + side])), 2 * clause + side)
        for clause in places_of_clauses(own)
        for side in range(2)
    }
    n_found = 0
    for head, watch in enumerate(own.heads.tolist()):
        while watch != NONE:
            assert (head, watch) in expected
            n_found += 1
            watch = int(own.clauses[(watch >> 1) + NEXT + (watch & 1)])
    assert n_found == len(expected)


def places_of_clauses(own: Learner) -> Iterator[int]:
    """Yield the place of each clause."""
    clause, top = 0, int(own.numbers[TOP])
    while clause < top:
        yield clause
        clause += LITERALS + int(own.clauses[clause + SIZE])
    assert clause == top


def _list_of(own: Learner, each: int) -> int:
    """Return the list of watches of a literal."""
    v, kind = each >> VARIABLE_SHIFT, each & 3
    first, n = own.variables[v, [HEADS, N_BUCKETS]].tolist()
    if kind < EQ:
        return int(first) + kind
    bucket = (each >> KIND_BITS & PLACE_MASK) % int(n)
    return int(first) + EQ + bucket + (0 if kind == EQ else n)
