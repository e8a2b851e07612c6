"""Multipliers of rows by subgradient steps: a quick bound before the simplex, and a guide.

For any multipliers y, the least value of "price + y (what a row must be - what it is)" over columns
of 0 and 1 is a lower bound of the price of all covers. It is concave in y, and a step moves y along
a supergradient: what rows lack, if the columns of negative reduced cost are chosen.

References
----------
M. Held, P. Wolfe, H. P. Crowder, "Validation of subgradient optimization" (1974).
J. E. Beasley, "A Lagrangian heuristic for set-covering problems" (1990).
"""

import numpy as np

from exactcover.engines.linear.rows import Rows
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import F64, I64

SHORTER, PATIENCE, FIRST_LENGTH = 0.5, 20, 1.0
AIM = 1.05
"""Steps aim at this many times the best bound, if no cover is known."""


def first_multipliers(rows: Rows, price: I64) -> F64:
    """Return for each row that needs columns the least price of a column for each of its units."""
    m = len(rows.low)
    lengths = np.maximum(np.diff(rows.column_starts), 1)
    share = (np.maximum(price, 0) / lengths)[rows.columns] / rows.entries
    least = np.full(m, np.inf)
    np.minimum.at(least, rows.owners, share)
    return np.where((rows.low > 0) & np.isfinite(least), least, 0.0)


@kernel
def ascend(
    rows: Rows, price: F64, best: F64, y: F64, slope: F64, reduced: F64, target: float, steps: int
) -> float:
    """Raise the bound by steps from `best`, where the best multipliers are stored; return it.

    `reduced` gets the reduced costs for these, `y` and `slope` are scratch.
    """
    for i in range(len(y)):
        y[i] = best[i]
    highest = -np.inf
    length, stale = FIRST_LENGTH, 0
    for _ in range(steps):
        bound = relax(rows, price, y, slope, reduced)
        stale += 1
        if bound > highest:
            if bound > highest + 1e-4 * abs(highest):
                stale = 0
            highest = bound
            for i in range(len(y)):
                best[i] = y[i]
        norm = 0.0
        for i in range(len(y)):
            norm += slope[i] * slope[i]
        if norm == 0.0:
            break
        if stale > PATIENCE:
            length *= SHORTER
            stale = 0
        aim = target if target < np.inf else AIM * abs(highest) + 1.0
        step = length * max(aim - bound, 1e-6 * abs(aim)) / norm
        for i in range(len(y)):
            moved = y[i] + step * slope[i]
            # A row with a low of 0, or without a high, has multipliers of one sign at best.
            if rows.low[i] == 0:
                moved = min(moved, 0.0)
            y[i] = moved
    relax(rows, price, best, slope, reduced)
    return highest


@helper
def relax(rows: Rows, price: F64, y: F64, slope: F64, reduced: F64) -> float:
    """Compute the reduced costs and the supergradient for some multipliers; return the bound."""
    bound = 0.0
    for i in range(len(y)):
        limit = rows.low[i] if y[i] >= 0.0 else rows.high[i]
        bound += y[i] * np.float64(limit)
        slope[i] = np.float64(limit)
    for j in range(len(price)):
        rest = price[j]
        for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
            rest -= y[rows.column_rows[k]] * np.float64(rows.column_entries[k])
        reduced[j] = rest
        if rest < 0.0:
            bound += rest
            for k in range(rows.column_starts[j], rows.column_starts[j + 1]):
                slope[rows.column_rows[k]] -= np.float64(rows.column_entries[k])
    for i in range(len(y)):
        # At 0 both limits are allowed: a row between them lacks nothing.
        if y[i] == 0.0 and slope[i] < 0.0:
            slope[i] = min(0.0, slope[i] + np.float64(rows.high[i] - rows.low[i]))
    return bound
