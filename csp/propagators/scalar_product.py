"""z = x[0] * y[0] + x[1] * y[1] + ...; the scope is z, all of x, and then all of y."""

from collections.abc import Iterator
from typing import Any

from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import NOT_LINEAR, Card, Naive, Translation, Wide
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import ONE, UNIT, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from csp.propagators.product import bound_quotient
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def scalar_product(handle: Any, p: Any) -> int:
    """Bound z by the sum of the products' bounds, and each product by z less the others."""
    state = state_of(handle)
    n, z = arity(state, p) >> ONE, variable(state, p, 0)
    least, greatest = 0, 0
    for k in range(n):
        x, y = variable(state, p, ONE + k), variable(state, p, ONE + n + k)
        least += corner(state, x, y, UNIT)
        greatest -= corner(state, x, y, -UNIT)
    if not at_least(state, z, least) or not at_most(state, z, greatest):
        return FAILED
    slack, surplus = high(state, z) - least, greatest - low(state, z)
    for k in range(n):
        x, y = variable(state, p, ONE + k), variable(state, p, ONE + n + k)
        a, b = corner(state, x, y, UNIT), -corner(state, x, y, -UNIT)
        if b - a > slack or b - a > surplus:
            first, last = max(a, b - surplus), min(b, a + slack)
            if not bound_quotient(state, x, y, first, last):
                return FAILED
            if not bound_quotient(state, y, x, first, last):
                return FAILED
    return DONE


@helper
def corner(state: State, x: Unsigned, y: Unsigned, sign: Value) -> Value:
    """Return the least value of sign * x * y."""
    a, b, c, d = low(state, x), high(state, x), low(state, y), high(state, y)
    return min(sign * a * c, sign * a * d, sign * b * c, sign * b * d)


def automata(scope: Scope, _: Constants, __: Variables) -> Iterator[Automaton]:
    """Yield z == x[0] * y[0] + x[1] * y[1] + ..."""
    n = len(scope) // 2
    pairs = [v for k in range(n) for v in (scope[1 + k], scope[1 + n + k])]

    def step(k: int, state: Any, value: int) -> Any:
        if k == 2 * n:
            return () if state == value else None
        return (state, value) if k % 2 == 0 else state[0] + state[1] * value

    yield Automaton([*pairs, scope[0]], 0, step, never_rejects)


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post each product, and that their sum is z."""
    z, n = scope[0], len(scope) // 2
    products = []
    for x, y in zip(scope[1 : n + 1], scope[n + 1 :], strict=True):
        ends = [a * b for a in to.builder.bounds(x) for b in to.builder.bounds(y)]
        products.append(to.variable(min(ends), max(ends)))
        to.post("int_times", to.name(x), to.name(y), products[-1])
    to.post("int_lin_eq", [1] * n + [-1], [*products, to.name(z)], 0)


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add each product, and that their sum is z."""
    z, n = scope[0], len(scope) // 2
    products = []
    for x, y in zip(scope[1 : n + 1], scope[n + 1 :], strict=True):
        ends = [a * b for a in to.builder.bounds(x) for b in to.builder.bounds(y)]
        products.append(to.model.new_int_var(min(ends), max(ends), ""))
        to.model.add_multiplication_equality(products[-1], to.some([x, y]))
    to.model.add(sum(products) == to.some([z])[0])


def reach(bounds: Bounds, c: Constants) -> int:
    """Return three times the greatest sum of products."""
    result, *others = (most([each]) for each in bounds)
    n = len(others) // 2
    return 3 * max(result, sum(x * y for x, y in zip(others[:n], others[n:], strict=True)))


SCALAR_PRODUCT = Card(
    scalar_product,
    explanation=Naive("it has none yet; the domains of all factors are its reason"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=NOT_LINEAR,
    reach=reach,
    wide=Wide.SEARCHED,
)
