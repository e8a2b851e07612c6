"""z = x * y, bounds consistent on the real relaxation; the scope is x, y and z.

x and y may be the same variable: z is its square.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import NOT_LINEAR, Card, Translation, Wide, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import NOUGHT, UNIT, Value, at_least, at_most, contains, high, low, remove
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def product(handle: Any, p: Any) -> int:
    """Bound z by the products of bounds, and each factor by the quotients."""
    state = state_of(handle)
    x, y, z = variable(state, p, 0), variable(state, p, 1), variable(state, p, 2)
    if x == y:
        return DONE if bound_square(state, x, z) and bound_root(state, x, z) else FAILED
    a, b, c, d = low(state, x), high(state, x), low(state, y), high(state, y)
    least, greatest = min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d)
    if not at_least(state, z, least) or not at_most(state, z, greatest):
        return FAILED
    if bound_factor(state, x, y, z) and bound_factor(state, y, x, z):
        return DONE
    return FAILED


@helper
def bound_factor(state: State, x: Unsigned, y: Unsigned, z: Unsigned) -> bool:
    """Bound x by z / y, where y is not 0."""
    if not contains(state, z, NOUGHT) and not remove(state, y, NOUGHT):
        return False
    return bound_quotient(state, x, y, low(state, z), high(state, z))


@helper
def bound_quotient(state: State, x: Unsigned, y: Unsigned, a: Value, b: Value) -> bool:
    """Bound x so that x * y may lie between a and b."""
    if (a > 0 or b < 0) and not remove(state, y, NOUGHT):
        return False
    if contains(state, y, NOUGHT):
        return True
    c, d = low(state, y), high(state, y)
    if c < 0 < d:
        most = max(-a, b)
        return at_least(state, x, -most) and at_most(state, x, most)
    least = min(ceiling(a, c), ceiling(a, d), ceiling(b, c), ceiling(b, d))
    greatest = max(a // c, a // d, b // c, b // d)
    return at_least(state, x, least) and at_most(state, x, greatest)


@helper
def bound_square(state: State, x: Unsigned, z: Unsigned) -> bool:
    """Bound z by the squares of the bounds of x."""
    a, b = low(state, x), high(state, x)
    least = NOUGHT if a < 0 < b else min(a * a, b * b)
    return at_least(state, z, least) and at_most(state, z, max(a * a, b * b))


@helper
def bound_root(state: State, x: Unsigned, z: Unsigned) -> bool:
    """Bound x by the roots of the bounds of z, which are not negative."""
    most, below = root(high(state, z)), root(low(state, z) - UNIT)
    if not at_least(state, x, -most) or not at_most(state, x, most):
        return False
    # The square is too small from -below to below.
    if low(state, x) >= -below and not at_least(state, x, below + UNIT):
        return False
    return high(state, x) > below or at_most(state, x, -below - UNIT)


@helper
def root(value: Value) -> Value:
    """Return the greatest whole number whose square is not above a value; -1 if it is negative."""
    if value < 0:
        return -UNIT
    found = np.int64(np.sqrt(float(value)))
    while found * found > value:
        found -= UNIT
    while (found + UNIT) * (found + UNIT) <= value:
        found += UNIT
    return found


@helper
def ceiling(a: Value, b: Value) -> Value:
    """Return a / b, rounded up."""
    return -((-a) // b)


def automata(scope: Scope, _: Constants, __: Variables) -> Iterator[Automaton]:
    """Yield z == x * y."""
    yield Automaton(
        scope, 1, lambda k, s, v: s * v if k < 2 else s if s == v else None, never_rejects
    )


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post z == x * y."""
    to.post("int_times", *to.names(scope))


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add z == x * y."""
    x, y, z = to.some(scope)
    to.model.add_multiplication_equality(z, [x, y])


def reach(bounds: Bounds, c: Constants) -> int:
    """Return twice the greatest product."""
    x, y, z = (most([each]) for each in bounds)
    return 2 * max(x * y, z)


PRODUCT = Card(
    product,
    explanation=by_bounds("product:product", takes_twins=True),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=NOT_LINEAR,
    reach=reach,
    wide=Wide.LEARNED,
)
