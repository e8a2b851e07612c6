"""The arrays of a linear program in sparse form, and the inverse of its basis as a product.

A row says "sum of entries times columns + its slack = total". The basis has one variable for each
row: a column, or a slack. Its inverse is a product of *etas*, matrices that differ from the
identity in one column: the first of them are computed from the basis (`factorise`), and each pivot
adds one. Most columns of a basis can be ordered so that their etas are the columns themselves.

References
----------
G. Dantzig and W. Orchard-Hays, The product form for the inverse in the simplex method, Mathematical
Tables 8 (1954). E. Hellerman and D. Rarick, Reinversion with the preassigned pivot procedure,
Mathematical Programming 1 (1971).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import F64, I64

(
    LIMIT, OBJECTIVE, N_PIVOTS, ROW, SIGN, N_ETAS, N_FACTORS, IS_STALE, N_FACTORISED
) = range(9)  # fmt: skip
"""The places of `SparseProgram.numbers`: the limit of the objective, its value, the pivots of the
last call; of a program without solution, the row that shows it, and 1 if its variable is too low,
-1 if not; the etas, those that the basis was factorised to, whether it has to be again, and how
often it was."""
N_NUMBERS = 9
TINY = 1e-13
"""Smaller numbers are taken for zero."""
SINGULAR = 1e-9
"""A basis has no inverse if its pivots are below this."""
THRESHOLD = 0.1
"""A pivot is at least this part of the largest entry of its column."""
FREE, TAKEN = range(2)


class SparseProgram(NamedTuple):
    """The arrays of a linear program with n columns and m rows; slack i is variable n + i.

    =============== ============ ========== ====================================================
    array           shape        indexed by holds
    =============== ============ ========== ====================================================
    row_starts      m + 1        row        where its entries begin in `columns` and `entries`
    columns         entries                 the column of an entry, row by row
    entries         entries                 the numbers; float64, as all others that are no places
    column_starts   n + 1        column     the same by columns, in `rows` and `column_entries`
    rows            entries                 the row of an entry, column by column
    column_entries  entries                 the numbers
    totals          m            row        what the row amounts to, with its slack
    costs           n + m        variable   its cost in the objective
    lower, upper    n + m        variable   its bounds; `upper` may be infinite
    basis           m            row        its basic variable
    place           n + m        variable   its row if it is basic, else -1
    at_upper        n + m        variable   if not basic: whether it is at its upper bound
    values          m            row        the value of its basic variable
    reduced         n + m        variable   its reduced cost
    weights         m            row        the squared length of its row of the inverse, about
    eta_starts      etas + 1     eta        where its entries begin, the pivot first
    eta_rows        etas         eta        its row
    eta_places      eta entries             the row of an entry
    eta_entries     eta entries             the numbers
    row, column     n + m, m                scratch: a row of the tableau, and a column
    inverse, other  m, m                    scratch: a row of the inverse, and another column
    list            n + m                   scratch
    counts          3 m + n                 scratch
    numbers         9            LIMIT ...  see above
    =============== ============ ========== ====================================================
    """

    row_starts: I64
    columns: I64
    entries: F64
    column_starts: I64
    rows: I64
    column_entries: F64
    totals: F64
    costs: F64
    lower: F64
    upper: F64
    basis: I64
    place: I64
    at_upper: I64
    values: F64
    reduced: F64
    weights: F64
    eta_starts: I64
    eta_rows: I64
    eta_places: I64
    eta_entries: F64
    row: F64
    column: F64
    inverse: F64
    other: F64
    list: I64
    counts: I64
    numbers: F64


def sparse_program(
    starts: I64,
    columns: I64,
    entries: F64,
    totals: F64,
    costs: F64,
    lower: F64,
    upper: F64,
    basis: I64,
    weights: F64,
    at_upper: I64,
    n_eta_entries: int,
) -> SparseProgram:
    """Return a program whose basis is not factorised yet; see `SparseProgram` for the arrays.

    `n_eta_entries` is the space for the entries of the etas.
    """
    m, n_all = len(totals), len(lower)
    n = n_all - m
    lengths = np.diff(starts)
    by_column = np.argsort(columns, kind="stable")
    counts = np.bincount(columns, minlength=n)
    place = np.full(n_all, -1)
    place[basis] = np.arange(m)
    numbers = np.zeros(N_NUMBERS)
    numbers[IS_STALE] = 1.0
    return SparseProgram(
        row_starts=starts,
        columns=columns,
        entries=entries,
        column_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        rows=np.repeat(np.arange(m), lengths)[by_column],
        column_entries=entries[by_column],
        totals=totals,
        costs=costs,
        lower=lower,
        upper=upper,
        basis=np.array(basis, dtype=np.int64),
        place=place,
        at_upper=at_upper,
        values=np.zeros(m),
        reduced=np.zeros(n_all),
        weights=np.array(weights, dtype=float),
        eta_starts=np.zeros(2 * m + 2, dtype=np.int64),
        eta_rows=np.zeros(2 * m + 1, dtype=np.int64),
        eta_places=np.zeros(n_eta_entries, dtype=np.int64),
        eta_entries=np.zeros(n_eta_entries),
        row=np.zeros(n_all),
        column=np.zeros(m),
        inverse=np.zeros(m),
        other=np.zeros(m),
        list=np.zeros(n_all, dtype=np.int64),
        counts=np.zeros(3 * m + n, dtype=np.int64),
        numbers=numbers,
    )


@helper
def load_column(p: SparseProgram, v: int, vector: F64) -> None:
    """Store the column of a variable as a vector of rows."""
    vector[:] = 0.0
    n = len(p.column_starts) - 1
    if v >= n:
        vector[v - n] = 1.0
        return
    for k in range(p.column_starts[v], p.column_starts[v + 1]):
        vector[p.rows[k]] = p.column_entries[k]


@subroutine
def apply_inverse(p: SparseProgram, vector: F64, first: int) -> None:
    """Multiply the inverse of the basis, from an eta on, by a vector."""
    for k in range(first, int(p.numbers[N_ETAS])):
        row, begin = p.eta_rows[k], p.eta_starts[k]
        if vector[row] != 0.0:
            times = vector[row] / p.eta_entries[begin]
            vector[row] = times
            for j in range(begin + 1, p.eta_starts[k + 1]):
                vector[p.eta_places[j]] -= times * p.eta_entries[j]


@subroutine
def apply_to_inverse(p: SparseProgram, vector: F64) -> None:
    """Multiply a vector by the inverse of the basis."""
    for k in range(int(p.numbers[N_ETAS]) - 1, -1, -1):
        row, begin = p.eta_rows[k], p.eta_starts[k]
        total = vector[row]
        for j in range(begin + 1, p.eta_starts[k + 1]):
            total -= p.eta_entries[j] * vector[p.eta_places[j]]
        vector[row] = total / p.eta_entries[begin] if abs(total) > TINY else 0.0


@helper
def has_space(p: SparseProgram, size: int) -> bool:
    """Return whether there is space for one more eta with so many entries."""
    n = int(p.numbers[N_ETAS])
    return bool(n < len(p.eta_rows) and p.eta_starts[n] + size <= len(p.eta_places))


@helper
def add_eta(p: SparseProgram, vector: F64, row: int) -> None:
    """Add the eta of a column at a row, for which there is space."""
    n = int(p.numbers[N_ETAS])
    end = p.eta_starts[n]
    p.eta_places[end], p.eta_entries[end] = row, vector[row]
    end += 1
    for i in range(len(vector)):
        if i != row and abs(vector[i]) > TINY:
            p.eta_places[end], p.eta_entries[end] = i, vector[i]
            end += 1
    p.eta_rows[n] = row
    p.eta_starts[n + 1] = end
    p.numbers[N_ETAS] = n + 1.0


@helper
def add_eta_of_column(p: SparseProgram, v: int, row: int) -> None:
    """Add the eta of a column that no eta before changes."""
    n = int(p.numbers[N_ETAS])
    begin = p.eta_starts[n]
    end = begin + 1
    for k in range(p.column_starts[v], p.column_starts[v + 1]):
        if p.rows[k] == row:
            p.eta_places[begin], p.eta_entries[begin] = row, p.column_entries[k]
        else:
            p.eta_places[end], p.eta_entries[end] = p.rows[k], p.column_entries[k]
            end += 1
    p.eta_rows[n] = row
    p.eta_starts[n + 1] = end
    p.numbers[N_ETAS] = n + 1.0


@subroutine
def factorise(p: SparseProgram) -> bool:
    """Compute the etas of the basis anew; return False if there is no space for them.

    A column that depends on others leaves the basis, and a slack takes its place. Rows of variables
    may change: `values` have to be computed anew, too. Without space, the basis stays one, but has
    no inverse.
    """
    m, n = len(p.basis), len(p.column_starts) - 1
    kind, row_counts, column_counts = p.counts[:m], p.counts[m : 2 * m], p.counts[2 * m :]
    last = p.counts[2 * m + n :]
    p.numbers[N_ETAS] = 0.0
    p.numbers[N_FACTORISED] += 1.0
    n_columns, n_last = list_columns(p, kind), 0
    is_whole = place_rows(p, kind, row_counts, n_columns)
    if is_whole:
        n_last = take_last(p, kind, column_counts, n_columns, last)
        is_whole = factorise_rest(p, kind, row_counts, column_counts, n_columns)
    while is_whole and n_last:
        n_last -= 1
        is_whole = has_space(p, m)
        if is_whole:
            add_eta_of_column(p, last[n_last], p.place[last[n_last]])
    settle(p, n_columns)
    if is_whole:
        p.numbers[N_FACTORS], p.numbers[IS_STALE] = p.numbers[N_ETAS], 0.0
    return is_whole


@helper
def list_columns(p: SparseProgram, kind: I64) -> int:
    """Take the basic columns out of their rows, and list them; return their number.

    `row` then has the weight of each basic variable, and the place of each of these columns is -2.
    """
    m, n = len(p.basis), len(p.column_starts) - 1
    kind[:] = FREE
    n_columns = 0
    for i in range(m):
        v = p.basis[i]
        p.row[v] = p.weights[i]
        if v >= n:
            kind[v - n] = TAKEN
        else:
            p.list[n_columns] = v
            n_columns += 1
            p.place[v] = -2
    for i in range(m):
        p.basis[i] = n + i if kind[i] == TAKEN else -1
    return n_columns


@helper
def place_rows(p: SparseProgram, kind: I64, row_counts: I64, n_columns: int) -> bool:
    """Place columns in rows that have one column left; return False if there is no space.

    No later column has an entry in such a row.
    """
    m = len(p.basis)
    row_counts[:] = 0
    for j in range(n_columns):
        v = p.list[j]
        for k in range(p.column_starts[v], p.column_starts[v + 1]):
            row_counts[p.rows[k]] += 1
    stack, top = p.list[n_columns:], 0
    for i in range(m):
        if kind[i] == FREE and row_counts[i] == 1:
            stack[top] = i
            top += 1
    while top:
        top -= 1
        i = stack[top]
        if kind[i] == TAKEN or row_counts[i] != 1:
            continue
        v = -1
        for k in range(p.row_starts[i], p.row_starts[i + 1]):
            if p.place[p.columns[k]] == -2:
                v = p.columns[k]
        if not has_space(p, m):
            return False
        take(p, kind, i, v)
        add_eta_of_column(p, v, i)
        for k in range(p.column_starts[v], p.column_starts[v + 1]):
            j = p.rows[k]
            row_counts[j] -= 1
            if row_counts[j] == 1 and kind[j] == FREE:
                stack[top] = j
                top += 1
    return True


@helper
def take_last(p: SparseProgram, kind: I64, column_counts: I64, n_columns: int, last: I64) -> int:
    """Place columns that have one row left, and list them; return their number.

    Their etas come last: then their entries in other rows change no other column.
    """
    stack, top, n_last = p.list[n_columns:], 0, 0
    for j in range(n_columns):
        v = p.list[j]
        if p.place[v] == -2:
            column_counts[v] = 0
            for k in range(p.column_starts[v], p.column_starts[v + 1]):
                column_counts[v] += kind[p.rows[k]] == FREE
            if column_counts[v] == 1:
                stack[top] = v
                top += 1
    while top:
        top -= 1
        v = stack[top]
        if p.place[v] != -2 or column_counts[v] != 1:
            continue
        i = -1
        for k in range(p.column_starts[v], p.column_starts[v + 1]):
            if kind[p.rows[k]] == FREE:
                i = p.rows[k]
        take(p, kind, i, v)
        last[n_last] = v
        n_last += 1
        for k in range(p.row_starts[i], p.row_starts[i + 1]):
            u = p.columns[k]
            if p.place[u] == -2:
                column_counts[u] -= 1
                if column_counts[u] == 1:
                    stack[top] = u
                    top += 1
    return n_last


@helper
def settle(p: SparseProgram, n_columns: int) -> None:
    """Give each row a basic variable again: a column that is not placed yet, or its slack."""
    m, n = len(p.basis), len(p.column_starts) - 1
    left = 0
    for i in range(m):
        v = p.basis[i]
        if v < 0:
            while left < n_columns and p.place[p.list[left]] != -2:
                left += 1
            v = p.list[left] if left < n_columns else n + i
            if left == n_columns:
                p.row[v] = 1.0
            p.basis[i] = v
        p.place[v] = i
        p.weights[i] = p.row[v]


@helper
def take(p: SparseProgram, kind: I64, row: int, v: int) -> None:
    """Let a variable be the basic one of a row."""
    kind[row] = TAKEN
    p.basis[row], p.place[v] = v, row


@subroutine
def factorise_rest(
    p: SparseProgram, kind: I64, row_counts: I64, column_counts: I64, n_columns: int
) -> bool:
    """Add the etas of the columns that are not placed yet; return False if there is no space."""
    m = len(p.basis)
    first = int(p.numbers[N_ETAS])
    n_left, most = 0, 0
    for j in range(n_columns):
        v = p.list[j]
        if p.place[v] == -2:
            n_left += 1
            most = max(most, column_counts[v])
    for size in range(most + 1):
        if not n_left:
            break
        for j in range(n_columns):
            v = p.list[j]
            if p.place[v] != -2 or column_counts[v] != size:
                continue
            n_left -= 1
            load_column(p, v, p.column)
            apply_inverse(p, p.column, first)
            largest = 0.0
            for i in range(m):
                if kind[i] == FREE:
                    largest = max(largest, abs(p.column[i]))
            row = -1
            for i in range(m):
                is_pivot = abs(p.column[i]) >= max(THRESHOLD * largest, SINGULAR)
                is_better = row < 0 or row_counts[i] < row_counts[row]
                if kind[i] == FREE and is_pivot and is_better:
                    row = i
            if row < 0:
                p.place[v] = -1
                continue
            if not has_space(p, m):
                return False
            take(p, kind, row, v)
            add_eta(p, p.column, row)
    return True
