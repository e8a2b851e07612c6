"""Global cardinality, domain consistent: an incremental flow and strongly connected components.

The scope and the constants are as for `csp.propagators.cardinality`, with the values in ascending
order; before them stands 1 if a second run may remove more, because a variable is in the scope
twice. The memory is the place of each variable in the flow, or -1.

A place is a counted value; the last place is all other values together. The flow assigns a place to
each variable, and the load of a place, its number of variables, must be within the bounds of its
count. The residual graph has an arc from each place to all places where one of its variables may
move; the load of a place can change through arcs from and to the last place. A variable can have a
value if and only if the place of the value and its own place are in the same strongly connected
component.

References
----------
J.-C. Regin, Generalized arc consistency for global cardinality constraint, AAAI 1996.
"""

from typing import Any, NamedTuple

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, LeftOut
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
from csp.kernels.state import State, state_of
from csp.propagators.components import Graph, add_node, clear_graph, find_components, lay_out_graph
from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TWO = np.uint64(2)
NOWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)


class Places(NamedTuple):
    """The number n of variables, the last place, and arrays: in `scratch` unless noted otherwise.

    `memory` and `values` are places in the state's `memory` and `data`. The first rows of `graph`
    are those of the places. `load` is the number of variables at each place, and `parent` the
    variable by which a path came there; `rows` are the places where each variable may be. `starts`
    and `ends` are rows of the places where a path may begin and end, and `queue` has the places
    that were visited.
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
    """Find a flow that satisfies all bounds; remove the values that are in none."""
    state = state_of(handle)
    at = places(state, p)
    read(state, p, at)
    if not (place_variables(state, p, at) and satisfy_lower_bounds(state, p, at)):
        return FAILED
    build_residual_graph(state, p, at)
    find_components(state, at.graph, ZERO)
    for k in range(at.n):
        restrict_to_component(state, p, at, np.uint64(k))
    return FIXPOINT if state.data[constants(state, p)] == 0 else DONE


@helper
def places(state: State, p: Unsigned) -> Places:
    """Return the places of the arrays."""
    first = constants(state, p)
    n = np.uint64(state.data[first + ONE])
    last = arity(state, p) - n
    own = lay_out_graph(last + ONE, last + ONE, (last >> SIX) + ONE)
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
    """Return the lower bound of the load of a place; cheaper propagators keep counts above 0."""
    return ZERO if place == at.last else np.uint64(low(state, variable(state, p, at.n + place)))


@helper
def most(state: State, p: Unsigned, at: Places, place: Unsigned) -> Unsigned:
    """Return the upper bound of the load of a place."""
    return at.n if place == at.last else np.uint64(high(state, variable(state, p, at.n + place)))


@helper
def has(state: State, row: Unsigned, place: Unsigned) -> bool:
    """Return whether a place is in a row."""
    return bool((state.scratch[row + (place >> SIX)] >> (place & LAST_BIT)) & ONE)


@helper
def include(state: State, row: Unsigned, place: Unsigned) -> None:
    """Add a place to a row."""
    state.scratch[row + (place >> SIX)] |= ONE << (place & LAST_BIT)


@helper
def clear(state: State, row: Unsigned, n: Unsigned) -> None:
    """Set words to 0."""
    for j in range(n):
        state.scratch[row + j] = ZERO


@helper
def read(state: State, p: Unsigned, at: Places) -> None:
    """Read the places of each variable; keep its place in the last flow where that is possible."""
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
def place_variables(state: State, p: Unsigned, at: Places) -> bool:
    """Assign a place to each variable without one; return False if that is impossible."""
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
        end = find_augmenting_path(state, p, at)
        if end == NOWHERE:
            return False
        place = shift_along_path(state, at, end)
        state.memory[at.memory + k] = place
        scratch[at.load + end] += ONE
        if scratch[at.load + end] == most(state, p, at, end):
            scratch[at.ends + (end >> SIX)] &= ~(ONE << (end & LAST_BIT))
    return True


@helper
def satisfy_lower_bounds(state: State, p: Unsigned, at: Places) -> bool:
    """Move variables to places below their lower bound; return False if that is impossible."""
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
            end = find_augmenting_path(state, p, at)
            if end == NOWHERE:
                return False
            scratch[at.load + shift_along_path(state, at, end)] -= ONE
            scratch[at.load + end] += ONE
    return True


@helper
def find_augmenting_path(state: State, p: Unsigned, at: Places) -> Unsigned:
    """Find a path from a start to an end, breadth first; return the end, or NOWHERE."""
    scratch, width, seen = state.scratch, at.graph.width, at.graph.seen
    clear(state, seen, width)
    n = visit_places(state, at, at.starts, NOWHERE, ZERO)
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
                n = visit_places(state, at, row, np.uint64(k), n)


@helper
def visit_places(state: State, at: Places, row: Unsigned, k: Unsigned, n: Unsigned) -> Unsigned:
    """Visit all unseen places in a row by a variable; return the new length of the queue."""
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
def shift_along_path(state: State, at: Places, end: Unsigned) -> Unsigned:
    """Move each variable on the path to an end by one place; return the start of the path."""
    while True:
        k = state.scratch[at.parent + end]
        if k == NOWHERE:
            return end
        before = np.uint64(state.memory[at.memory + k])
        state.memory[at.memory + k] = end
        end = before


@helper
def build_residual_graph(state: State, p: Unsigned, at: Places) -> None:
    """Build the residual graph: the moves of variables, and the loads that can rise or fall."""
    scratch, width = state.scratch, at.graph.width
    clear_graph(state, at.graph)
    clear(state, ZERO, (at.last + ONE) * width)
    for k in range(at.n):
        row = np.uint64(state.memory[at.memory + k]) * width
        for j in range(width):
            scratch[row + j] |= scratch[at.rows + np.uint64(k) * width + j]
    for j in range(at.last + ONE):
        place = np.uint64(j)
        add_node(state, at.graph, place, place)
        if scratch[at.load + place] < most(state, p, at, place):
            include(state, place * width, at.last)
        if scratch[at.load + place] > least(state, p, at, place):
            include(state, at.last * width, place)


@helper
def restrict_to_component(state: State, p: Unsigned, at: Places, k: Unsigned) -> None:
    """Remove the values of a variable whose places are in another component than its own."""
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


FLOW = Card(
    flow,
    explanation=LeftOut("a reason would name all values outside a cut of the flow"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
)
