"""Kernels that solve equations between the weights of items modulo a prime, by elimination.

Every option says that the weights of its items add up to 0. An equation that was reduced has a
leading item, the highest one in it, whose weight follows from those of lower items. So a row is
the leading item and, behind it, the items below with their factors; no row is changed again.
"""

from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64

N_ENTRIES, WORK = range(2)
Signed = Any
"""The type of a signed integer in a kernel."""


class Rows(NamedTuple):
    """The reduced equations.

    ========= ============ =======================================================================
    array     shape        holds
    ========= ============ =======================================================================
    begin     (n_items,)   the first entry of the row that an item leads; -1 if there is none
    end       (n_items,)   the place behind the last entry of that row
    columns   (room,)      the item of an entry, which is below the leading one
    factors   (room,)      its factor, from 1 to p - 1; the leading item has the factor 1
    dense     (n_items,)   the equation that is reduced now; zeros between two calls
    numbers   (2,)         N_ENTRIES in use; WORK, the entries that were looked at
    ========= ============ =======================================================================

    All are int64. If there is no more room, or no more work allowed, the kernels end with -1.
    """

    begin: I64
    end: I64
    columns: I64
    factors: I64
    dense: I64
    numbers: I64


def no_rows(n_items: int, room: int) -> Rows:
    """Return the rows of no equation."""
    return Rows(
        np.full(n_items, -1, dtype=np.int64),
        np.zeros(n_items, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.zeros(n_items, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )


@kernel
def add_equations(
    rows: Rows, starts: I64, items: I64, amounts: I64, chosen: I64, prime: int, most_work: int
) -> int:
    """Reduce the equations of the chosen options, and add them; return how many are new.

    Parameters
    ----------
    starts, items, amounts
        The items of each option and how often it covers them, in compressed form; items below 0
        have no weight.
    chosen
        The options.
    """
    dense = rows.dense
    n_new = 0
    for k in range(len(chosen)):
        top = -1
        for node in range(starts[chosen[k]], starts[chosen[k] + 1]):
            item = items[node]
            if item >= 0:
                dense[item] = (dense[item] + amounts[node]) % prime
                top = max(top, item)
        lead = _reduce(rows, top, prime)
        if rows.numbers[WORK] > most_work:
            return -1
        if lead >= 0:
            if not _append(rows, lead, prime):
                return -1
            n_new += 1
    return n_new


@helper
def _reduce(rows: Rows, top: Signed, prime: Signed) -> Signed:
    """Remove leading items from the equation until its highest item leads no row; return that."""
    dense = rows.dense
    item = top
    while item >= 0:
        factor = dense[item]
        if factor != 0:
            if rows.begin[item] < 0:
                return item
            _subtract(rows, item, factor, prime)
        item -= 1
    rows.numbers[WORK] += top
    return item


@helper
def _subtract(rows: Rows, item: Signed, factor: Signed, prime: Signed) -> None:
    """Subtract a multiple of the row that an item leads, so that the item disappears."""
    dense = rows.dense
    dense[item] = 0
    for k in range(rows.begin[item], rows.end[item]):
        column = rows.columns[k]
        dense[column] = (dense[column] + (prime - factor) * rows.factors[k]) % prime
    rows.numbers[WORK] += 1 + rows.end[item] - rows.begin[item]


@helper
def _append(rows: Rows, lead: Signed, prime: Signed) -> bool:
    """Store the equation as the row of its highest item, and clear it; return if there is room."""
    dense, numbers = rows.dense, rows.numbers
    scale = inverse(dense[lead], prime)
    place = numbers[N_ENTRIES]
    if place + lead > len(rows.columns):
        return False
    rows.begin[lead] = place
    dense[lead] = 0
    for column in range(lead):
        if dense[column] != 0:
            rows.columns[place] = column
            rows.factors[place] = dense[column] * scale % prime
            dense[column] = 0
            place += 1
    rows.end[lead] = numbers[N_ENTRIES] = place
    numbers[WORK] += lead
    return True


@kernel
def reduce_form(rows: Rows, form: I64, prime: int) -> int:
    """Express a sum of weights by those of items that lead no row; return how many these are.

    Parameters
    ----------
    form
        The factor of each item in the sum, from 0 to p - 1; replaced by those of the result.
    """
    n_left = 0
    for item in range(len(form) - 1, -1, -1):
        factor = form[item]
        if factor != 0:
            if rows.begin[item] < 0:
                n_left += 1
                continue
            form[item] = 0
            for k in range(rows.begin[item], rows.end[item]):
                column = rows.columns[k]
                form[column] = (form[column] + (prime - factor) * rows.factors[k]) % prime
    return n_left


@kernel
def complete(rows: Rows, weights: I64, prime: int) -> None:
    """Give the leading items the weights that follow from those of the others."""
    for item in range(len(weights)):
        if rows.begin[item] >= 0:
            total = 0
            for k in range(rows.begin[item], rows.end[item]):
                total = (total + rows.factors[k] * weights[rows.columns[k]]) % prime
            weights[item] = (prime - total) % prime


@helper
def inverse(number: Signed, prime: Signed) -> Signed:
    """Return the inverse of a number modulo a prime, by Euclid's algorithm."""
    before, after = 0, 1
    remainder, divisor = prime, number
    while divisor > 1:
        quotient = remainder // divisor
        remainder, divisor = divisor, remainder - quotient * divisor
        before, after = after, before - quotient * after
    return after % prime
