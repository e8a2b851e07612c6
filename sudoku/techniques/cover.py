"""The one search under subsets and fish: k rows that have k columns between them."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.techniques.finding import DEPTH, Finding, restart_cover
from sudoku.techniques.tables import BIT, bit_of


@helper
def cover(rows: U64, k: Unsigned, finding: Finding) -> Unsigned:
    """Find the next k rows whose union has k columns, some of which other rows have too.

    Return the rows as a mask, 0 for no more. Empty rows do not count.
    """
    fit = fitting(rows, k)
    while True:
        mask = pick(rows, fit, k, k, finding)
        if mask == 0 or is_met_elsewhere(rows, mask):
            return mask


@helper
def pick(rows: U64, fit: Unsigned, k: Unsigned, n_columns: Unsigned, finding: Finding) -> Unsigned:
    """Find the next k of the rows in `fit` whose union has so many columns.

    Return the rows as a mask, 0 for no more. They are picked in ascending order, and dropped as
    soon as their union has too many columns.
    """
    tried, unions = finding.picked, finding.unions
    depth = finding.cursor[DEPTH]
    while True:
        left = fit & ~tried[depth]
        if popcount64(left) + depth < k:
            if depth == 0:
                restart_cover(finding)
                return np.uint64(0)
            depth -= BIT
            tried[depth] |= lowest(fit & ~tried[depth])
            continue
        union = unions[depth] | rows[trailing_zeros64(left)]
        size = popcount64(union)
        if depth + BIT < k and size <= n_columns:
            tried[depth + BIT] = tried[depth] | lowest(left)
            unions[depth + BIT] = union
            depth += BIT
            continue
        mask = picked_rows(fit, tried, depth)
        tried[depth] |= lowest(left)
        if depth + BIT == k and size == n_columns:
            finding.cursor[DEPTH] = depth
            return mask


@helper
def fitting(rows: U64, k: Unsigned) -> Unsigned:
    """Return the rows with 1 to k columns as a mask, 0 if no other row could have any of these."""
    fit, n_filled = np.uint64(0), np.uint64(0)
    for row in range(np.uint64(len(rows))):
        size = popcount64(rows[row])
        n_filled += np.uint64(size != 0)
        fit |= np.uint64(size != 0 and size <= k) << row
    return fit if n_filled > k else np.uint64(0)


@helper
def lowest(mask: Unsigned) -> Unsigned:
    """Return the lowest one of a mask."""
    return mask & (~mask + BIT)


@helper
def picked_rows(fit: Unsigned, tried: U64, depth: Unsigned) -> Unsigned:
    """Return as a mask the rows that are picked: at each depth the first that was not tried."""
    mask = np.uint64(0)
    for k in range(depth + BIT):
        mask |= lowest(fit & ~tried[k])
    return mask


@helper
def is_met_elsewhere(rows: U64, mask: Unsigned) -> bool:
    """Return whether a row that is not in the mask has a column of one that is."""
    inside, outside = np.uint64(0), np.uint64(0)
    for row in range(np.uint64(len(rows))):
        if mask & bit_of(row) != 0:
            inside |= rows[row]
        else:
            outside |= rows[row]
    return bool(inside & outside)
