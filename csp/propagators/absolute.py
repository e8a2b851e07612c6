"""z = |x - y + c|, domain consistent.

The scope is x, y and z. The constants are c, the number of words of x, and that of x and y
together.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import NOT_LINEAR, Card, Translation, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.ranges import difference_reach
from csp.kernels.domains import (
    NOUGHT,
    ONE,
    ZERO,
    Value,
    high,
    low,
    next_value,
    remove,
    restrict,
    window,
)
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW = np.int64(64)


def absolute(handle: Any, p: Any) -> int:
    """Find the supports of each value of z, 64 pairs at a time; remove values without support."""
    state = state_of(handle)
    x, y, z = variable(state, p, 0), variable(state, p, 1), variable(state, p, 2)
    first = constants(state, p)
    offset, split = state.data[first], np.uint64(state.data[first + ONE])
    for k in range(np.uint64(state.data[first + np.uint64(2)])):
        state.scratch[k] = ZERO
    value, last = next_value(state, z, NOUGHT), high(state, z)
    while value <= last:
        is_found = support(state, ZERO, x, y, -offset, value)
        if not is_found:
            if not remove(state, z, value):
                return FAILED
        else:
            support(state, split, y, x, offset, value)
        value = next_value(state, z, value + 1)
    if restrict_to_supported(state, ZERO, x) and restrict_to_supported(state, split, y):
        return FIXPOINT
    return FAILED


@helper
def support(
    state: State, place: Unsigned, x: Unsigned, y: Unsigned, offset: Value, z: Value
) -> bool:
    """Mark in `scratch` the x with a support y = x - offset +- z; return whether there are any."""
    value, last = low(state, x), high(state, x)
    is_found = False
    while value <= last:
        others = window(state, y, value - offset - z) | window(state, y, value - offset + z)
        own = window(state, x, value) & others
        state.scratch[place] |= own
        is_found |= own != ZERO
        place += ONE
        value += WINDOW
    return is_found


@helper
def restrict_to_supported(state: State, place: Unsigned, x: Unsigned) -> bool:
    """Remove the values of x that were not marked."""
    value, last = low(state, x), high(state, x)
    while value <= last:
        if not restrict(state, x, value, state.scratch[place]):
            return False
        place += ONE
        value += WINDOW
    return True


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield z == |x - y + c|."""
    yield Automaton(
        scope,
        c[0],
        lambda k, s, v: s + v if k == 0 else abs(s - v) if k == 1 else s if s == v else None,
        never_rejects,
    )


def to_flatzinc(to: FlatZinc, scope: Scope, constants: Constants) -> None:
    """Post z == |x - y + c|."""
    x, y, z = scope
    (a, b), (c, d) = to.builder.bounds(x), to.builder.bounds(y)
    difference = to.variable(a - d + constants[0], b - c + constants[0])
    to.post("int_lin_eq", [1, -1, -1], [*to.names([x, y]), difference], -constants[0])
    to.post("int_abs", difference, to.name(z))


def to_cpsat(to: CpSat, scope: Scope, constants: Constants) -> None:
    """Add z == |x - y + c|."""
    x, y, z = to.some(scope)
    to.model.add_abs_equality(z, x - y + constants[0])


ABSOLUTE = Card(
    absolute,
    explanation=by_bounds("absolute:absolute"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=NOT_LINEAR,
    reach=difference_reach,
)
