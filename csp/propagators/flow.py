"""For each of some values, how many variables have it: domain consistent, by a flow that is kept.

The scope and the constants are as for `csp.propagators.cardinality`, with the values in order, and
before them 1 if a second run may find more, because a variable stands there twice. The memory is
the place of each variable's value in the flow, or -1.

A place is a counted value, or the last one, which is all others together. Variables move from place
to place; a place takes and gives as its count allows, and what it takes from nobody, or gives to
nobody, goes through the last place. That is a graph with an arc from each place to all where one of
its variables may go. A variable may have a value if and only if the places of that and of its own
are in one strong component.

References
----------
J.-C. Regin, Generalized arc consistency for global cardinality constraint, AAAI 1996.
"""

from typing import Any, NamedTuple

import numpy as np

from csp.kernels.domains import (
    LAST_BIT,
    ONE,
    SIX,
    ZERO,
    contains,
    high,
    low,
    next_value,
    remove,
    size,
)
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.kernels.state import State, opened
from csp.propagators.components import Graph, add, begin, find_components, graph
from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

TWO = np.uint64(2)
NOWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)


class Places(NamedTuple):
    """Where things are, in `scratch` where nothing else is said.

    n: of variables; last: the last place; memory, values: places in `memory` and `data`; graph: its
    first rows are those of the places. Then, for each place, how many variables are there
    (`load`), and who came there last (`parent`); `rows`: the places where each variable may be;
    rows for the places where a way may begin (`starts`) and end (`ends`), and the `queue` of places
    on ways.
    """

    n: Unsigned
    last: Unsigned
    memory: Unsigned
    values: Unsigned
    graph: Graph
    load: Unsigned
    parent: Unsigned
    rows: Unsigned
    starts: Unsigned
    ends: Unsigned
    queue: Unsigned


def flow(handle: Any, p: Any) -> int:
    """Give every variable a place, and every place enough of them; remove what no flow has."""
    state = opened(handle)
    at = places(state, p)
    read(state, p, at)
    if not (place_all(state, p, at) and fill_all(state, p, at)):
        return FAILED
    draw_arcs(state, p, at)
    find_components(state, at.graph, ZERO)
    for k in range(at.n):
        leave_component(state, p, at, np.uint64(k))
    return FIXPOINT if state.data[constants(state, p)] == 0 else DONE


@helper
def places(state: State, p: Unsigned) -> Places:
    """Lay out the scratch."""
    first = constants(state, p)
    n = np.uint64(state.data[first + ONE])
    last = arity(state, p) - n
    own = graph(last + ONE, last + ONE, (last >> SIX) + ONE)
    load = own.end
    parent = load + last + ONE
    rows = parent + last + ONE
    starts = rows + n * own.width
    ends = starts + own.width
    return Places(
        n,
        last,
        memory_of(state, p),
        first + TWO,
        own,
        load,
        parent,
        rows,
        starts,
        ends,
        ends + own.width,
    )


@helper
def least(state: State, p: Unsigned, at: Places, place: Unsigned) -> Unsigned:
    """Return how many variables must be at a place; cheaper propagators keep counts above 0."""
    return ZERO if place == at.last else np.uint64(low(state, variable(state, p, at.n + place)))


@helper
def most(state: State, p: Unsigned, at: Places, place: Unsigned) -> Unsigned:
    """Return how many variables may be at a place."""
    return at.n if place == at.last else np.uint64(high(state, variable(state, p, at.n + place)))


@helper
def has(state: State, row: Unsigned, place: Unsigned) -> bool:
    """Tell whether a place is in a row."""
    return bool((state.scratch[row + (place >> SIX)] >> (place & LAST_BIT)) & ONE)


@helper
def include(state: State, row: Unsigned, place: Unsigned) -> None:
    """Put a place into a row."""
    state.scratch[row + (place >> SIX)] |= ONE << (place & LAST_BIT)


@helper
def clear(state: State, row: Unsigned, n: Unsigned) -> None:
    """Let words be 0."""
    for j in range(n):
        state.scratch[row + j] = ZERO


@helper
def read(state: State, p: Unsigned, at: Places) -> None:
    """Read where each variable may be, and leave those where they are that may stay."""
    clear(state, at.load, at.last + ONE)
    width = at.graph.width
    for k in range(at.n):
        v, row, n_counted = variable(state, p, k), at.rows + np.uint64(k) * width, ZERO
        clear(state, row, width)
        for j in range(at.last):
            if contains(state, v, state.data[at.values + j]):
                include(state, row, np.uint64(j))
                n_counted += ONE
        if size(state, v) > n_counted:
            include(state, row, at.last)
        place = np.uint64(state.memory[at.memory + k])
        if place == NOWHERE:
            continue
        if has(state, row, place) and state.scratch[at.load + place] < most(state, p, at, place):
            state.scratch[at.load + place] += ONE
        else:
            state.memory[at.memory + k] = -1


@helper
def place_all(state: State, p: Unsigned, at: Places) -> bool:
    """Give a place to each variable that has none; False if that cannot be."""
    scratch, width = state.scratch, at.graph.width
    clear(state, at.ends, width)
    for place in range(at.last + ONE):
        if scratch[at.load + place] < most(state, p, at, np.uint64(place)):
            include(state, at.ends, np.uint64(place))
    for k in range(at.n):
        if state.memory[at.memory + k] >= 0:
            continue
        for j in range(width):
            scratch[at.starts + j] = scratch[at.rows + np.uint64(k) * width + j]
        end = find_way(state, p, at)
        if end == NOWHERE:
            return False
        place = follow(state, at, end)
        state.memory[at.memory + k] = place
        scratch[at.load + end] += ONE
        if scratch[at.load + end] == most(state, p, at, end):
            scratch[at.ends + (end >> SIX)] &= ~(ONE << (end & LAST_BIT))
    return True


@helper
def fill_all(state: State, p: Unsigned, at: Places) -> bool:
    """Bring to each place that has too few variables some of others; False if that cannot be."""
    scratch, width = state.scratch, at.graph.width
    for place in range(at.last):
        wanted = least(state, p, at, np.uint64(place))
        while scratch[at.load + place] < wanted:
            clear(state, at.starts, width)
            clear(state, at.ends, width)
            include(state, at.ends, np.uint64(place))
            for other in range(at.last + ONE):
                if scratch[at.load + other] > least(state, p, at, np.uint64(other)):
                    include(state, at.starts, np.uint64(other))
            end = find_way(state, p, at)
            if end == NOWHERE:
                return False
            scratch[at.load + follow(state, at, end)] -= ONE
            scratch[at.load + end] += ONE
    return True


@helper
def find_way(state: State, p: Unsigned, at: Places) -> Unsigned:
    """Find a way from one of the starts to one of the ends; return the end, or NOWHERE."""
    scratch, width, seen = state.scratch, at.graph.width, at.graph.seen
    clear(state, seen, width)
    n = visit_all(state, at, at.starts, NOWHERE, ZERO)
    done = ZERO
    while True:
        for j in range(width):
            found = scratch[seen + j] & scratch[at.ends + j]
            if found != ZERO:
                return (np.uint64(j) << SIX) + trailing_zeros64(found)
        if done == n:
            return NOWHERE
        place = scratch[at.queue + done]
        done += ONE
        for k in range(at.n):
            if np.uint64(state.memory[at.memory + k]) == place:
                row = at.rows + np.uint64(k) * width
                n = visit_all(state, at, row, np.uint64(k), n)


@helper
def visit_all(state: State, at: Places, row: Unsigned, k: Unsigned, n: Unsigned) -> Unsigned:
    """Let a variable go on to all places in a row that were not seen; return how many were."""
    scratch = state.scratch
    for j in range(at.graph.width):
        new = scratch[row + j] & ~scratch[at.graph.seen + j]
        scratch[at.graph.seen + j] |= new
        while new != ZERO:
            place = (np.uint64(j) << SIX) + trailing_zeros64(new)
            new &= new - ONE
            scratch[at.parent + place] = k
            scratch[at.queue + n] = place
            n += ONE
    return n


@helper
def follow(state: State, at: Places, end: Unsigned) -> Unsigned:
    """Let all variables on the way to an end go on by one place; return where it began."""
    while True:
        k = state.scratch[at.parent + end]
        if k == NOWHERE:
            return end
        before = np.uint64(state.memory[at.memory + k])
        state.memory[at.memory + k] = end
        end = before


@helper
def draw_arcs(state: State, p: Unsigned, at: Places) -> None:
    """Make the graph: who may go where, and which places may take and give one more."""
    scratch, width = state.scratch, at.graph.width
    begin(state, at.graph)
    clear(state, ZERO, (at.last + ONE) * width)
    for k in range(at.n):
        row = np.uint64(state.memory[at.memory + k]) * width
        for j in range(width):
            scratch[row + j] |= scratch[at.rows + np.uint64(k) * width + j]
    for j in range(at.last + ONE):
        place = np.uint64(j)
        add(state, at.graph, place, place)
        if scratch[at.load + place] < most(state, p, at, place):
            include(state, place * width, at.last)
        if scratch[at.load + place] > least(state, p, at, place):
            include(state, at.last * width, place)


@helper
def leave_component(state: State, p: Unsigned, at: Places, k: Unsigned) -> None:
    """Remove the values of a variable whose places are not in one component with its own."""
    scratch, width = state.scratch, at.graph.width
    own = np.uint64(state.memory[at.memory + k]) * width
    outside = ZERO
    for j in range(width):
        outside += popcount64(scratch[at.rows + k * width + j] & ~scratch[own + j])
    if outside == ZERO:
        return
    v, place = variable(state, p, k), ZERO
    value, end = low(state, v), high(state, v)
    while value <= end:
        while place < at.last and state.data[at.values + place] < value:
            place += ONE
        is_counted = place < at.last and state.data[at.values + place] == value
        if not has(state, own, place if is_counted else at.last):
            remove(state, v, value)
        value = next_value(state, v, value + 1)
