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
from exactcover.runtime.kernels.basis import LIMIT, ROW, sparse_program
from exactcover.runtime.kernels.simplex import INFEASIBLE, UNFINISHED, row_of_inverse, solve_dual
from exactcover.runtime.search.limits import stop_if_due

Reals = NDArray[np.float64]

STEP_ENTRIES = 1 << 22
"""The entries of the program that are visited between two checks of the limits, some times."""
MOST_ETA_ENTRIES = 1 << 20
"""The space for the inverse of the basis: 16 MB."""
MOST_ENTRIES = 1 << 23
"""The most rows times columns."""
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

    A row and its slack amount to the most that the row may be; at first, the slacks are basic.
    """
    m, n = system.n_rows, system.n_columns
    owners = np.repeat(np.arange(n), np.diff(system.starts))
    by_row = np.argsort(system.rows, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(system.rows, minlength=m))])
    high, low = system.high.astype(np.float64), system.low.astype(np.float64)
    program = sparse_program(
        starts.astype(np.int64),
        owners[by_row].astype(np.int64),
        system.amounts[by_row].astype(np.float64),
        high,
        np.zeros(n + m),
        np.zeros(n + m),
        np.concatenate((system.copies.astype(np.float64), high - low)),
        np.arange(n, n + m),
        np.ones(m),
        np.zeros(n + m, dtype=np.int64),
        min(MOST_ETA_ENTRIES, m * (2 * m + 1)),
    )
    program.numbers[LIMIT] = np.inf
    step = max(1, STEP_ENTRIES // (len(system.rows) + n + m))
    status = UNFINISHED
    for _ in range(0, most_pivots, step):
        stop_if_due()
        status = solve_dual(program, step)
        if status != UNFINISHED:
            break
    if status != INFEASIBLE or not row_of_inverse(program, int(program.numbers[ROW])):
        return None
    return program.inverse


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
