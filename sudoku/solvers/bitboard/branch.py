"""The choice of a branch when no deduction is left: a candidate is tried, then its negation."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from sudoku.solvers.bitboard.digits import exactly_two
from sudoku.solvers.bitboard.step import Rows, filled, mini_rows
from sudoku.solvers.bitboard.vectors import Vector, lane_bits, lanes_set, word

ONE = np.uint64(1)
ZERO = np.uint64(0)


@helper
def branch(rows: Rows) -> tuple[Rows, Rows]:
    """Return two grids that divide the solutions, by a cell with two digits if there is one."""
    a, b, c = rows
    pairs = exactly_two(a) & a, exactly_two(b) & b, exactly_two(c) & c
    row = first_row(pairs)
    if row < 3:
        return by_cell(rows, pairs[row], row)
    return by_row(rows)


@helper
def first_row(rows: Rows) -> int:
    """Return the first of the three vectors that is not empty, or 3."""
    for row in range(3):
        if lanes_set(rows[row]):
            return row
    return 3


@helper
def by_cell(rows: Rows, pairs: Vector, row: int) -> tuple[Rows, Rows]:
    """Try the two digits of the first cell that has two."""
    lane = trailing_zeros64(lanes_set(pairs))
    places = word(pairs, lane)
    place = places & (~places + ONE)
    # Lanes of later bands come later, so the next lane with the place is the same cell's.
    lanes = lanes_set(pairs & place)
    one, other = lane_bits(lane, place), lane_bits(trailing_zeros64(lanes & (lanes - ONE)), place)
    return without(placed(rows, row, one), row, other), without(placed(rows, row, other), row, one)


@helper
def by_row(rows: Rows) -> tuple[Rows, Rows]:
    """Try the first place of the digit and row with the fewest places, but at least two."""
    least, best, chosen = np.uint64(10), ZERO, 0
    for row in range(3):
        lanes = lanes_set(rows[row])
        while lanes:
            lane = trailing_zeros64(lanes)
            lanes &= lanes - ONE
            n_places = popcount64(word(rows[row], lane))
            if ONE < n_places < least:
                least, best, chosen = n_places, lane, row
    places = word(rows[chosen], best)
    one = lane_bits(best, places & (~places + ONE))
    return placed(rows, chosen, one), without(rows, chosen, one)


@helper
def placed(rows: Rows, row: int, one: Vector) -> Rows:
    """Place a digit: remove it from the rest of its box; `step` finds the other eliminations."""
    box = filled(mini_rows(one))
    rest = box & ~one
    a = rows[0] & ~(rest if row == 0 else box)
    b = rows[1] & ~(rest if row == 1 else box)
    c = rows[2] & ~(rest if row == 2 else box)
    return a, b, c


@helper
def without(rows: Rows, row: int, one: Vector) -> Rows:
    """Remove a candidate."""
    none = one ^ one
    a = rows[0] & ~(one if row == 0 else none)
    b = rows[1] & ~(one if row == 1 else none)
    c = rows[2] & ~(one if row == 2 else none)
    return a, b, c
