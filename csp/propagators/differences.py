"""All differences of some variables are different: forward checking, without variables for them.

The differences are x[j] - x[i] for each two places i < j of the scope. The constant is the span: no
difference is greater. `scratch` has two rows of bits: bit `span + d` of the first one is set if two
fixed variables have the difference d, and bit `span - d` of the second one. The difference 0 counts
as known: if two variables are equal, they have the same difference to a third one. Only the first
and the last variable may be equal, because all others are between them.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, by_values
from csp.kernels.domains import (
    LAST_BIT,
    ONE,
    SIX,
    ZERO,
    Value,
    high,
    is_fixed,
    low,
    remove,
    restrict,
)
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TWO = np.uint64(2)


def differences(handle: Any, p: Any) -> int:
    """Remove each value with which two differences that are then known would be equal."""
    state = state_of(handle)
    if not note_differences(state, p):
        return FAILED
    for k in range(arity(state, p)):
        if is_fixed(state, variable(state, p, k)) and not remove_used(state, p, k):
            return FAILED
    return DONE


@helper
def words_of_row(state: State, p: Unsigned) -> Unsigned:
    """Return the number of words of a row of differences."""
    return (np.uint64(state.data[constants(state, p)] * 2) >> SIX) + ONE


@helper
def note_differences(state: State, p: Unsigned) -> bool:
    """Write the rows of differences of fixed variables; return False if two are equal.

    The value in the middle of two fixed variables is removed from those between them.
    """
    scratch, n_words = state.scratch, words_of_row(state, p)
    span = state.data[constants(state, p)]
    for k in range(TWO * n_words):
        scratch[k] = ZERO
    scratch[np.uint64(span) >> SIX] = ONE << (np.uint64(span) & LAST_BIT)
    scratch[n_words + (np.uint64(span) >> SIX)] = ONE << (np.uint64(span) & LAST_BIT)
    for j in range(arity(state, p)):
        y = variable(state, p, j)
        if not is_fixed(state, y):
            continue
        for i in range(j):
            x = variable(state, p, i)
            if not is_fixed(state, x):
                continue
            total, difference = low(state, y) + low(state, x), low(state, y) - low(state, x)
            place = np.uint64(span + difference)
            if difference == 0 and are_ends(state, p, i, j):
                continue
            if (scratch[place >> SIX] >> (place & LAST_BIT)) & ONE != ZERO:
                return False
            scratch[place >> SIX] |= ONE << (place & LAST_BIT)
            place = np.uint64(span - difference)
            scratch[n_words + (place >> SIX)] |= ONE << (place & LAST_BIT)
            if total % 2 == 0 and not remove_between(state, p, i, j, total // 2):
                return False
    return True


@helper
def are_ends(state: State, p: Unsigned, i: Unsigned, j: Unsigned) -> bool:
    """Return whether two places are the first and the last one."""
    return bool(min(i, j) == ZERO and max(i, j) + ONE == arity(state, p))


@helper
def remove_between(
    state: State, p: Unsigned, first: Unsigned, last: Unsigned, value: Value
) -> bool:
    """Remove a value from the variables between two places."""
    is_possible = True
    for k in range(first + ONE, last):
        is_possible &= remove(state, variable(state, p, k), value)
    return is_possible


@helper
def remove_used(state: State, p: Unsigned, k: Unsigned) -> bool:
    """Remove the values that have a known difference to a fixed variable."""
    scratch, n_words = state.scratch, words_of_row(state, p)
    span = state.data[constants(state, p)]
    zero_word, zero = np.uint64(span) >> SIX, ONE << (np.uint64(span) & LAST_BIT)
    first = low(state, variable(state, p, k)) - span
    for j in range(arity(state, p)):
        other = variable(state, p, j)
        if is_fixed(state, other):
            continue
        row = ZERO if j > k else n_words
        begin = np.uint64(low(state, other) - first) >> SIX
        end = (np.uint64(high(state, other) - first) >> SIX) + ONE
        for word in range(begin, end):
            used = scratch[row + word]
            if word == zero_word and are_ends(state, p, k, j):
                used &= ~zero
            value = first + np.int64(word << SIX)
            if used != ZERO and not restrict(state, other, value, ~used):
                return False
    return True


DIFFERENCES = Card(
    differences,
    explanation=by_values("differences:differences"),
    translation=Missing("others get a variable for each difference"),
    rows=NOT_LINEAR,
)
