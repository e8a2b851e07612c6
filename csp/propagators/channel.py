"""Channelling between a variable and a bit for each of some of its values.

The scope is the variable and then the bits. The constants are the values.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, test_of
from csp.cards.card import Card, Translation, Wide, by_values
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.rows import Posted, Stated, Values, has_literals
from csp.kernels.domains import NOUGHT, ONE, UNIT, assign, contains, high, is_fixed, low, remove
from csp.kernels.propagate import FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def channel(handle: Any, p: Any) -> int:
    """Propagate from fixed bits to the variable, and then from the variable to the bits."""
    state = state_of(handle)
    chosen, n, first = variable(state, p, 0), arity(state, p), constants(state, p)
    for k in range(ONE, n):
        bit, value = variable(state, p, k), state.data[first + np.uint64(k) - ONE]
        if is_fixed(state, bit):
            is_set = low(state, bit) == 1
            if is_set and not assign(state, chosen, value):
                return FAILED
            if not is_set and not remove(state, chosen, value):
                return FAILED
    for k in range(ONE, n):
        bit, value = variable(state, p, k), state.data[first + np.uint64(k) - ONE]
        if not propagate_to_bit(state, chosen, bit, value):
            return FAILED
    return FIXPOINT


@helper
def propagate_to_bit(state: State, chosen: Unsigned, bit: Unsigned, value: Any) -> bool:
    """Fix a bit if the variable cannot have its value, or has no other."""
    if not contains(state, chosen, value):
        return high(state, bit) == 0 or assign(state, bit, NOUGHT)
    return not is_fixed(state, chosen) or assign(state, bit, UNIT)


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield for each bit that it says whether a variable has a value."""
    for bit, value in zip(scope[1:], c, strict=True):
        yield test_of([scope[0], bit], lambda x, b, value=value: b == (x == value))


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post that each bit says whether a variable has a value."""
    chosen, *bits = scope
    for bit, value in zip(bits, c, strict=True):
        to.post("int_eq_reif", to.name(chosen), value, to.truth(bit))


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add that each bit says whether a variable has a value."""
    chosen, *bits = scope
    for bit, value in zip(to.some(bits), c, strict=True):
        to.model.add(to.literal(chosen, value) == bit)


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State that each bit equals a literal of a variable."""
    x, *bits = each.scope
    if has_literals(values, x):
        for bit, k in zip(bits, map(int, each.constants), strict=True):
            stated.functions.append((bit, {(x, j): int(j == k) for j in values(x)}))
            if k in values(x):
                stated.equal.append(((x, k), (bit, 1)))


CHANNEL = Card(
    channel,
    explanation=by_values("values:channel"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=rows,
    wide=Wide.SEARCHED,
)
