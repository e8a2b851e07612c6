"""The dual simplex method for variables with bounds, on a dense tableau.

A row says "basic variable + sum of entries times nonbasic variables = last entry"; the last row is
that of the objective, with the negated reduced costs. Each nonbasic variable is at one of its
bounds. All variables of a model have bounds, so a start with the slacks as the basis is feasible
for the dual, and stays so when bounds change: each solution of a relaxation starts from the last.

References
----------
C. Lemke, The dual method of solving the linear programming problem, Naval Research Logistics
Quarterly 1 (1954). A. Koberstein, The dual simplex method: techniques for a fast and stable
implementation, Paderborn 2005 (bound flipping ratio test).
"""

from typing import Any

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import F64, I64

OPTIMAL, INFEASIBLE, CUT_OFF, UNFINISHED = range(4)
"""The statuses: solved; no solution; the objective is above the limit; too many pivots."""
LIMIT, OBJECTIVE, N_PIVOTS, ROW, SIGN = range(5)
"""The places of the numbers that are passed: the limit of the objective, its value, the pivots; of
a relaxation without solution, the row that shows it, and 1 if its variable is too low, -1 if not.
"""
FEASIBLE = 1e-7
"""A basic variable may be outside of its bounds by this."""
ZERO = 1e-9
"""Entries below this are no pivots."""
Real = Any


@kernel
def solve_dual(
    table: F64,
    basis: I64,
    nonbasic: I64,
    at_upper: I64,
    lower: F64,
    upper: F64,
    values: F64,
    numbers: F64,
    most_pivots: int,
) -> int:
    """Solve the relaxation for the bounds of now.

    Parameters
    ----------
    table
        The tableau: a row for each basic variable, and the row of the objective.
    basis, nonbasic
        The variables of the rows and of the columns.
    at_upper
        For each nonbasic variable, whether it is at its upper bound.
    lower, upper
        The bounds of all variables.
    values
        Receives the values of the basic variables.
    numbers
        LIMIT, OBJECTIVE, N_PIVOTS, ROW and SIGN.
    most_pivots
        After so many pivots the search for the optimum is given up.
    """
    m, n = len(basis), len(nonbasic)
    place_nonbasic(table, nonbasic, at_upper, lower, upper)
    evaluate(table, nonbasic, at_upper, lower, upper, values, numbers)
    for _ in range(most_pivots):
        if numbers[OBJECTIVE] > numbers[LIMIT]:
            return CUT_OFF
        row = most_infeasible(basis, lower, upper, values)
        if row < 0:
            return OPTIMAL
        v = basis[row]
        rises = values[row] < lower[v]
        bound = lower[v] if rises else upper[v]
        column = entering(
            table, row, rises, abs(values[row] - bound), nonbasic, at_upper, lower, upper
        )
        if column < 0:
            for j in range(n):
                at_upper[j] &= 1
            numbers[ROW] = row
            numbers[SIGN] = 1.0 if rises else -1.0
            return INFEASIBLE
        flip(table, row, column, nonbasic, at_upper, lower, upper, values, numbers)
        step = (values[row] - bound) / table[row, column]
        u = nonbasic[column]
        start = upper[u] if at_upper[column] == 1 else lower[u]
        for i in range(m):
            values[i] -= table[i, column] * step
        numbers[OBJECTIVE] -= table[m, column] * step
        values[row] = start + step
        pivot(table, row, column)
        basis[row], nonbasic[column] = u, v
        at_upper[column] = 0 if rises else 1
        numbers[N_PIVOTS] += 1.0
    return UNFINISHED


@helper
def place_nonbasic(table: F64, nonbasic: I64, at_upper: I64, lower: F64, upper: F64) -> None:
    """Put each nonbasic variable to the bound where it costs least."""
    m = table.shape[0] - 1
    for j in range(len(nonbasic)):
        if upper[nonbasic[j]] == np.inf or table[m, j] < -ZERO:
            at_upper[j] = 0
        elif table[m, j] > ZERO:
            at_upper[j] = 1


@helper
def evaluate(
    table: F64,
    nonbasic: I64,
    at_upper: I64,
    lower: F64,
    upper: F64,
    values: F64,
    numbers: F64,
) -> None:
    """Compute the values of the basic variables, and the objective."""
    m, n = table.shape[0] - 1, len(nonbasic)
    for i in range(m + 1):
        total = table[i, n]
        for j in range(n):
            v = nonbasic[j]
            total -= table[i, j] * (upper[v] if at_upper[j] == 1 else lower[v])
        if i < m:
            values[i] = total
        else:
            numbers[OBJECTIVE] = total


@helper
def most_infeasible(basis: I64, lower: F64, upper: F64, values: F64) -> int:
    """Return the row whose variable is farthest outside of its bounds, or -1."""
    found, most = -1, FEASIBLE
    for i in range(len(basis)):
        v = basis[i]
        distance = max(lower[v] - values[i], values[i] - upper[v])
        if distance > most:
            found, most = i, distance
    return found


@helper
def entering(
    table: F64,
    row: int,
    rises: bool,
    distance: Real,
    nonbasic: I64,
    at_upper: I64,
    lower: F64,
    upper: F64,
) -> int:
    """Return the column that enters the basis, or -1 if the row has no solution.

    Columns with smaller ratios are to change sides: they have 2 or 3 in `at_upper`.
    """
    m = table.shape[0] - 1
    sign = 1.0 if rises else -1.0
    while True:
        least = np.inf
        for j in range(len(nonbasic)):
            if can_enter(sign * table[row, j], nonbasic[j], at_upper[j], lower, upper):
                least = min(least, (abs(table[m, j]) + ZERO) / abs(table[row, j]))
        if least == np.inf:
            return -1
        column, most = -1, 0.0
        for j in range(len(nonbasic)):
            entry = abs(table[row, j])
            if entry <= most or abs(table[m, j]) > least * entry:
                continue
            if can_enter(sign * table[row, j], nonbasic[j], at_upper[j], lower, upper):
                column, most = j, entry
        v = nonbasic[column]
        distance -= most * (upper[v] - lower[v])
        if distance <= 0.0:
            return column
        at_upper[column] += 2


@helper
def can_enter(entry: Real, v: int, side: int, lower: F64, upper: F64) -> bool:
    """Return whether a nonbasic variable can move so that the leaving one becomes feasible."""
    if side > 1 or lower[v] == upper[v]:
        return False
    return bool(entry < -ZERO if side == 0 else entry > ZERO)


@helper
def flip(
    table: F64,
    row: int,
    column: int,
    nonbasic: I64,
    at_upper: I64,
    lower: F64,
    upper: F64,
    values: F64,
    numbers: F64,
) -> None:
    """Move the marked columns to their other bounds."""
    m = len(values)
    for j in range(len(nonbasic)):
        if at_upper[j] > 1:
            at_upper[j] = 3 - at_upper[j]
            v = nonbasic[j]
            step = (upper[v] - lower[v]) * (1.0 if at_upper[j] == 1 else -1.0)
            for i in range(m):
                values[i] -= table[i, j] * step
            numbers[OBJECTIVE] -= table[m, j] * step


@helper
def pivot(table: F64, row: int, column: int) -> None:
    """Exchange the basic variable of a row and the nonbasic variable of a column."""
    width = table.shape[1]
    scale = 1.0 / table[row, column]
    table[row, column] = 1.0
    for j in range(width):
        table[row, j] *= scale
    for i in range(table.shape[0]):
        factor = table[i, column]
        if i != row and factor != 0.0:
            table[i, column] = 0.0
            for j in range(width):
                table[i, j] -= factor * table[row, j]


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
        What the rows are at most, or equal to.
    prices
        A whole number for each row: not negative where it is an inequality.
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
