"""Covers by greedy choice, and better ones by giving up some options and choosing again.

Rows that may be covered more often than they must make this easy. Where most rows are covered
exactly once, a choice often comes to a dead end, and the cover before it is kept.

References
----------
J. E. Beasley, "A Lagrangian heuristic for set-covering problems" (1990): greedy choice by reduced
costs, and removal of what is redundant.
G. Schrimpf and others, "Record breaking optimization results using the ruin and recreate principle"
(2000).
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.linear.rows import Rows
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import F64, I64, U64
from exactcover.runtime.kernels.xorshift import first_state, random_bits

BITS = 2.0**-53
NONE = -1
MOST_GIVEN_UP = 12
WORSE = 0.3
"""A cover that is worse by less than this part of the price of an option may be the next one."""


class Choice(NamedTuple):
    """A choice of columns, and the best cover found.

    ======== ===== ========== ==============================================================
    array    shape indexed by holds
    ======== ===== ========== ==============================================================
    is_in    n     column     whether it is chosen
    best     n     column     whether the best cover has it
    now      n     column     whether the cover has it from which the next one is made
    amount   m     row        the sum of the entries of chosen columns
    open     m                scratch: the rows that lack something
    picked   n                scratch: columns in some order
    dearest  n                the columns by their prices, the highest first
    totals   3                the price of the choice, of `now`, and of the best cover
    random   1                the state of the random numbers
    work     1                the entries visited so far
    ======== ===== ========== ==============================================================
    """

    is_in: I64
    best: I64
    now: I64
    amount: I64
    open: I64
    picked: I64
    dearest: I64
    totals: I64
    random: U64
    work: I64


CHANGING = ("best", "now", "totals", "random", "work")
CHOSEN, NOW, BEST = range(3)
NOT_FOUND = np.int64(1 << 62)


def no_choice(rows: Rows, price: I64, seed: int) -> Choice:
    """Return the choice of nothing; no cover is known."""
    n, m = rows.n_columns, len(rows.low)
    zeros = np.zeros((4, n), dtype=np.int64)
    totals = np.array([0, NOT_FOUND, NOT_FOUND])
    return Choice(
        zeros[0], zeros[1], zeros[2], np.zeros(m, dtype=np.int64), np.zeros(m, dtype=np.int64),
        zeros[3], np.argsort(-price, kind="stable"), totals,
        np.array([first_state(seed)], dtype=np.uint64), np.zeros(1, dtype=np.int64),
    )  # fmt: skip


@kernel
def improve(
    rows: Rows,
    price: I64,
    reduced: F64,
    value: I64,
    own: Choice,
    first: int,
    tries: int,
    most_work: int,
) -> int:
    """Try to find a better cover some times; return how often that was done.

    Only columns are chosen that are free, or fixed to 1, in `value`. `first` is the number of the
    first try. The last one is that which finds a better cover, or is a dead end where none is
    known, or in which `work` exceeds a number.
    """
    n = len(price)
    for number in range(first, first + tries):
        if number > first and own.work[0] > most_work:
            return int(number - first)
        is_new = own.totals[NOW] == NOT_FOUND
        restore(rows, price, own, is_new)
        if is_new:
            for j in range(n):
                if value[j] == 1:
                    add(rows, price, own, j)
        else:
            give_up(rows, price, value, own)
        if not complete(rows, price, reduced, value, own, number % 2 == 0):
            if is_new:
                return int(number - first + 1)
            continue
        remove_redundant(rows, price, value, own)
        total = own.totals[CHOSEN]
        room = np.int64(0)
        if not is_new:
            room = np.int64(WORSE * random_part(own) * (own.totals[BEST] / max(1, n_in(own))))
        if total <= own.totals[NOW] or total <= own.totals[BEST] + room:
            own.totals[NOW] = total
            own.work[0] += n
            for j in range(n):
                own.now[j] = own.is_in[j]
        if total < own.totals[BEST]:
            own.totals[BEST] = total
            own.work[0] += n
            for j in range(n):
                own.best[j] = own.is_in[j]
            return int(number - first + 1)
    return tries


@helper
def random_part(own: Choice) -> float:
    """Return a random number from 0 to 1."""
    return np.float64(random_bits(own.random, np.uint64(0))) * BITS


@helper
def n_in(own: Choice) -> int:
    """Return the number of columns chosen."""
    number = 0
    own.work[0] += len(own.is_in)
    for j in range(len(own.is_in)):
        number += own.is_in[j]
    return number


@subroutine
def restore(rows: Rows, price: I64, own: Choice, is_new: bool) -> None:
    """Choose nothing, or the columns of `now`."""
    own.amount[:] = 0
    own.totals[CHOSEN] = 0
    own.work[0] += len(price) + len(own.amount)
    for j in range(len(price)):
        own.is_in[j] = 0
        if not is_new and own.now[j] == 1:
            add(rows, price, own, j)


@helper
def add(rows: Rows, price: I64, own: Choice, j: int) -> None:
    """Choose a column."""
    own.is_in[j] = 1
    own.totals[CHOSEN] += price[j]
    for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
        own.amount[rows.column_rows[k]] += rows.column_entries[k]
    own.work[0] += rows.column_starts[j + 1] - rows.column_starts[j]


@helper
def drop(rows: Rows, price: I64, own: Choice, j: int) -> None:
    """Give up a column."""
    own.is_in[j] = 0
    own.totals[CHOSEN] -= price[j]
    for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
        own.amount[rows.column_rows[k]] -= rows.column_entries[k]
    own.work[0] += rows.column_starts[j + 1] - rows.column_starts[j]


@helper
def list_chosen(value: I64, own: Choice) -> int:
    """List the chosen columns that are free; return their number."""
    number = 0
    own.work[0] += len(value)
    for j in range(len(value)):
        if own.is_in[j] == 1 and value[j] != 1:
            own.picked[number] = j
            number += 1
    return number


@subroutine
def give_up(rows: Rows, price: I64, value: I64, own: Choice) -> None:
    """Give up some columns: random ones, or those of the rows of a random column."""
    number = list_chosen(value, own)
    if number == 0:
        return
    most = min(number, MOST_GIVEN_UP)
    wanted = 1 + np.int64(random_part(own) * np.float64(most))
    if random_part(own) < 0.5:
        for _ in range(wanted):
            place = np.int64(random_part(own) * np.float64(number))
            drop(rows, price, own, own.picked[place])
            number -= 1
            own.picked[place] = own.picked[number]
            if number == 0:
                break
        return
    # Columns that share rows with a row, and so replace each other.
    row = np.int64(random_part(own) * np.float64(len(rows.low)))
    own.work[0] += rows.starts[row + 1] - rows.starts[row]
    for k in range(rows.starts[row], rows.starts[row + 1]):
        j = rows.columns[k]
        if own.is_in[j] == 1 and value[j] != 1:
            drop(rows, price, own, j)
            wanted -= 1
    if rows.starts[row + 1] == rows.starts[row]:
        return
    for _ in range(4 * MOST_GIVEN_UP):
        if wanted <= 0:
            break
        size = rows.starts[row + 1] - rows.starts[row]
        place = rows.starts[row] + np.int64(random_part(own) * np.float64(size))
        column = rows.columns[place]
        for k in range(rows.column_starts[column], rows.column_starts[column + 1]):
            i = rows.column_rows[k]
            own.work[0] += rows.starts[i + 1] - rows.starts[i]
            for q in range(rows.starts[i], rows.starts[i + 1]):
                j = rows.columns[q]
                if wanted > 0 and own.is_in[j] == 1 and value[j] != 1:
                    drop(rows, price, own, j)
                    wanted -= 1
                    break


@subroutine
def complete(
    rows: Rows, price: I64, reduced: F64, value: I64, own: Choice, by_reduced: bool
) -> bool:
    """Choose columns until all rows have what they need; return False at a dead end."""
    n_open = 0
    own.work[0] += len(rows.low)
    for i in range(len(rows.low)):
        if own.amount[i] > rows.high[i]:
            return False
        if own.amount[i] < rows.low[i]:
            own.open[n_open] = i
            n_open += 1
    while n_open > 0:
        place = np.int64(random_part(own) * np.float64(n_open))
        row = own.open[place]
        if own.amount[row] >= rows.low[row]:
            n_open -= 1
            own.open[place] = own.open[n_open]
            continue
        best, least = NONE, np.inf
        own.work[0] += rows.starts[row + 1] - rows.starts[row]
        for k in range(rows.starts[row], rows.starts[row + 1]):
            j = rows.columns[k]
            if own.is_in[j] == 1 or value[j] == 0:
                continue
            gain = gain_of(rows, own, j)
            if gain <= 0:
                continue
            rate = max(reduced[j], 0.0) if by_reduced else np.float64(price[j])
            score = rate / np.float64(gain) if rate > 0.0 else rate * np.float64(gain)
            score *= 0.9 + 0.2 * random_part(own)
            if score < least:
                best, least = j, score
        if best == NONE:
            return False
        add(rows, price, own, best)
    return True


@helper
def gain_of(rows: Rows, own: Choice, j: int) -> int:
    """Return how many units of what rows lack a column covers; -1 if there is no room for it."""
    gain = 0
    for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
        i, entry = rows.column_rows[k], rows.column_entries[k]
        if own.amount[i] + entry > rows.high[i]:
            return -1
        gain += max(0, min(entry, rows.low[i] - own.amount[i]))
    own.work[0] += rows.column_starts[j + 1] - rows.column_starts[j]
    return gain


@subroutine
def remove_redundant(rows: Rows, price: I64, value: I64, own: Choice) -> None:
    """Give up columns that no row needs, the dearest first.

    What is needed once is needed ever after, so that one look at each column is enough.
    """
    own.work[0] += len(price)
    for p in range(len(price)):
        j = own.dearest[p]
        if price[j] <= 0:
            return
        if own.is_in[j] == 1 and value[j] != 1 and is_spare(rows, own, j):
            drop(rows, price, own, j)


@helper
def is_spare(rows: Rows, own: Choice, j: int) -> bool:
    """Return whether all rows have what they need without a column."""
    own.work[0] += rows.column_starts[j + 1] - rows.column_starts[j]
    for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
        i = rows.column_rows[k]
        if own.amount[i] - rows.column_entries[k] < rows.low[i]:
            return False
    return True
