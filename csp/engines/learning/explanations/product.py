"""Reasons of products: bounds of two of z = x * y imply one of the third."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    asked,
    high_of,
    low_of,
    root_low,
    scope,
)
from csp.engines.learning.state import GE, LT, NOTHING, Learner, learner_of
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper

Number = Any
ZERO = np.int64(0)


def product(handle: Any, learner: Any) -> int:
    """Explain z = x * y of numbers that are not negative, by bounds as weak as they may be.

    For other signs there is no answer: all domains are the reason then.
    """
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, value = asked(own)
    x, y, z = scope(state, p, 0), scope(state, p, 1), scope(state, p, 2)
    if min(root_low(state, own, x), root_low(state, own, y), root_low(state, own, z)) < 0:
        return False
    if v == NOTHING:
        return contradiction(state, own, x, y, z)
    if kind > LT:
        return False
    if v == z:
        if kind == GE:
            return at_least_product(state, own, x, y, value)
        return at_most_product(state, own, x, y, value - 1)
    return factor(state, own, v, y if v == x else x, z)


@helper
def contradiction(state: State, own: Learner, x: Number, y: Number, z: Number) -> bool:
    """Explain that the product of two numbers is above or below what the third one can be."""
    most, least = high_of(state, own, z), low_of(state, own, z)
    if low_of(state, own, x) * low_of(state, own, y) > most:
        add_le(state, own, z, most)
        return at_least_product(state, own, x, y, most + 1)
    if high_of(state, own, x) * high_of(state, own, y) < least:
        add_ge(state, own, z, least)
        return at_most_product(state, own, x, y, least - 1)
    return False


@helper
def at_least_product(state: State, own: Learner, x: Number, y: Number, value: Number) -> bool:
    """Explain x * y >= value by lower bounds."""
    a, b = low_of(state, own, x), low_of(state, own, y)
    if value <= 0:
        return True
    if a * b < value:
        return False
    weaker = -(-value // b)  # the least number whose product with b is great enough
    add_ge(state, own, x, weaker)
    add_ge(state, own, y, -(-value // weaker))
    return True


@helper
def at_most_product(state: State, own: Learner, x: Number, y: Number, value: Number) -> bool:
    """Explain x * y <= value by upper bounds."""
    a, b = high_of(state, own, x), high_of(state, own, y)
    if a * b > value:
        return False
    if b == 0:
        add_le(state, own, y, ZERO)
        return True
    weaker = value // b  # the greatest number whose product with b is small enough
    add_le(state, own, x, weaker)
    if weaker > 0:
        add_le(state, own, y, value // weaker)
    return True


@helper
def factor(state: State, own: Learner, x: Number, y: Number, z: Number) -> bool:
    """Explain a bound of x by the other factor and the product; of a root by its square."""
    _, _, kind, value = asked(own)
    if kind == GE:
        # If x were below the value, the product would be at most (value - 1) * most.
        most = value - 1 if x == y else high_of(state, own, y)
        if value < 1 or (value - 1) * most >= low_of(state, own, z):
            return False
        add_ge(state, own, z, (value - 1) * most + 1)
        if x != y and value > 1:
            add_le(state, own, y, most)
        return True
    # If x were at least the value, the product would be at least value * least.
    least = value if x == y else low_of(state, own, y)
    if value * least <= high_of(state, own, z):
        return False
    add_le(state, own, z, value * least - 1)
    if x != y:
        add_ge(state, own, y, least)
    return True
