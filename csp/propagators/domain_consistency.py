"""All different, domain consistent: a matching that is kept, and strong components.

Values are numbered from the least of all; a row has a bit for each. The graph has the matched
values for nodes, with an arc from a value to all that its variable may take instead; all values
that nobody has are one more node, with arcs to all. A variable may take a value if and only if
that and its own are in one strong component.

The constants are as for `csp.propagators.hidden_singles`; the memory is the value of each variable
in the matching, or -1; and then, for `when_it_pays`, how many calls it lets pass yet, and how many
it let pass the last time.

References
----------
J.-C. Regin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994.
"""

from typing import Any, NamedTuple

import numpy as np

from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, Value, keep, size, window
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.kernels.state import State, opened
from csp.propagators.components import Graph, add, begin, find_components, graph
from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

NOBODY = np.uint64(0xFFFFFFFFFFFFFFFF)
MOST_PASSED = np.int64(63)


class Places(NamedTuple):
    """Where things are, in `scratch` where nothing else is said.

    n: of variables; memory, constants: places in `memory` and `data`; graph: that of the values,
    whose row k is the domain of variable k. Then `free`, a row for the values that nobody has;
    `parent`, a word for each value; and `queue`, one for each variable.
    """

    n: Unsigned
    memory: Unsigned
    constants: Unsigned
    graph: Graph
    free: Unsigned
    parent: Unsigned
    queue: Unsigned


def domain_consistency(handle: Any, p: Any) -> int:
    """Remove what no maximum matching has."""
    state = opened(handle)
    return filter_values(state, p)


def when_it_pays(handle: Any, p: Any) -> int:
    """Do so; while nothing comes of it, let twice as many calls pass each time."""
    state = opened(handle)
    memory, pause = state.memory, memory_of(state, p) + arity(state, p)
    if memory[pause] > 0:
        memory[pause] -= 1
        return DONE
    before = n_values(state, p)
    status = filter_values(state, p)
    if status == FIXPOINT and n_values(state, p) == before:
        memory[pause + ONE] = min(2 * memory[pause + ONE] + 1, MOST_PASSED)
    else:
        memory[pause + ONE] = 0
    memory[pause] = memory[pause + ONE]
    return status


@helper
def n_values(state: State, p: Unsigned) -> Unsigned:
    """Count the values of all variables."""
    n = ZERO
    for k in range(arity(state, p)):
        n += size(state, variable(state, p, k))
    return n


@helper
def filter_values(state: State, p: Unsigned) -> int:
    """Match the variables with values; remove what no maximum matching has."""
    at = places(state, p)
    read_rows(state, p, at)
    for k in range(at.n):
        if state.memory[at.memory + k] < 0 and not match(state, at, k):
            return FAILED
    remove_between_components(state, p, at)
    return FIXPOINT


@helper
def places(state: State, p: Unsigned) -> Places:
    """Lay out the scratch."""
    n, first = arity(state, p), constants(state, p)
    n_values = np.uint64(state.data[first + n + ONE])
    width = (n_values + LAST_BIT) >> SIX
    values = graph(n, n + ONE, width)
    free = values.end
    parent = free + width
    return Places(n, memory_of(state, p), first, values, free, parent, parent + width * BITS)


@helper
def start_of(state: State, at: Places, k: Unsigned, j: Unsigned) -> Value:
    """Return the value of variable `k` that bit 0 of word `j` of its row stands for."""
    return state.data[at.constants + at.n] + np.int64(j << SIX) - state.data[at.constants + k]


@helper
def read_rows(state: State, p: Unsigned, at: Places) -> None:
    """Read the domains, and keep of the matching what is still there."""
    scratch, width = state.scratch, at.graph.width
    begin(state, at.graph)
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
        if value == NOBODY:
            continue
        word, bit = value >> SIX, ONE << (value & LAST_BIT)
        if scratch[np.uint64(k) * width + word] & scratch[at.free + word] & bit == ZERO:
            state.memory[at.memory + k] = -1
        else:
            own(state, at, value, np.uint64(k))


@helper
def own(state: State, at: Places, value: Unsigned, k: Unsigned) -> None:
    """Give a value to a variable."""
    state.memory[at.memory + k] = value
    add(state, at.graph, value, k)
    state.scratch[at.free + (value >> SIX)] &= ~(ONE << (value & LAST_BIT))


@helper
def match(state: State, at: Places, first: Unsigned) -> bool:
    """Find a value for a variable that has none: others may have to change theirs."""
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
                shift(state, at, k, first, (np.uint64(j) << SIX) + trailing_zeros64(free))
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
def shift(state: State, at: Places, k: Unsigned, first: Unsigned, value: Unsigned) -> None:
    """Give a free value to `k`, what it had to the one that asked for it, and so on to `first`."""
    while True:
        previous = np.uint64(state.memory[at.memory + k])
        own(state, at, value, k)
        if k == first:
            return
        value = previous
        k = state.scratch[at.parent + value]


@helper
def remove_between_components(state: State, p: Unsigned, at: Places) -> None:
    """Let each variable have the values that are in one strong component with its own."""
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
            keep(state, v, start_of(state, at, np.uint64(k), np.uint64(j)), scratch[row + j])
