"""Relaxation: there is no solution even if options may be chosen in part.

The dual simplex method finds a sum of multiples of the rows that cannot hold (Farkas's lemma). The
multiples are floating-point numbers. They are rounded to whole ones in a few ways, and those that
prove it exactly are used.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.refutation.system import MOST_WEIGHT, Numbers, System
from exactcover.runtime.kernels.simplex import INFEASIBLE, ROW, UNFINISHED, solve_dual
from exactcover.runtime.search.limits import stop_if_due

Reals = NDArray[np.float64]

STEP_ENTRIES = 1 << 24
"""The entries of the tableau that are changed between two checks of the limits, at most."""
MOST_ENTRIES = 1 << 23
"""The entries of the largest tableau: 64 MB."""
SCALES = (*range(1, 13), 60, 1 << 10, 1 << 20)
"""The factors by which the multiples are enlarged before they are rounded."""
TINY = 1e-7


def by_relaxation(system: System, work: int) -> Iterator[Numbers]:
    """Yield weights for which the relaxation has no solution."""
    n_rows, n_columns = system.n_rows, system.n_columns
    n_entries = (n_rows + 1) * (n_columns + 1)
    most_pivots = work // n_entries
    if n_entries > MOST_ENTRIES or most_pivots < n_rows or not n_columns:
        return
    multiples = _infeasible_sum(system, most_pivots)
    if multiples is not None:
        yield from _rounded(multiples)


def _infeasible_sum(system: System, most_pivots: int) -> Reals | None:
    """Return a multiple of each row such that their sum cannot hold; None if there is none.

    The sum of a row is a variable, that is basic at first; the columns are nonbasic.
    """
    m, n = system.n_rows, system.n_columns
    table = np.zeros((m + 1, n + 1))
    owners = np.repeat(np.arange(n), np.diff(system.starts))
    np.add.at(table, (system.rows, owners), -system.amounts.astype(np.float64))
    basis, nonbasic = np.arange(n, n + m), np.arange(n)
    at_upper = np.zeros(n, dtype=np.int64)
    lower = np.concatenate((np.zeros(n), system.low.astype(np.float64)))
    upper = np.concatenate((system.copies.astype(np.float64), system.high.astype(np.float64)))
    values, numbers = np.zeros(m), np.zeros(5)
    numbers[0] = np.inf
    step = max(1, STEP_ENTRIES // table.size)
    status = UNFINISHED
    for _ in range(0, most_pivots, step):
        stop_if_due()
        status = solve_dual(table, basis, nonbasic, at_upper, lower, upper, values, numbers, step)
        if status != UNFINISHED:
            break
    if status != INFEASIBLE:
        return None
    # The row is a sum of multiples of the first ones; only they have the variables of the sums.
    row = int(numbers[ROW])
    multiples = np.zeros(m)
    is_sum = nonbasic >= n
    multiples[nonbasic[is_sum] - n] = table[row, :-1][is_sum]
    if basis[row] >= n:
        multiples[basis[row] - n] = 1.0
    return multiples


def _rounded(multiples: Reals) -> Iterator[Numbers]:
    """Yield whole numbers that are nearly in the ratio of these, with either sign."""
    sizes = abs(multiples)
    sizes = sizes[sizes > TINY]
    if not len(sizes):
        return
    for scale in SCALES:
        for unit in (sizes.min(), sizes.max()):
            scaled = np.rint(multiples * (scale / unit))
            if abs(scaled).max() < MOST_WEIGHT:
                yield scaled.astype(np.int64)
