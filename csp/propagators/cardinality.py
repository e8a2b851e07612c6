"""Global cardinality: the number of variables with each of some values, value by value.

The scope is the variables, then a count for each value. The constants are the number of variables,
and the values.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import Card, Translation, Wide, by_values
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.rows import Posted, Row, Stated, Values, has_literals, summed
from csp.kernels.domains import (
    NOUGHT,
    ONE,
    Value,
    assign,
    at_least,
    at_most,
    contains,
    high,
    is_fixed,
    low,
    remove,
)
from csp.kernels.propagate import DONE, FAILED, arity, constants, is_recorded, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def cardinality(handle: Any, p: Any) -> int:
    """Bound each count by the variables that must and may have its value; at a bound, fix the rest.

    A variable must have a value if it is fixed to it, and may if its domain contains it.
    """
    state = state_of(handle)
    first = constants(state, p)
    n = np.uint64(state.data[first])
    for j in range(n, arity(state, p)):
        counted = variable(state, p, j)
        value = state.data[first + ONE + np.uint64(j) - n]
        must, may = NOUGHT, NOUGHT
        for k in range(n):
            v = variable(state, p, k)
            if contains(state, v, value):
                may += 1
                must += is_fixed(state, v)
        is_bounded = low(state, counted) >= must and high(state, counted) <= may
        if not at_least(state, counted, must) or not at_most(state, counted, may):
            return FAILED
        if is_recorded(state) and not is_bounded:
            return DONE
        if must < may:
            is_full, is_short = high(state, counted) == must, low(state, counted) == may
            if is_full or is_short:
                decide_remaining(state, p, n, value, is_short)
                if is_recorded(state):
                    return DONE
    return DONE


@helper
def decide_remaining(
    state: State, p: Unsigned, n: Unsigned, value: Value, is_assigned: bool
) -> None:
    """Assign a value to all unfixed variables that may have it, or remove it from them."""
    for k in range(n):
        v = variable(state, p, k)
        if contains(state, v, value) and not is_fixed(state, v):
            if is_assigned:
                assign(state, v, value)
            else:
                remove(state, v, value)


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield for each value how many variables have it."""
    n, *values = c
    for value, count in zip(values, scope[n:], strict=True):
        yield Automaton(
            [*scope[:n], count],
            0,
            lambda k, s, v, value=value: s + (v == value) if k < n else s if s == v else None,  # type: ignore[misc]
            never_rejects,
        )


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post how many variables have each value."""
    n, *values = c
    to.post("csp_global_cardinality", to.names(scope[:n]), values, to.names(scope[n:]))


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add how many variables have each value."""
    n, *values = c
    for value, count in zip(values, to.some(scope[n:]), strict=True):
        to.model.add(sum(to.literal(v, value) for v in scope[:n]) == count)


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State that the count of a value is the sum of its literals."""
    n, *counted = map(int, each.constants)
    scope, counts = each.scope[:n], each.scope[n:]
    if has_literals(values, *scope):
        for value, count in zip(counted, counts, strict=True):
            terms = summed(((v, value), 1) for v in scope if value in values(v))
            terms[count] = terms.get(count, 0) - 1
            stated.rows.append(Row(terms, True, 0))


CARDINALITY = Card(
    cardinality,
    explanation=by_values("counts:cardinality"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=rows,
    wide=Wide.SEARCHED,
)
