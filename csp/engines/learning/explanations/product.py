"""Reasons of products: bounds of two of z = x * y imply one of the third."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    add_ne,
    asked,
    high_of,
    is_possible,
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
        least = low_of(state, own, x) * low_of(state, own, y)
        most = high_of(state, own, x) * high_of(state, own, y)
        bound = edge(state, own, z, kind, value, least if kind == GE else most)
        if kind == GE:
            return at_least_product(state, own, x, y, bound)
        return at_most_product(state, own, x, y, bound)
    return factor(state, own, v, y if v == x else x, z)


@helper
def edge(
    state: State, own: Learner, v: Number, kind: Number, value: Number, bound: Number
) -> Number:
    """Return a bound from which the one that was asked for follows; it may skip missing values.

    It is a least or a greatest value, and goes on to `bound` if nothing in between is possible.
    """
    if kind == GE:
        while value > bound and not is_possible(state, own, v, value - 1):
            value -= 1
            add_ne(state, own, v, value)
        return value
    value -= 1
    while value < bound and not is_possible(state, own, v, value + 1):
        value += 1
        add_ne(state, own, v, value)
    return value


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
        least, most = low_of(state, own, z), high_of(state, own, y)
        # If x were below the bound, the product would be at most (bound - 1) * most.
        bound = edge(state, own, x, kind, value, 1 + (least - 1) // max(most, 1))
        if x == y:
            most = bound - 1
        if bound < 1 or (bound - 1) * most >= least:
            return False
        add_ge(state, own, z, (bound - 1) * most + 1)
        if x != y and bound > 1:
            add_le(state, own, y, most)
        return True
    most, least = high_of(state, own, z), low_of(state, own, y)
    # If x were above the bound, the product would be at least (bound + 1) * least.
    bound = edge(state, own, x, kind, value, most // max(least, 1))
    if x == y:
        least = bound + 1
    if (bound + 1) * least <= most:
        return False
    add_le(state, own, z, (bound + 1) * least - 1)
    if x != y:
        add_ge(state, own, y, least)
    return True
