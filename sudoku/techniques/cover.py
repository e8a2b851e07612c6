"""The one search under subsets and fish: k rows that have k columns between them."""

import numpy as np

from exactcover.compiled.bits import popcount64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import U64, Unsigned
from sudoku.techniques.finding import DEPTH, Finding, restart_cover
from sudoku.techniques.tables import BIT, bit_of

__all__ = ["cover"]


@helper
def cover(rows: U64, k: Unsigned, finding: Finding) -> Unsigned:
    """Find the next k rows whose union has k columns, some of which other rows have too.

    Return the rows as a mask, 0 for no more. Empty rows do not count. Rows are picked in ascending
    order, and dropped as soon as their union has more than k columns.
    """
    picked, unions = finding.picked, finding.unions
    n = np.uint64(len(rows))
    depth = finding.cursor[DEPTH]
    while True:
        row = picked[depth]
        if row == n:
            if depth == 0:
                restart_cover(finding)
                return np.uint64(0)
            depth -= BIT
        elif rows[row] != 0:
            union = unions[depth] | rows[row]
            size = popcount64(union)
            if depth + BIT < k and size <= k:
                depth += BIT
                picked[depth] = row + BIT
                unions[depth] = union
                continue
            if depth + BIT == k and size == k:
                mask = picked_rows(picked, depth)
                if is_met_elsewhere(rows, mask, union):
                    picked[depth] += BIT
                    finding.cursor[DEPTH] = depth
                    return mask
        picked[depth] += BIT


@helper
def picked_rows(picked: U64, depth: Unsigned) -> Unsigned:
    """Return the rows that are picked, as a mask."""
    mask = np.uint64(0)
    for k in range(depth + BIT):
        mask |= bit_of(picked[k])
    return mask


@helper
def is_met_elsewhere(rows: U64, mask: Unsigned, union: Unsigned) -> bool:
    """Return whether a row that is not in the mask has one of these columns."""
    for row in range(np.uint64(len(rows))):
        if mask & bit_of(row) == 0 and rows[row] & union != 0:
            return True
    return False
