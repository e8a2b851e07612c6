"""All different except for some values: the constants are their number and the values.

The memory holds the places of the variables in the scope. Those of fixed variables whose values
were removed from the others come first; the cell is their number.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, test_of
from csp.cards.card import Card, Missing, Translation, by_values
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.kernels.domains import ONE, Value, is_fixed, low, remove, set_cell
from csp.kernels.propagate import DONE, FAILED, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def all_different_except(handle: Any, p: Any) -> int:
    """Remove the values of newly fixed variables from the other variables.

    What is fixed by that waits for the next run, so that each removal has its reason before it.
    """
    state = state_of(handle)
    n, order, cell = arity(state, p), memory_of(state, p), cells_of(state, p)
    first = end = state.cells[cell]
    for k in range(first, n):
        place = state.memory[order + np.uint64(k)]
        if is_fixed(state, variable(state, p, np.uint64(place))):
            state.memory[order + np.uint64(k)] = state.memory[order + end]
            state.memory[order + end] = place
            end += ONE
    for k in range(first, end):
        value = low(state, variable(state, p, np.uint64(state.memory[order + np.uint64(k)])))
        if is_shared(state, p, value):
            continue
        for i in range(np.uint64(k) + ONE, n):
            other = variable(state, p, np.uint64(state.memory[order + np.uint64(i)]))
            if not remove(state, other, value):
                return FAILED
    if end != first:
        set_cell(state, cell, end)
    return DONE


@helper
def is_shared(state: State, p: Unsigned, value: Value) -> bool:
    """Return whether several variables may have a value."""
    first = constants(state, p)
    for k in range(first + ONE, first + ONE + np.uint64(state.data[first])):
        if state.data[k] == value:
            return True
    return False


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield for each pair that it differs, or has a shared value."""
    shared = {*c[1:]}
    for pair in combinations(scope, 2):
        yield test_of(pair, lambda x, y: x != y or x in shared)


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post the constraint with the set of shared values."""
    to.post("csp_alldifferent_except", to.names(scope), {*c[1:]})


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add that at most one variable has each value that is not shared."""
    shared = {*c[1:]}
    for value in {value for v in scope for value in to.builder.values(v)} - shared:
        users = [to.literal(v, value) for v in scope if value in to.builder.values(v)]
        to.model.add_at_most_one(users)


ALL_DIFFERENT_EXCEPT = Card(
    all_different_except,
    explanation=by_values("values:except_some"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=Missing("a group without the shared values is not stated"),
)
