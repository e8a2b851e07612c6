"""Reasons of z = |x - y + c|: bounds where they suffice, else values that are missing."""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    add_ne,
    asked,
    asked_range,
    high_of,
    is_possible,
    is_possible_at_root,
    low_of,
    root_high,
    root_low,
    scope,
)
from csp.engines.learning.state import GE, LT, NE, NOTHING, Learner, learner_of
from csp.kernels.propagate import constants
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper, subroutine

Number = Any


def absolute(handle: Any, learner: Any) -> int:
    """Explain z = |x - y + c|."""
    state, own = state_of(handle), learner_of(learner)
    p, v, kind, _ = asked(own)
    x, y, z = scope(state, p, 0), scope(state, p, 1), scope(state, p, 2)
    offset = state.data[np.int64(constants(state, p))]
    if v == NOTHING:
        return fail(state, own, offset)
    first, end = asked_range(state, own, v)
    if v == z:
        if kind != LT and is_beyond(state, own, offset, end - 1):
            return True
        if kind != GE and is_within(state, own, offset, first):
            return True
    if kind == GE:
        add_ge(state, own, v, first)
    elif kind == LT:
        add_le(state, own, v, end - 1)
    if v == z:
        return lack_distances(state, own, offset, first, end)
    other, shift = (y, offset) if v == x else (x, -offset)
    return lack_partners(state, own, first, end, other, shift)


@helper
def fail(state: State, own: Learner, offset: Number) -> bool:
    """Explain that no distance that z may have is one of x and y."""
    p, _, _, _ = asked(own)
    z = scope(state, p, 2)
    first, last = low_of(state, own, z), high_of(state, own, z)
    if is_beyond(state, own, offset, last):
        add_le(state, own, z, last)
        return True
    if is_within(state, own, offset, first):
        add_ge(state, own, z, first)
        return True
    add_ge(state, own, z, first)
    add_le(state, own, z, last)
    return lack_distances(state, own, offset, first, last + 1)


@helper
def is_beyond(state: State, own: Learner, offset: Number, most: Number) -> bool:
    """Explain by bounds that x and y are further apart than `most`; return False if they do not."""
    p, _, _, _ = asked(own)
    x, y = scope(state, p, 0), scope(state, p, 1)
    slack = low_of(state, own, x) - high_of(state, own, y) + offset - most - 1
    if slack >= 0:
        keep_apart(state, own, x, y, slack)
        return True
    slack = low_of(state, own, y) - high_of(state, own, x) - offset - most - 1
    if slack >= 0:
        keep_apart(state, own, y, x, slack)
        return True
    return False


@helper
def is_within(state: State, own: Learner, offset: Number, least: Number) -> bool:
    """Explain by bounds that x and y are nearer than `least`; return False if they do not."""
    p, _, _, _ = asked(own)
    x, y = scope(state, p, 0), scope(state, p, 1)
    above = least - 1 - (high_of(state, own, x) - low_of(state, own, y) + offset)
    below = least - 1 + (low_of(state, own, x) - high_of(state, own, y) + offset)
    if above < 0 or below < 0:
        return False
    keep_apart(state, own, y, x, above)
    keep_apart(state, own, x, y, below)
    return True


@subroutine
def keep_apart(state: State, own: Learner, upper: Number, lower: Number, slack: Number) -> None:
    """Add that one variable is above another by what their bounds say, less some slack."""
    least = low_of(state, own, upper)
    steps = min(slack, least - root_low(state, own, upper))
    add_ge(state, own, upper, least - steps)
    add_le(state, own, lower, high_of(state, own, lower) + slack - steps)


@subroutine
def lack_distances(state: State, own: Learner, offset: Number, first: Number, end: Number) -> bool:
    """Explain for distances that z has none of them, or x and y have not."""
    p, _, kind, _ = asked(own)
    x, y, z = scope(state, p, 0), scope(state, p, 1), scope(state, p, 2)
    for d in range(first, end):
        if kind != NE and not is_possible(state, own, z, d):
            add_ne(state, own, z, d)
            continue
        for a in range(root_low(state, own, x), root_high(state, own, x) + 1):
            lack_both(state, own, x, a, y, a + offset - d, a + offset + d)
    return True


@subroutine
def lack_both(
    state: State, own: Learner, v: Number, value: Number, other: Number, one: Number, two: Number
) -> None:
    """Add that a variable lacks a value, or that another one lacks the two that go with it."""
    if is_possible(state, own, v, value):
        add_ne(state, own, other, one)
        add_ne(state, own, other, two)
    elif is_possible_at_root(state, own, v, value) and (
        is_possible_at_root(state, own, other, one) or is_possible_at_root(state, own, other, two)
    ):
        add_ne(state, own, v, value)


@subroutine
def lack_partners(
    state: State, own: Learner, first: Number, end: Number, other: Number, shift: Number
) -> bool:
    """Explain that no values of the other variable and z go with values of the one asked for.

    First come those of which only one is missing; then, for those of which both are, a bound that
    is needed anyway is taken before another one.
    """
    p, v, kind, _ = asked(own)
    z = scope(state, p, 2)
    others = (root_low(state, own, other), root_high(state, own, other))
    least, most = others
    nearest, furthest = root_low(state, own, z), root_high(state, own, z)
    for step in range(2):
        for a in range(first, end):
            if kind != NE and not is_possible(state, own, v, a):
                if step == 0:
                    add_ne(state, own, v, a)
                continue
            for w in range(others[0], others[1] + 1):
                d = abs(a + shift - w)
                if w < least or w > most or d < nearest or d > furthest:
                    continue
                if not is_possible_at_root(state, own, other, w):
                    continue
                if not is_possible_at_root(state, own, z, d):
                    continue
                has_w, has_d = is_possible(state, own, other, w), is_possible(state, own, z, d)
                if has_w and has_d:
                    return False
                if (has_w or has_d) != (step == 0):
                    continue
                if not has_w and w < low_of(state, own, other):
                    least = w + 1
                elif not has_w and w > high_of(state, own, other):
                    most = w - 1
                elif not has_d and d < low_of(state, own, z):
                    nearest = d + 1
                elif not has_d and d > high_of(state, own, z):
                    furthest = d - 1
                elif not has_w:
                    add_ne(state, own, other, w)
                else:
                    add_ne(state, own, z, d)
    add_ge(state, own, other, least)
    add_le(state, own, other, most)
    add_ge(state, own, z, nearest)
    add_le(state, own, z, furthest)
    return True
