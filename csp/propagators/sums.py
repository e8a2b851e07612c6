"""Linear equations, domain consistent: dynamic programming over the sums that can be reached.

The terms are counted from their least values, or all from their greatest, whichever sum is nearer
to the total; `distance` is how far the total is from it. A row of bits has one for each sum up to
that: the sums that the terms before a place can have (`before`), or those from which the terms
after it can reach the total (`wanted`). A value has a support if it leads from a sum in `before` to
one in `wanted`.

The constants, cells and memory are as for `csp.propagators.linear`; after the total stands the
greatest number of unfixed variables with which anything is done.

References
----------
M. Trick, A dynamic programming approach for consistency and propagation for knapsack constraints,
Annals of Operations Research 118 (2003).
"""

from typing import Any, NamedTuple

import numpy as np

from csp.cards.card import REDUNDANT, Card, Implied, LeftOut
from csp.cards.ranges import sum_reach
from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO, Value, high, low, restrict, window
from csp.kernels.propagate import FAILED, FIXPOINT, arity, cells_of, constants, variable
from csp.kernels.state import State, state_of
from csp.propagators.linear import distances, place_of
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

WINDOW = np.int64(64)


class Term(NamedTuple):
    """A variable and its bounds; each step up adds `up` to the sum, or each step down `-up`."""

    v: Unsigned
    least: Value
    greatest: Value
    up: Value


def sums(handle: Any, p: Any) -> int:
    """Compute the reachable sums from the first term to the last; remove values on the way back.

    Row i is `before` for the i-th term, and row i + 2 is `wanted` after it. The terms of fixed
    variables come first, and have no rows.
    """
    state = state_of(handle)
    scratch, n, place = state.scratch, arity(state, p), constants(state, p) + arity(state, p)
    slack, surplus = distances(state, p, state.data[place])
    if slack < 0 or surplus < 0:
        return FAILED
    first = state.cells[cells_of(state, p)]
    if n - first > np.uint64(state.data[place + ONE]):
        return FIXPOINT
    sign, distance = (1, np.uint64(slack)) if slack <= surplus else (-1, np.uint64(surplus))
    width = (distance >> SIX) + ONE
    clear(state, first * width, width)
    scratch[first * width] = ONE
    for i in range(first, n):
        raise_all(state, term(state, p, i, sign), np.uint64(i) * width, width)
    wanted = (n + ONE) * width
    clear(state, wanted, width)
    scratch[wanted + width - ONE] = ONE << (distance & LAST_BIT)
    for i in range(first, n):
        k = n - ONE - (np.uint64(i) - first)
        if not restrict_to_wanted(state, term(state, p, k, sign), k * width, width):
            return FAILED
    return FIXPOINT


@helper
def clear(state: State, row: Unsigned, width: Unsigned) -> None:
    """Set a row to 0."""
    for j in range(row, row + width):
        state.scratch[j] = ZERO


@helper
def term(state: State, p: Unsigned, i: Unsigned, sign: Value) -> Term:
    """Return the i-th term; those of fixed variables come first."""
    k = place_of(state, p, i)
    v = variable(state, p, k)
    return Term(v, low(state, v), high(state, v), sign * state.data[constants(state, p) + k])


@helper
def height(own: Term, value: Value) -> Unsigned:
    """Return how much a value adds to the sum, counted from the end that is nearer to the total."""
    steps = value - own.least if own.up > 0 else value - own.greatest
    return np.uint64(own.up * steps)


@helper
def raise_all(state: State, own: Term, row: Unsigned, width: Unsigned) -> None:
    """Write the reachable sums with a term into the row after the one without it."""
    scratch = state.scratch
    clear(state, row + width, width)
    start = own.least
    while start <= own.greatest:
        values = window(state, own.v, start)
        while values != ZERO:
            raised = height(own, start + np.int64(trailing_zeros64(values)))
            values &= values - ONE
            words, bits = raised >> SIX, raised & LAST_BIT
            # The sums 0b0101 (0 and 2) and a value that adds 3 make 0b101000 (3 and 5).
            for j in range(words, width):
                scratch[row + width + j] |= scratch[row + j - words] << bits
                if bits != ZERO and j > words:
                    scratch[row + width + j] |= scratch[row + j - words - ONE] >> (BITS - bits)
        start += WINDOW


@helper
def restrict_to_wanted(state: State, own: Term, row: Unsigned, width: Unsigned) -> bool:
    """Remove the values of a term without support; write the row of wanted sums before it."""
    scratch = state.scratch
    clear(state, row + width, width)
    start = own.least
    is_possible = True
    while start <= own.greatest:
        values, kept = window(state, own.v, start), ZERO
        while values != ZERO:
            raised = height(own, start + np.int64(trailing_zeros64(values)))
            words, bits = raised >> SIX, raised & LAST_BIT
            common = ZERO
            # If 0b101000 (3 and 5) is wanted after a value that adds 3, 0b0101 is wanted before it.
            for j in range(words, width):
                lowered = scratch[row + width + width + j] >> bits
                if bits != ZERO and np.uint64(j) + ONE < width:
                    lowered |= scratch[row + width + width + j + ONE] << (BITS - bits)
                scratch[row + width + j - words] |= lowered
                common |= lowered & scratch[row + j - words]
            if common != ZERO:
                kept |= values & (~values + ONE)  # the lowest bit: 0b0010 of 0b0110
            values &= values - ONE
        is_possible &= restrict(state, own.v, start, kept)
        start += WINDOW
    return is_possible


SUMS = Card(
    sums,
    explanation=LeftOut("a reason would name all values between the bounds"),
    translation=REDUNDANT,
    rows=Implied("it is posted with an equation, which is stated"),
    reach=sum_reach,
)
