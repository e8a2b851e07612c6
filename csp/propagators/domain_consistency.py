"""All different, domain consistent: a matching that is kept, and strong components by words.

Values are numbered from the least of all; a row has a bit for each. The graph has the matched
values for nodes, with an arc from a value to all that its variable may take instead; all values
that nobody has are one more node, with arcs to all. A variable may take a value if and only if
that and its own are in one strong component.

The constants are as for `csp.propagators.hidden_singles`; the memory is the value of each variable
in the matching, or -1; and then, for `when_it_pays`, how many calls it lets pass yet, and how many
it let pass the last time.

References
----------
J.-C. Regin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994. H. N. Gabow,
Path-based depth-first search for strong and biconnected components, 2000. M. B. C. van Kessel and
C.-G. Quimper, Filtering algorithms based on the word-RAM model, AAAI 2012.
"""

from typing import Any, NamedTuple

import numpy as np

from csp.domains import BITS, LAST_BIT, ONE, SIX, ZERO, Value, keep, size, window
from csp.propagate import DONE, FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.state import State, opened
from exactcover.bits import trailing_zeros64
from exactcover.jit import helper
from exactcover.links import Unsigned

NOBODY = np.uint64(0xFFFFFFFFFFFFFFFF)
MOST_PASSED = np.int64(63)


class Places(NamedTuple):
    """Where things are, in `scratch` where nothing else is said.

    n, width: of variables, of words; memory, constants: places in `memory` and `data`. Then rows of
    `width` words: `rows` one for each variable, `sets` and `arcs` for each component that is open,
    and one each for the values that are `free`, those `left` to visit, those in open components
    (`stack`), and those `seen`. `owner` and `parent` have a word for each value, `queue` for
    each variable.
    """

    n: Unsigned
    width: Unsigned
    memory: Unsigned
    constants: Unsigned
    sets: Unsigned
    arcs: Unsigned
    free: Unsigned
    left: Unsigned
    stack: Unsigned
    seen: Unsigned
    owner: Unsigned
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
    sets = n * width
    arcs = sets + (n + ONE) * width
    free = arcs + (n + ONE) * width
    owner = free + np.uint64(4) * width
    return Places(
        n,
        width,
        memory_of(state, p),
        first,
        sets,
        arcs,
        free,
        free + width,
        free + np.uint64(2) * width,
        free + np.uint64(3) * width,
        owner,
        owner + width * BITS,
        owner + np.uint64(2) * width * BITS,
    )


@helper
def start_of(state: State, at: Places, k: Unsigned, j: Unsigned) -> Value:
    """Return the value of variable `k` that bit 0 of word `j` of its row stands for."""
    return state.data[at.constants + at.n] + np.int64(j << SIX) - state.data[at.constants + k]


@helper
def read_rows(state: State, p: Unsigned, at: Places) -> None:
    """Read the domains, and keep of the matching what is still there."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        scratch[at.free + j] = ZERO
        scratch[at.left + j] = ZERO
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
    state.scratch[at.owner + value] = k
    bit = ONE << (value & LAST_BIT)
    state.scratch[at.free + (value >> SIX)] &= ~bit
    state.scratch[at.left + (value >> SIX)] |= bit


@helper
def match(state: State, at: Places, first: Unsigned) -> bool:
    """Find a value for a variable that has none: others may have to change theirs."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        scratch[at.seen + j] = ZERO
    scratch[at.queue] = first
    done, end = ZERO, ONE
    while done < end:
        k = scratch[at.queue + done]
        done += ONE
        for j in range(width):
            new = scratch[k * width + j] & ~scratch[at.seen + j]
            free = new & scratch[at.free + j]
            if free != ZERO:
                shift(state, at, k, first, (np.uint64(j) << SIX) + trailing_zeros64(free))
                return True
            scratch[at.seen + j] |= new
            while new != ZERO:
                value = (np.uint64(j) << SIX) + trailing_zeros64(new)
                new &= new - ONE
                scratch[at.parent + value] = k
                scratch[at.queue + end] = scratch[at.owner + value]
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
    """Visit the strong components, depth first; remove the values that lead out of each."""
    scratch, width = state.scratch, at.width
    depth = ZERO
    is_some_free = False
    for j in range(width):
        scratch[at.sets + j] = scratch[at.free + j]
        scratch[at.stack + j] = scratch[at.free + j]
        scratch[at.arcs + j] = scratch[at.left + j]
        is_some_free |= scratch[at.free + j] != ZERO
    if is_some_free:
        depth = ONE
    while True:
        if visit(state, at, depth):
            depth += ONE
        elif depth == ZERO:
            return
        else:
            merged = merge(state, at, depth)
            if merged == depth:
                depth -= ONE
                close(state, p, at, depth)
            else:
                depth = merged


@helper
def visit(state: State, at: Places, depth: Unsigned) -> bool:
    """Open a component for a value that is left: one that the last component leads to, or any."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        new = scratch[at.left + j]
        if depth > ZERO:
            new &= scratch[at.arcs + (depth - ONE) * width + j]
        if new != ZERO:
            value = (np.uint64(j) << SIX) + trailing_zeros64(new)
            bit = new & (~new + ONE)
            k = scratch[at.owner + value]
            for i in range(width):
                scratch[at.sets + depth * width + i] = ZERO
                scratch[at.arcs + depth * width + i] = scratch[k * width + i]
            scratch[at.sets + depth * width + j] = bit
            scratch[at.left + j] ^= bit
            scratch[at.stack + j] |= bit
            return True
    return False


@helper
def merge(state: State, at: Places, depth: Unsigned) -> Unsigned:
    """Merge the last component with those that it leads back to; return how many are open."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        scratch[at.seen + j] = scratch[at.arcs + (depth - ONE) * width + j] & scratch[at.stack + j]
    while True:
        last = (depth - ONE) * width
        is_more = False
        for j in range(width):
            is_more |= scratch[at.seen + j] & ~scratch[at.sets + last + j] != ZERO
        if not is_more:
            return depth
        for j in range(width):
            scratch[at.sets + last - width + j] |= scratch[at.sets + last + j]
            scratch[at.arcs + last - width + j] |= scratch[at.arcs + last + j]
        depth -= ONE


@helper
def close(state: State, p: Unsigned, at: Places, depth: Unsigned) -> None:
    """Leave a component that is complete: its variables lose the values outside of it."""
    scratch, width = state.scratch, at.width
    row = at.sets + depth * width
    for j in range(width):
        scratch[at.stack + j] &= ~scratch[row + j]
        values = scratch[row + j] & ~scratch[at.free + j]
        while values != ZERO:
            k = scratch[at.owner + (np.uint64(j) << SIX) + trailing_zeros64(values)]
            values &= values - ONE
            for i in range(width):
                keep(state, variable(state, p, k), start_of(state, at, k, i), scratch[row + i])
