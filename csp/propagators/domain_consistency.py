"""All different, domain consistent: an incremental matching and strongly connected components.

Values are numbered from the least of all, and a row has a bit for each. The nodes of the graph are
the matched values; there is an arc from a value to all other values of its variable. All unmatched
values together are one more node, with arcs to all. A variable can have a value if and only if that
value and its matched value are in the same strongly connected component.

The constants are as for `csp.propagators.hidden_singles`. The memory is the value of each variable
in the matching, or -1; then, for `adaptive_domain_consistency`, how many more calls it skips, and
the number of calls that it skipped last time.

References
----------
J.-C. Regin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, LeftOut
from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, Value, restrict, size, window
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.kernels.state import State, state_of
from csp.propagators.components import Graph, add_node, clear_graph, find_components, lay_out_graph
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

UNMATCHED = np.uint64(0xFFFFFFFFFFFFFFFF)
MOST_SKIPPED = np.int64(63)


class Places(NamedTuple):
    """The number n of variables, and the places of arrays: in `scratch` unless noted otherwise.

    `memory` and `constants` are places in the state's `memory` and `data`. `graph` is that of the
    values: its row k is the domain of variable k. `free` is a row for the unmatched values,
    `parent` a word for each value, and `queue` a word for each variable.
    """

    n: Unsigned
    memory: Unsigned
    constants: Unsigned
    graph: Graph
    free: Unsigned
    parent: Unsigned
    queue: Unsigned


def domain_consistency(handle: Any, p: Any) -> int:
    """Remove the values that are in no maximum matching."""
    state = state_of(handle)
    return filter_values(state, p)


def adaptive_domain_consistency(handle: Any, p: Any) -> int:
    """Do the same, but skip calls: twice as many each time that nothing was removed."""
    state = state_of(handle)
    memory, pause = state.memory, memory_of(state, p) + arity(state, p)
    if memory[pause] > 0:
        memory[pause] -= 1
        return DONE
    before = n_values(state, p)
    status = filter_values(state, p)
    if status == FIXPOINT and n_values(state, p) == before:
        memory[pause + ONE] = min(2 * memory[pause + ONE] + 1, MOST_SKIPPED)
    else:
        memory[pause + ONE] = 0
    memory[pause] = memory[pause + ONE]
    return status


@helper
def n_values(state: State, p: Unsigned) -> Unsigned:
    """Return the number of values in all domains."""
    n = ZERO
    for k in range(arity(state, p)):
        n += size(state, variable(state, p, k))
    return n


@helper
def filter_values(state: State, p: Unsigned) -> int:
    """Match the variables with values; remove the values that are in no maximum matching."""
    at = places(state, p)
    read_rows(state, p, at)
    for k in range(at.n):
        if state.memory[at.memory + k] < 0 and not augment_matching(state, at, k):
            return FAILED
    remove_between_components(state, p, at)
    return FIXPOINT


@helper
def places(state: State, p: Unsigned) -> Places:
    """Return the places of the arrays."""
    n, first = arity(state, p), constants(state, p)
    n_values = np.uint64(state.data[first + n + ONE])
    width = (n_values + LAST_BIT) >> SIX
    values = lay_out_graph(n, n + ONE, width)
    free = values.end
    parent = free + width
    return Places(n, memory_of(state, p), first, values, free, parent, parent + width * BITS)


@helper
def start_of(state: State, at: Places, k: Unsigned, j: Unsigned) -> Value:
    """Return the value of variable `k` that is bit 0 of word `j` of its row."""
    return state.data[at.constants + at.n] + np.int64(j << SIX) - state.data[at.constants + k]


@helper
def read_rows(state: State, p: Unsigned, at: Places) -> None:
    """Read the domains, and remove from the matching the values that are no longer in them."""
    scratch, width = state.scratch, at.graph.width
    clear_graph(state, at.graph)
    for j in range(width):
        scratch[at.free + j] = ZERO
    for k in range(at.n):
        v = variable(state, p, k)
        for j in range(width):
            row = window(state, v, start_of(state, at, k, j))
            scratch[np.uint64(k) * width + j] = row
            scratch[at.free + j] |= row
    for k in range(at.n):
        value = np.uint64(state.memory[at.memory + k])
        if value == UNMATCHED:
            continue
        word, bit = value >> SIX, ONE << (value & LAST_BIT)
        if scratch[np.uint64(k) * width + word] & scratch[at.free + word] & bit == ZERO:
            state.memory[at.memory + k] = -1
        else:
            set_match(state, at, value, np.uint64(k))


@helper
def set_match(state: State, at: Places, value: Unsigned, k: Unsigned) -> None:
    """Match a variable with a value."""
    state.memory[at.memory + k] = value
    add_node(state, at.graph, value, k)
    state.scratch[at.free + (value >> SIX)] &= ~(ONE << (value & LAST_BIT))


@helper
def augment_matching(state: State, at: Places, first: Unsigned) -> bool:
    """Match one more variable by an augmenting path; return False if there is none."""
    scratch, width = state.scratch, at.graph.width
    for j in range(width):
        scratch[at.graph.seen + j] = ZERO
    scratch[at.queue] = first
    done, end = ZERO, ONE
    while done < end:
        k = scratch[at.queue + done]
        done += ONE
        for j in range(width):
            new = scratch[k * width + j] & ~scratch[at.graph.seen + j]
            free = new & scratch[at.free + j]
            if free != ZERO:
                flip_path(state, at, k, first, (np.uint64(j) << SIX) + trailing_zeros64(free))
                return True
            scratch[at.graph.seen + j] |= new
            while new != ZERO:
                value = (np.uint64(j) << SIX) + trailing_zeros64(new)
                new &= new - ONE
                scratch[at.parent + value] = k
                scratch[at.queue + end] = scratch[at.graph.row_of + value]
                end += ONE
    return False


@helper
def flip_path(state: State, at: Places, k: Unsigned, first: Unsigned, value: Unsigned) -> None:
    """Match `k` with a free value, its parent with the last value of `k`, and so on to `first`."""
    while True:
        previous = np.uint64(state.memory[at.memory + k])
        set_match(state, at, value, k)
        if k == first:
            return
        value = previous
        k = state.scratch[at.parent + value]


@helper
def remove_between_components(state: State, p: Unsigned, at: Places) -> None:
    """Remove the values that are not in the strongly connected component of the matched value."""
    scratch, values = state.scratch, at.graph
    width = values.width
    is_some_free = ZERO
    for j in range(width):
        free = scratch[at.free + j]
        scratch[values.sets + j] = free
        scratch[values.arcs + j] = scratch[values.nodes + j]
        is_some_free |= np.uint64(free != ZERO)
    find_components(state, values, is_some_free)
    for k in range(at.n):
        v, row = variable(state, p, k), np.uint64(k) * width
        for j in range(width):
            restrict(state, v, start_of(state, at, np.uint64(k), np.uint64(j)), scratch[row + j])


DOMAIN_CONSISTENCY = Card(
    domain_consistency,
    explanation=LeftOut("a reason would name all values outside a Hall set"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
)
ADAPTIVE_DOMAIN_CONSISTENCY = replace(DOMAIN_CONSISTENCY, function=adaptive_domain_consistency)
