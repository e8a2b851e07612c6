"""Whether a linear relation holds: the last variable of the scope tells.

The constants are those of `csp.propagators.linear`, with a coefficient of 0 for the last variable;
then, for equations, the value of it that says that they hold.
"""

from typing import Any

from csp.kernels.domains import NOUGHT, ONE, UNIT, assign, is_fixed, low, remove
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import opened
from csp.propagators.equal import keep_shifted, meets
from csp.propagators.linear import balance, bound, differ, distances


def at_most_total_if(handle: Any, p: Any) -> int:
    """Bound the sum on the side that the truth tells, or tell it where the bounds do."""
    state = opened(handle)
    n = arity(state, p)
    truth = variable(state, p, n - ONE)
    slack, surplus = distances(state, p, state.data[constants(state, p) + n])
    if is_fixed(state, truth):
        sign = 2 * low(state, truth) - 1
        return bound(state, p, sign, slack if sign > 0 else surplus - 1)
    if slack < 0:
        assign(state, truth, NOUGHT)
    elif surplus <= 0:
        assign(state, truth, UNIT)
    return FIXPOINT


def equals_if(handle: Any, p: Any) -> int:
    """Balance the sum or hold it off its total, or tell which where the bounds do."""
    state = opened(handle)
    n, first = arity(state, p), constants(state, p)
    truth, yes = variable(state, p, n - ONE), state.data[first + n + ONE]
    if is_fixed(state, truth):
        return balance(state, p) if low(state, truth) == yes else differ(state, p)
    slack, surplus = distances(state, p, state.data[first + n])
    if slack < 0 or surplus < 0:
        assign(state, truth, 1 - yes)
    elif slack == 0 and surplus == 0:
        assign(state, truth, yes)
    return FIXPOINT


def equal_if(handle: Any, p: Any) -> int:
    """Whether x = y + c: the scope is x, y, and the truth; the constants are c and what says so."""
    state = opened(handle)
    x, y, truth = variable(state, p, 0), variable(state, p, 1), variable(state, p, 2)
    first = constants(state, p)
    offset, yes = state.data[first], state.data[first + ONE]
    if not is_fixed(state, truth):
        if not meets(state, x, y, -offset):
            assign(state, truth, 1 - yes)
        elif is_fixed(state, x) and is_fixed(state, y):
            assign(state, truth, yes)
        return FIXPOINT
    if low(state, truth) == yes:
        if keep_shifted(state, x, y, -offset) and keep_shifted(state, y, x, offset):
            return FIXPOINT
        return FAILED
    if is_fixed(state, x) and not remove(state, y, low(state, x) - offset):
        return FAILED
    if is_fixed(state, y) and not remove(state, x, low(state, y) + offset):
        return FAILED
    return DONE
