"""A bound of an objective z = c x + c0 under w x <= capacity: the relaxation to real numbers.

The relaxation is a knapsack problem whose solution is found by Dantzig's rule: variables leave
their cheapest value in the order of what a unit of weight costs, until the capacity is kept. That
price l of a unit makes (c + l w) x <= z - c0 + l capacity the strongest sum of the two constraints,
and this sum is propagated: it bounds z, and the variables by their reduced costs. The propagator is
sound for any price.

The scope is the variables and z; those that may leave their cheapest value come first, in Dantzig's
order. The constants are how many these are, the capacity, c0, the costs, and the weights.

References
----------
G. Dantzig, Discrete-variable extremum problems, Operations Research 5 (1957). T. Fahle and
M. Sellmann, Cost based filtering for the constrained knapsack problem, Annals of Operations
Research 115 (2002).
"""

from typing import Any

import numpy as np

from csp.cards.card import REDUNDANT, Card, LeftOut, Missing, Wide
from csp.cards.formats import Constants
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import ONE, Value, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

THREE = np.uint64(3)


def knapsack_bound(handle: Any, p: Any) -> int:
    """Find the price of a unit of weight, and propagate the sum of the two constraints."""
    state = state_of(handle)
    first, n = constants(state, p), arity(state, p) - ONE
    goal = variable(state, p, n)
    price, unit = find_price(state, p, n)
    slack = price * state.data[first + ONE] - unit * state.data[first + ONE + ONE]
    for k in range(n):
        v, c = variable(state, p, k), reduced_cost(state, first, n, np.uint64(k), price, unit)
        slack -= min(c * low(state, v), c * high(state, v))
    if not at_least(state, goal, -(slack // unit)):
        return FAILED
    slack += unit * high(state, goal)
    for k in range(n):
        v, c = variable(state, p, k), reduced_cost(state, first, n, np.uint64(k), price, unit)
        least, greatest = low(state, v), high(state, v)
        if abs(c) * (greatest - least) > slack:
            if c > 0 and not at_most(state, v, least + slack // c):
                return FAILED
            if c < 0 and not at_least(state, v, greatest - slack // -c):
                return FAILED
    return DONE


@helper
def reduced_cost(
    state: State, first: Unsigned, n: Unsigned, k: Unsigned, price: Value, unit: Value
) -> Value:
    """Return the cost of a variable with the price of its weight, times `unit`."""
    cost = state.data[first + THREE + k]
    return unit * cost + price * state.data[first + THREE + n + k]


@helper
def find_price(state: State, p: Unsigned, n: Unsigned) -> tuple[Value, Value]:
    """Return the price of a unit of weight as a fraction: 0 if the cheapest values fit."""
    first = constants(state, p)
    excess = -state.data[first + ONE]
    for k in range(n):
        v, c = variable(state, p, k), state.data[first + THREE + np.uint64(k)]
        w = state.data[first + THREE + n + np.uint64(k)]
        is_low = c > 0 or (c == 0 and w > 0)
        excess += w * (low(state, v) if is_low else high(state, v))
    price, unit = np.int64(0), np.int64(1)
    for k in range(np.uint64(state.data[first])):
        if excess <= 0:
            break
        v = variable(state, p, k)
        width = high(state, v) - low(state, v)
        if width > 0:
            price = abs(state.data[first + THREE + np.uint64(k)])
            unit = abs(state.data[first + THREE + n + np.uint64(k)])
            excess -= unit * width
    return price, unit


def reach(bounds: Bounds, c: Constants) -> int:
    """Return the sum of the objective and of the weights, each times a number of the other."""
    n = len(bounds) - 1
    _, capacity, constant, *numbers = map(abs, map(int, c))
    cost, weight = max(numbers[:n]), max(numbers[n:])
    total = sum(most([each]) for each in bounds) + constant + 1
    return 8 * cost * weight * total + 2 * cost * capacity


KNAPSACK_BOUND = Card(
    knapsack_bound,
    explanation=LeftOut("clauses bound the objective in other ways"),
    translation=REDUNDANT,
    rows=Missing("it is a linear relaxation itself"),
    reach=reach,
    wide=Wide.SEARCHED,
)
