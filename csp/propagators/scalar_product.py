"""z = x[0] * y[0] + x[1] * y[1] + ...; the scope is z, all of x, and then all of y."""

from typing import Any

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
