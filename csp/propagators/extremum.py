"""Maximum or minimum, bounds consistent: the scope is the result and then the others.

The constant is a sign, -1 for the minimum: it is the negated maximum of the negated values.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import Card, Translation, Wide, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.linear_comparisons import Comparison, comparisons
from csp.cards.rows import Posted, Row, Stated, Values, summed
from csp.kernels.domains import ONE, ZERO, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, is_recorded, variable
from csp.kernels.state import N_TRAIL, State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def extremum(handle: Any, p: Any) -> int:
    """Bound the result by the others and the others by the result.

    If only one variable can reach the least result, it must.
    """
    state = state_of(handle)
    n, sign = arity(state, p), state.data[constants(state, p)]
    result, n_saved = variable(state, p, 0), state.position[N_TRAIL]
    least = lower(state, variable(state, p, 1), sign)
    greatest = upper(state, variable(state, p, 1), sign)
    for k in range(ONE, n):
        v = variable(state, p, k)
        if not set_upper(state, v, sign, upper(state, result, sign)):
            return FAILED
        least = max(least, lower(state, v, sign))
        greatest = max(greatest, upper(state, v, sign))
    if not set_upper(state, result, sign, greatest) or not set_lower(state, result, sign, least):
        return FAILED
    if is_recorded(state) and state.position[N_TRAIL] != n_saved:
        return DONE
    least = lower(state, result, sign)
    only, n_possible = ZERO, 0
    for k in range(ONE, n):
        if upper(state, variable(state, p, k), sign) >= least:
            only = np.uint64(k)
            n_possible += 1
    if n_possible == 1 and not set_lower(state, variable(state, p, only), sign, least):
        return FAILED
    return DONE


@helper
def lower(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the lower bound of sign * v."""
    return low(state, v) if sign > 0 else -high(state, v)


@helper
def upper(state: State, v: Unsigned, sign: Value) -> Value:
    """Return the upper bound of sign * v."""
    return high(state, v) if sign > 0 else -low(state, v)


@helper
def set_lower(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Raise the lower bound of sign * v to `value`."""
    return at_least(state, v, value) if sign > 0 else at_most(state, v, -value)


@helper
def set_upper(state: State, v: Unsigned, sign: Value, value: Value) -> bool:
    """Lower the upper bound of sign * v to `value`."""
    return at_most(state, v, value) if sign > 0 else at_least(state, v, -value)


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield that the first variable is the maximum or the minimum of the others."""
    pick, n = max if c[0] > 0 else min, len(scope) - 1

    def step(k: int, state: Any, value: int) -> Any:
        if k < n:
            return value if state == () else pick(state, value)
        return state if state == value else None

    yield Automaton([*scope[1:], scope[0]], (), step, never_rejects)


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post the maximum or the minimum."""
    name = f"array_int_{'maximum' if c[0] > 0 else 'minimum'}"
    to.post(name, to.name(scope[0]), to.names(scope[1:]))


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add that the first variable is the maximum or the minimum of the others."""
    result, *others = to.some(scope)
    add = to.model.add_max_equality if c[0] > 0 else to.model.add_min_equality
    add(result, others)


def implies(scope: Scope, c: Constants) -> Iterator[Comparison]:
    """Yield that no other variable is beyond the result."""
    for v in scope[1:]:
        yield from comparisons((v, scope[0]), (int(c[0]), -int(c[0])), 0)


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State that no other variable is beyond the result."""
    result, *others = each.scope
    sign = int(each.constants[0])
    stated.rows.extend(Row(summed([(v, sign), (result, -sign)]), False, 0) for v in others)


EXTREMUM = Card(
    extremum,
    explanation=by_bounds("choices:extremum"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=rows,
    wide=Wide.BOUNDS,
    implies=implies,
)
