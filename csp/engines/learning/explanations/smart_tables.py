"""Reasons of smart tables: for each row that has a value, why the row is impossible.

A row is read at the root first: what its sets and its comparisons leave of the domains if a
variable has the value that is asked about. If the values that one column has left there are all
removed now, these removals are a reason; of several such columns the one is taken that needs the
fewest literals which other rows do not need. Otherwise the comparisons are the reason, together
with all values that were removed from what they left.
"""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import (
    add_ge,
    add_le,
    add_ne,
    asked,
    high_of,
    is_possible,
    is_possible_at_root,
    low_of,
    scope,
)
from csp.engines.learning.state import NOTHING, Learner, learner_of
from csp.kernels.domains import ONE, ZERO
from csp.kernels.propagate import arity, constants
from csp.kernels.state import State, state_of
from csp.propagators.smart_table import (
    DOMAINS,
    ROOT,
    ROW,
    UNION,
    column,
    fill,
    n_words,
    revise_row,
    row_length,
    rows_of,
    words_in,
)
from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper

Number = Any
SIXTY_FOUR = np.int64(64)
MANY = 3
"""Removals of more values than this below a bound, or above one, are said by the bound."""
NO_COLUMN = np.int64(-1)


def smart_table(handle: Any, learner: Any) -> int:
    """Explain that no row with a value is possible, or no row at all."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    read_domains(state, own, p)
    rows = rows_of(state, p)
    for i in range(np.uint64(state.data[constants(state, p)])):
        row = rows + np.uint64(i) * row_length(state, p)
        if not fill(state, p, row, ROOT) or not fix(state, p, v, value):
            continue
        if revise_row(state, p, row) and not explain_row(state, own, p, row, v):
            return False
    return True


@helper
def read_domains(state: State, own: Learner, p: Any) -> None:
    """Write the domains, now and at the root, into `scratch`, and that nothing is explained."""
    for j in range(arity(state, p)):
        k = np.uint64(j)
        u, least = scope(state, p, k), state.data[column(state, p, k)]
        for i in range(n_words(state, p, k)):
            now, root = ZERO, ZERO
            for bit in range(64):
                value = least + np.int64(i) * SIXTY_FOUR + np.int64(bit)
                if is_possible_at_root(state, own, u, value):
                    root |= ONE << np.uint64(bit)
                    if is_possible(state, own, u, value):
                        now |= ONE << np.uint64(bit)
            place = np.uint64(i)
            state.scratch[words_in(state, p, k, DOMAINS) + place] = now
            state.scratch[words_in(state, p, k, ROOT) + place] = root
            state.scratch[words_in(state, p, k, UNION) + place] = ZERO


@helper
def fix(state: State, p: Any, v: Number, value: Number) -> bool:
    """Leave a variable only one value in the row at hand; return False if it does not have it."""
    if v == NOTHING:
        return True
    for j in range(arity(state, p)):
        k = np.uint64(j)
        if scope(state, p, k) != v:
            continue
        place = value - state.data[column(state, p, k)]
        first, left = words_in(state, p, k, ROW), ZERO
        for i in range(n_words(state, p, k)):
            bit = ZERO
            if place >> np.int64(6) == np.int64(i):
                bit = ONE << np.uint64(place & np.int64(63))
            state.scratch[first + np.uint64(i)] &= bit
            left |= state.scratch[first + np.uint64(i)]
        return bool(left != ZERO)
    return False


@helper
def explain_row(state: State, own: Learner, p: Any, row: Any, v: Number) -> bool:
    """Add why the row at hand is impossible."""
    best, fewest = NO_COLUMN, np.int64(0)
    for k in range(np.int64(arity(state, p))):
        if scope(state, p, k) == v or has_value(state, p, np.uint64(k)):
            continue
        n = n_missing(state, p, np.uint64(k))
        if best == NO_COLUMN or n < fewest:
            best, fewest = np.int64(k), n
    if best != NO_COLUMN:
        add_removed(state, own, p, np.uint64(best))
        return True
    after = row + arity(state, p)
    if state.data[after + ONE] == 0:
        return False
    for k in range(np.int64(arity(state, p))):
        if scope(state, p, k) != v and is_compared(state, p, row, k):
            add_removed(state, own, p, np.uint64(k))
    return True


@helper
def has_value(state: State, p: Any, k: Any) -> bool:
    """Return whether a column of the row at hand still has a value."""
    mine, now = words_in(state, p, k, ROW), words_in(state, p, k, DOMAINS)
    left = ZERO
    for i in range(n_words(state, p, k)):
        left |= state.scratch[mine + np.uint64(i)] & state.scratch[now + np.uint64(i)]
    return bool(left != ZERO)


@helper
def n_missing(state: State, p: Any, k: Any) -> Number:
    """Return how many values of a column are not yet explained."""
    mine, known = words_in(state, p, k, ROW), words_in(state, p, k, UNION)
    n = np.int64(0)
    for i in range(n_words(state, p, k)):
        word = state.scratch[mine + np.uint64(i)] & ~state.scratch[known + np.uint64(i)]
        n += np.int64(popcount64(word))
    return n


@helper
def is_compared(state: State, p: Any, row: Any, k: Number) -> bool:
    """Return whether a revision of a row is about a column."""
    after = row + arity(state, p)
    first = np.int64(constants(state, p)) + state.data[after]
    for i in range(state.data[after + ONE]):
        if state.data[first + np.int64(4) * np.int64(i) + np.int64(1)] == k:
            return True
    return False


@helper
def add_removed(state: State, own: Learner, p: Any, k: Any) -> None:
    """Add that the values of a column in the row at hand which were removed are removed."""
    u, least = scope(state, p, k), state.data[column(state, p, k)]
    lo, hi = low_of(state, own, u), high_of(state, own, u)
    n_below, n_above, last_below, first_above = np.int64(0), np.int64(0), lo, hi
    for side in range(2):
        for i in range(n_words(state, p, k)):
            place = np.uint64(i)
            known = words_in(state, p, k, UNION) + place
            left = state.scratch[words_in(state, p, k, ROW) + place] & ~state.scratch[known]
            left &= ~state.scratch[words_in(state, p, k, DOMAINS) + place]
            while left != ZERO:
                bit = np.int64(trailing_zeros64(left))
                left &= left - ONE
                value = least + np.int64(i) * SIXTY_FOUR + bit
                if side == 0:
                    if value < lo:
                        n_below += 1
                        last_below = value
                    elif value > hi:
                        if n_above == 0:
                            first_above = value
                        n_above += 1
                    continue
                state.scratch[known] |= ONE << np.uint64(bit)
                is_said = (value < lo and n_below > MANY) or (value > hi and n_above > MANY)
                if not is_said:
                    add_ne(state, own, u, value)
    if n_below > MANY:
        add_ge(state, own, u, last_below + 1)
    if n_above > MANY:
        add_le(state, own, u, first_above - 1)
