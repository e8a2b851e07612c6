"""The dual simplex method for variables with bounds, with a sparse inverse of the basis.

The columns of a model have bounds, so a start with the slacks as the basis is feasible for the
dual, and stays so when bounds change: each solution of a relaxation starts from the last. Nothing
that is concluded depends on rounding: see `exact_bound`.

References
----------
C. Lemke, The dual method of solving the linear programming problem, Naval Research Logistics
Quarterly 1 (1954). J. Forrest and D. Goldfarb, Steepest-edge simplex algorithms for linear
programming, Mathematical Programming 57 (1992). A. Koberstein, The dual simplex method: techniques
for a fast and stable implementation, Paderborn 2005 (bound flipping ratio test).
"""

from typing import Any

import numpy as np

from exactcover.runtime.kernels.basis import (
    IS_STALE,
    LIMIT,
    N_ETAS,
    N_FACTORS,
    N_PIVOTS,
    OBJECTIVE,
    ROW,
    SIGN,
    TINY,
    SparseProgram,
    add_eta,
    apply_inverse,
    apply_to_inverse,
    factorise,
    has_space,
    load_column,
)
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import F64, I64

OPTIMAL, INFEASIBLE, CUT_OFF, UNFINISHED, FULL = range(5)
"""The statuses: solved; no solution; the objective is above the limit; too many pivots; more space
is needed for the inverse."""
FEASIBLE = 1e-7
"""A basic variable may be outside of its bounds by this."""
ZERO = 1e-9
"""Entries below this are no pivots."""
INEXACT = 1e-6
"""A pivot is not trusted if its two computations differ by more than this part."""
MOST_ETAS = 100
"""The pivots after which the basis is factorised anew."""
LEAST_WEIGHT = 1e-4
Real = Any


@kernel
def solve_dual(p: SparseProgram, most_pivots: int) -> int:
    """Solve the program for the bounds of now; return the status.

    After so many pivots the search for the optimum is given up.
    """
    if not is_begun(p):
        return FULL
    for _ in range(most_pivots):
        if p.numbers[OBJECTIVE] > p.numbers[LIMIT]:
            return CUT_OFF
        row = leaving(p)
        if row < 0:
            return OPTIMAL
        v = p.basis[row]
        rises = p.values[row] < p.lower[v]
        bound = p.lower[v] if rises else p.upper[v]
        read_row(p, row)
        u = entering(p, 1.0 if rises else -1.0, abs(p.values[row] - bound))
        is_new = p.numbers[N_ETAS] == p.numbers[N_FACTORS]
        if u < 0 and not is_new:  # it must not be an error of the inverse
            if not begin_anew(p):
                return FULL
            continue
        if u < 0:
            p.numbers[ROW], p.numbers[SIGN] = row, 1.0 if rises else -1.0
            return INFEASIBLE
        load_column(p, u, p.column)
        apply_inverse(p, p.column, 0)
        error = abs(p.column[row] - p.row[u])
        if not is_new and error > INEXACT * (1.0 + abs(p.column[row])):
            if not begin_anew(p):
                return FULL
            continue
        if abs(p.column[row]) < ZERO:
            p.numbers[IS_STALE] = 1.0  # variables are marked that do not change sides now
            return UNFINISHED
        flip(p)
        exchange(p, row, u, bound)
        p.at_upper[v] = 0 if rises else 1
        p.numbers[N_PIVOTS] += 1.0
        is_long = p.numbers[N_ETAS] - p.numbers[N_FACTORS] >= MOST_ETAS
        if (is_long or not has_space(p, len(p.basis))) and not begin_anew(p):
            return FULL
    return UNFINISHED


@kernel
def row_of_inverse(p: SparseProgram, row: int) -> int:
    """Store a row of the inverse of the basis in `inverse`; return 0 if there is no space."""
    if p.numbers[IS_STALE] != 0.0 and not begin_anew(p):
        return 0
    p.inverse[:] = 0.0
    p.inverse[row] = 1.0
    apply_to_inverse(p, p.inverse)
    return 1


@subroutine
def is_begun(p: SparseProgram) -> bool:
    """Put variables that are not basic to their best bounds; return False without space."""
    if p.numbers[IS_STALE] != 0.0 or not has_space(p, len(p.basis)):
        return bool(begin_anew(p))
    evaluate(p)
    return True


@subroutine
def begin_anew(p: SparseProgram) -> bool:
    """Factorise the basis, and compute all that follows from it; return False without space."""
    p.numbers[IS_STALE] = 1.0
    for v in range(len(p.at_upper)):
        p.at_upper[v] &= 1
    if not factorise(p) or not has_space(p, len(p.basis)):
        return False
    price(p)
    evaluate(p)
    return True


@helper
def price(p: SparseProgram) -> None:
    """Compute the reduced costs."""
    m, n = len(p.basis), len(p.column_starts) - 1
    for i in range(m):
        p.other[i] = p.costs[p.basis[i]]
    apply_to_inverse(p, p.other)
    for v in range(n + m):
        p.reduced[v] = p.costs[v]
    for i in range(m):
        rate = p.other[i]
        if rate != 0.0:
            p.reduced[n + i] -= rate
            for k in range(p.row_starts[i], p.row_starts[i + 1]):
                p.reduced[p.columns[k]] -= rate * p.entries[k]
    for i in range(m):
        p.reduced[p.basis[i]] = 0.0


@subroutine
def evaluate(p: SparseProgram) -> None:
    """Put variables to their best bounds; compute the values of basic ones, and the objective."""
    m, n = len(p.basis), len(p.column_starts) - 1
    for i in range(m):
        p.values[i] = p.totals[i]
    objective = 0.0
    for v in range(n + m):
        if p.place[v] >= 0:
            continue
        if p.upper[v] == np.inf or p.reduced[v] > ZERO:
            p.at_upper[v] = 0
        elif p.reduced[v] < -ZERO:
            p.at_upper[v] = 1
        x = p.upper[v] if p.at_upper[v] == 1 else p.lower[v]
        if x != 0.0:
            objective += p.costs[v] * x
            subtract_column(p, v, x, p.values)
    apply_inverse(p, p.values, 0)
    for i in range(m):
        objective += p.costs[p.basis[i]] * p.values[i]
    p.numbers[OBJECTIVE] = objective


@helper
def subtract_column(p: SparseProgram, v: int, times: Real, vector: F64) -> None:
    """Subtract a multiple of the column of a variable from a vector of rows."""
    n = len(p.column_starts) - 1
    if v >= n:
        vector[v - n] -= times
        return
    for k in range(p.column_starts[v], p.column_starts[v + 1]):
        vector[p.rows[k]] -= times * p.column_entries[k]


@helper
def leaving(p: SparseProgram) -> int:
    """Return the row whose variable is farthest outside of its bounds, by its weight; or -1."""
    found, most = -1, 0.0
    for i in range(len(p.basis)):
        v = p.basis[i]
        distance = max(p.lower[v] - p.values[i], p.values[i] - p.upper[v])
        if distance > FEASIBLE and distance * distance > most * p.weights[i]:
            found, most = i, distance * distance / p.weights[i]
    return found


@helper
def read_row(p: SparseProgram, row: int) -> None:
    """Compute a row of the inverse, and of the tableau."""
    m, n = len(p.basis), len(p.column_starts) - 1
    p.inverse[:] = 0.0
    p.inverse[row] = 1.0
    apply_to_inverse(p, p.inverse)
    p.row[:n] = 0.0
    for i in range(m):
        times = p.inverse[i]
        p.row[n + i] = times
        if times != 0.0:
            for k in range(p.row_starts[i], p.row_starts[i + 1]):
                p.row[p.columns[k]] += times * p.entries[k]


@subroutine
def entering(p: SparseProgram, sign: Real, distance: Real) -> int:
    """Return the variable that enters the basis, or -1 if the row has no solution.

    Variables with smaller ratios are to change sides: they have 2 or 3 in `at_upper`.
    """
    n = 0
    for v in range(len(p.row)):
        if p.place[v] < 0 and p.lower[v] < p.upper[v]:
            entry = sign * p.row[v]
            if (entry < -ZERO) if p.at_upper[v] == 0 else (entry > ZERO):
                p.list[n] = v
                n += 1
    n_all = n
    while n:
        least = np.inf
        for j in range(n):
            v = p.list[j]
            least = min(least, (abs(p.reduced[v]) + ZERO) / abs(p.row[v]))
        best, most = 0, 0.0
        for j in range(n):
            v = p.list[j]
            entry = abs(p.row[v])
            if entry > most and abs(p.reduced[v]) <= least * entry:
                best, most = j, entry
        v = p.list[best]
        distance -= most * (p.upper[v] - p.lower[v])
        if distance <= ZERO:
            return int(v)
        p.at_upper[v] += 2
        n -= 1
        p.list[best], p.list[n] = p.list[n], v
    for j in range(n_all):
        p.at_upper[p.list[j]] &= 1
    return -1


@helper
def flip(p: SparseProgram) -> None:
    """Move the marked variables to their other bounds."""
    has_moved = False
    for v in range(len(p.at_upper)):
        if p.at_upper[v] > 1:
            if not has_moved:
                p.other[:] = 0.0
                has_moved = True
            p.at_upper[v] = 3 - p.at_upper[v]
            step = (p.upper[v] - p.lower[v]) * (1.0 if p.at_upper[v] == 1 else -1.0)
            p.numbers[OBJECTIVE] += p.reduced[v] * step
            subtract_column(p, v, step, p.other)
    if has_moved:
        apply_inverse(p, p.other, 0)
        for i in range(len(p.values)):
            p.values[i] += p.other[i]


@subroutine
def exchange(p: SparseProgram, row: int, u: int, bound: Real) -> None:
    """Let a variable enter the basis at a row, whose variable goes to a bound."""
    m = len(p.basis)
    v = p.basis[row]
    pivot = p.column[row]
    step = (p.values[row] - bound) / pivot
    start = p.upper[u] if p.at_upper[u] == 1 else p.lower[u]
    p.numbers[OBJECTIVE] += p.reduced[u] * step
    rate = p.reduced[u] / p.row[u]
    for j in range(len(p.row)):
        if p.row[j] != 0.0 and p.place[j] < 0:
            p.reduced[j] -= rate * p.row[j]
    p.reduced[u], p.reduced[v] = 0.0, -rate
    weight = 0.0
    for i in range(m):
        weight += p.inverse[i] * p.inverse[i]
        p.other[i] = p.inverse[i]
    apply_inverse(p, p.other, 0)
    for i in range(m):
        entry = p.column[i]
        if abs(entry) > TINY:
            p.values[i] -= entry * step
            ratio = entry / pivot
            own = p.weights[i] - ratio * (2.0 * p.other[i] - ratio * weight)
            p.weights[i] = max(own, LEAST_WEIGHT)
    p.values[row] = start + step
    p.weights[row] = max(weight / (pivot * pivot), LEAST_WEIGHT)
    add_eta(p, p.column, row)
    p.basis[row], p.place[u], p.place[v] = u, row, -1


@kernel
def exact_bound(
    starts: I64,
    columns: I64,
    entries: I64,
    totals: I64,
    prices: I64,
    costs: I64,
    lower: F64,
    upper: F64,
) -> int:
    """Return the least value of costs + prices * (rows - totals), in whole numbers.

    Parameters
    ----------
    starts, columns, entries
        The rows, in compressed form.
    totals
        What the rows are at most where their price is positive, and at least where it is negative.
    prices
        A whole number for each row.
    costs
        The costs of the variables; the prices of the rows are added to them.
    lower, upper
        The bounds of the variables.
    """
    bound = 0
    for i in range(len(prices)):
        price = prices[i]
        if price != 0:
            bound -= price * totals[i]
            for k in range(starts[i], starts[i + 1]):
                costs[columns[k]] += price * entries[k]
    for j in range(len(costs)):
        bound += costs[j] * np.int64(lower[j] if costs[j] > 0 else upper[j])
    return bound
