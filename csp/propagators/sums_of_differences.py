"""Bounds of sums of different differences, for variables in ascending order.

All differences x[j] - x[i] of two places i < j of the scope are positive, and no two are equal. So
k of them that are not known yet come at least to the sum of the k least values that no known
difference has. Between two variables that are fixed, or at an end of the scope, this holds

- for the differences of neighbours, which add up to one difference: x[j] - x[i];
- for all differences of places that are at most `width` apart. For each distance they add up to the
  last variables less the first ones, so the sum is a linear expression of the variables.

The constant is the span: no difference is greater. `scratch` has a bit for each value that a known
difference has; then stands the sum of the k least other values, for each k.

References
----------
N. Beldiceanu, M. Carlsson, T. Petit and J.-C. Regin, An O(n log n) bound consistency algorithm for
the conjunction of an alldifferent and an inequality between a sum of variables and a constant,
ECAI 2012 (sums of different values). P. Galinier, B. Jaumard, R. Morales and G. Pesant, A
constraint-based approach to the Golomb ruler problem, CPAIOR 2001.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, REDUNDANT, Card, by_bounds
from csp.cards.formats import Constants
from csp.cards.ranges import Bounds, most
from csp.kernels.domains import (
    LAST_BIT,
    ONE,
    SIX,
    ZERO,
    at_least,
    at_most,
    high,
    is_fixed,
    low,
)
from csp.kernels.propagate import DONE, FAILED, arity, constants, is_recorded, variable
from csp.kernels.state import N_TRAIL, State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def sums_of_differences(handle: Any, p: Any) -> int:
    """Bound the variables of each run between fixed ones."""
    state = state_of(handle)
    if not note_known(state, p):
        return FAILED
    last = arity(state, p) - ONE
    n_sums, value = ZERO, ONE
    begin = ZERO
    while begin < last:
        end = begin + ONE
        while end < last and not is_fixed(state, variable(state, p, end)):
            end += ONE
        n_open = n_unknown(state, p, begin, end)
        if n_open > ZERO:
            n_sums, value = extend_sums(state, p, n_sums, value, n_open)
            if not bound_run(state, p, begin, end):
                return FAILED
        begin = end
    return DONE


@helper
def bound_run(state: State, p: Unsigned, begin: Unsigned, end: Unsigned) -> bool:
    """Bound the variables of a run in all ways; return False if that fails.

    Each way changes a variable once, and only because of changes before it: see `is_recorded`.
    """
    n_saved = state.position[N_TRAIL]
    if not bound_lows(state, p, begin, end):
        return False
    if has_recorded(state, n_saved):
        return True
    if not bound_highs(state, p, begin, end):
        return False
    n, most = ZERO, n_unknown(state, p, begin, end)
    for width in range(ONE, end - begin + ONE):
        n += end - begin + ONE - width
        if n > most or has_recorded(state, n_saved):
            break
        if not bound_sum(state, p, begin, end, width, n):
            return False
    return True


@helper
def has_recorded(state: State, n_saved: Unsigned) -> bool:
    """Return whether changes since then are recorded, so that the run ends before others."""
    return is_recorded(state) and state.position[N_TRAIL] != n_saved


@helper
def row_of_sums(state: State, p: Unsigned) -> Unsigned:
    """Return where in `scratch` the sums of the least values begin."""
    return (np.uint64(state.data[constants(state, p)]) >> SIX) + ONE


@helper
def note_known(state: State, p: Unsigned) -> bool:
    """Set the bits of the differences of fixed variables; return False if one is not positive."""
    scratch = state.scratch
    for k in range(row_of_sums(state, p)):
        scratch[k] = ZERO
    for j in range(arity(state, p)):
        y = variable(state, p, j)
        if not is_fixed(state, y):
            continue
        for i in range(j):
            x = variable(state, p, i)
            if not is_fixed(state, x):
                continue
            difference = low(state, y) - low(state, x)
            if difference <= 0:
                return False
            place = np.uint64(difference)
            scratch[place >> SIX] |= ONE << (place & LAST_BIT)
    return True


@helper
def n_unknown(state: State, p: Unsigned, begin: Unsigned, end: Unsigned) -> Unsigned:
    """Return how many differences of places from `begin` to `end` are not known."""
    n = (end - begin) * (end - begin + ONE) // np.uint64(2)
    are_fixed = is_fixed(state, variable(state, p, begin)) and is_fixed(
        state, variable(state, p, end)
    )
    return n - ONE if are_fixed else n


@helper
def extend_sums(
    state: State, p: Unsigned, n_sums: Unsigned, value: Unsigned, wanted: Unsigned
) -> tuple[Unsigned, Unsigned]:
    """Write the sums of up to `wanted` least values; return their number and the next value."""
    scratch, n_words = state.scratch, row_of_sums(state, p)
    scratch[n_words] = ZERO
    while n_sums < wanted:
        word = value >> SIX
        if word >= n_words or (scratch[word] >> (value & LAST_BIT)) & ONE == ZERO:
            n_sums += ONE
            scratch[n_words + n_sums] = scratch[n_words + n_sums - ONE] + value
        value += ONE
    return n_sums, value


@helper
def bound_lows(state: State, p: Unsigned, begin: Unsigned, end: Unsigned) -> bool:
    """Keep variables of a run as far above those before as the neighbours between them need."""
    scratch, sums = state.scratch, row_of_sums(state, p)
    for j in range(begin + ONE, end + ONE):
        for i in range(begin, j):
            least = low(state, variable(state, p, i)) + np.int64(scratch[sums + j - i])
            if not at_least(state, variable(state, p, j), least):
                return False
    return True


@helper
def bound_highs(state: State, p: Unsigned, begin: Unsigned, end: Unsigned) -> bool:
    """Keep variables of a run as far below those after as the neighbours between them need."""
    scratch, sums = state.scratch, row_of_sums(state, p)
    for k in range(end - begin):
        i = end - ONE - k
        for j in range(i + ONE, end + ONE):
            greatest = high(state, variable(state, p, j)) - np.int64(scratch[sums + j - i])
            if not at_most(state, variable(state, p, i), greatest):
                return False
    return True


@helper
def bound_sum(
    state: State, p: Unsigned, begin: Unsigned, end: Unsigned, width: Unsigned, n: Unsigned
) -> bool:
    """Bound the variables of a run by the sum of all its n differences up to a width."""
    n_edges = end - begin
    slack = -np.int64(state.scratch[row_of_sums(state, p) + n])
    for k in range(n_edges + ONE):
        c, v = coefficient(k, n_edges, width), variable(state, p, begin + k)
        slack += c * (high(state, v) if c > 0 else low(state, v))
    if slack < 0:
        return False
    for k in range(n_edges + ONE):
        c, v = coefficient(k, n_edges, width), variable(state, p, begin + k)
        if c > 0 and not at_least(state, v, high(state, v) - slack // c):
            return False
        if c < 0 and not at_most(state, v, low(state, v) + slack // -c):
            return False
    return True


@helper
def coefficient(k: Unsigned, n_edges: Unsigned, width: Unsigned) -> Any:
    """Return how often place k of a run ends a difference up to a width, less how often it begins.

    Place k ends one for each place before it up to the width, and begins one for each after it.
    """
    return np.int64(min(k, width)) - np.int64(min(n_edges - k, width))


def reach(bounds: Bounds, c: Constants) -> int:
    """Return twice the sum of all differences."""
    return 2 * len(bounds) ** 2 * most(bounds)


SUMS_OF_DIFFERENCES = Card(
    sums_of_differences,
    explanation=by_bounds("bounds:all_bounds"),
    translation=REDUNDANT,
    rows=NOT_LINEAR,
    reach=reach,
)
