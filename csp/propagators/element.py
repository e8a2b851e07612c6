"""result = array[index] for an array of variables; the scope is index, result, and the array."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import NOT_LINEAR, Card, Translation, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.kernels.domains import (
    NOUGHT,
    ZERO,
    high,
    is_fixed,
    low,
    next_value,
    remove,
    restrict,
    window,
)
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, state_of
from csp.propagators.equal import meets, restrict_to_shifted
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW, ARRAY = np.int64(64), np.uint64(2)


def element(handle: Any, p: Any) -> int:
    """Remove the indices without support, and the results that no element can have.

    An index has a support if its element and the result have a value in common. Once the index is
    fixed, the values of its element that the result cannot have are removed.
    """
    state = state_of(handle)
    index, result = variable(state, p, 0), variable(state, p, 1)
    i, last = low(state, index), high(state, index)
    while i <= last:
        is_possible = meets(state, result, variable(state, p, ARRAY + np.uint64(i)), NOUGHT)
        if not is_possible and not remove(state, index, i):
            return FAILED
        i = next_value(state, index, i + 1)
    if not restrict_to_union(state, p, index, result):
        return FAILED
    if is_fixed(state, index):
        own = variable(state, p, ARRAY + np.uint64(low(state, index)))
        if not restrict_to_shifted(state, own, result, NOUGHT):
            return FAILED
    return DONE


@helper
def restrict_to_union(state: State, p: Unsigned, index: Unsigned, result: Unsigned) -> bool:
    """Remove the results that no element with a possible index can have."""
    value, last = low(state, result), high(state, result)
    while value <= last:
        union = ZERO
        i, end = low(state, index), high(state, index)
        while i <= end:
            union |= window(state, variable(state, p, ARRAY + np.uint64(i)), value)
            i = next_value(state, index, i + 1)
        if not restrict(state, result, value, union):
            return False
        value += WINDOW
    return True


def automata(scope: Scope, _: Constants, builder: Variables) -> Iterator[Automaton]:
    """Yield for each element that it is the result if the index is its place."""
    index, result, *array = scope
    for place in builder.values(index):
        yield Automaton(
            [index, array[place], result],
            None,
            lambda k, s, v, place=place: (  # type: ignore[misc]
                ("other" if v != place else "own")
                if k == 0
                else (v if k == 1 else s if s == v else None)
                if s != "other"
                else s
            ),
            never_rejects,
        )


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post result == array[index], with places from 1 on."""
    index, result, *array = scope
    to.post("array_var_int_element", to.shifted(index, 1), to.names(array), to.name(result))


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add result == array[index]."""
    index, result, *array = to.some(scope)
    to.model.add_element(index, array, result)


ELEMENT = Card(
    element,
    explanation=by_bounds("choices:element", takes_twins=True),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=NOT_LINEAR,
)
