"""A Hamiltonian circuit: variable i of the scope is the successor of place i.

`scratch` holds the places that were reached (a bit each), those with a fixed predecessor (also
bits), and the queue of a breadth-first search.

References
----------
Y. Caseau and F. Laburthe, Solving small TSPs with constraints, ICLP 1997.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects, test_of
from csp.cards.card import Card, Implied, Translation, by_values
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, high, is_fixed, low, remove, window
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def circuit(handle: Any, p: Any) -> int:
    """Prevent subcircuits (no-cycle), and fail if a place cannot be reached from the first."""
    state = state_of(handle)
    n = arity(state, p)
    n_words = (n + LAST_BIT) >> SIX
    for k in range(n_words + n_words):
        state.scratch[k] = ZERO
    for k in range(n):
        v = variable(state, p, k)
        if is_fixed(state, v):
            place = np.uint64(low(state, v))
            state.scratch[n_words + (place >> SIX)] |= ONE << (place & LAST_BIT)
    for k in range(n):
        start = np.uint64(k)
        has_predecessor = (state.scratch[n_words + (start >> SIX)] >> (start & LAST_BIT)) & ONE
        if has_predecessor == ZERO and not prevent_subcircuit(state, p, start, n):
            return FAILED
    return DONE if n_reached(state, p, n_words) == n else FAILED


@helper
def prevent_subcircuit(state: State, p: Unsigned, start: Unsigned, n: Unsigned) -> bool:
    """Remove the start of a chain of fixed successors from its end, unless it has all places."""
    length, place = ONE, start
    while is_fixed(state, variable(state, p, place)):
        place = np.uint64(low(state, variable(state, p, place)))
        length += ONE
        if length > n:
            return False
    return length == n or remove(state, variable(state, p, place), np.int64(start))


@helper
def n_reached(state: State, p: Unsigned, n_words: Unsigned) -> Unsigned:
    """Return the number of places that can be reached from the first, breadth first."""
    scratch, queue = state.scratch, n_words + n_words
    scratch[0] = ONE
    scratch[queue] = ZERO
    done, end = ZERO, ONE
    while done < end:
        v = variable(state, p, scratch[queue + done])
        done += ONE
        for j in range(np.uint64(low(state, v)) >> SIX, (np.uint64(high(state, v)) >> SIX) + ONE):
            first = np.uint64(j) * BITS
            new = window(state, v, np.int64(first)) & ~scratch[j]
            scratch[j] |= new
            while new != ZERO:
                scratch[queue + end] = first + trailing_zeros64(new)
                new &= new - ONE
                end += ONE
    return end


def automata(scope: Scope, _: Constants, builder: Variables) -> Iterator[Automaton]:
    """Yield the places of a circuit in order: that of a successor is one more, but for the first.

    The circuit begins with its first place; places that are their own successors have number 0.
    """
    n = len(scope)
    numbers = [builder.new_interval(0, n - 1) for _ in scope]
    begins = [builder.new_interval(0, 1) for _ in scope]
    for j in range(n):  # place j is the first if it is in the circuit and no earlier one is

        def step(k: int, state: bool, value: int, j: int = j) -> Any:
            if k <= j:
                return state and (value == k) == (k < j)
            return state if value == state else None

        yield Automaton([*scope[: j + 1], begins[j]], True, step, never_rejects)
        read = [scope[j], begins[j], numbers[j]]
        yield test_of(read, lambda x, b, p, j=j: p == 0 or (x != j and not b))
        yield test_of(read, lambda x, b, p, j=j: p > 0 or x == j or b)
    for i, j in product(range(n), repeat=2):
        if i != j:
            read = [scope[i], begins[j], numbers[i], numbers[j]]
            yield test_of(read, lambda x, b, p, q, j=j: x != j or b or q == p + 1)


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post the circuit; places are numbered from 0."""
    to.post("csp_circuit", to.names(scope), 0)


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add a circuit; a place that may be its own successor may be left out."""
    arcs = [(i, j, to.literal(v, j)) for i, v in enumerate(scope) for j in to.builder.values(v)]
    if len(scope) > 1:
        to.model.add_circuit(arcs)


CIRCUIT = Card(
    circuit,
    explanation=by_values("circuit:circuit"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=Implied("its successors are a group, and parts that they close are cut off"),
)
