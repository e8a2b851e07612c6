"""The choice of branches in a long search: the pair of candidates that eliminates the most others.

A pair is two candidates of which exactly one is true: the two digits of a cell, or the two places
of a digit in a row or column. Each candidate eliminates those of its own cell and of its digit's
houses. The choice takes two thirds of the time of a node; short searches use the cheaper one of
`sudoku.solvers.bitboard.branch`. The numbers of nodes for two hard grids of pencil marks are, by
the choice of branches:

===================================================== ======= =========
the first cell of two digits, else a row              484,655 1,545,833
the best cell of two digits, else a row               399,363 1,058,239
the best cell of two digits, else a pair of places    199,819   372,839
the best pair, its cells' other digits not counted    151,137   243,023
the best pair, boxes not counted                      123,665   243,929
the best pair                                         116,893   214,831
the best pair, those of places in boxes among them    115,941   200,671
===================================================== ======= =========

The last choice takes 5 % more time, with fewer nodes. If there is no pair, a digit of a cell with
the fewest digits is tried.
"""

from collections.abc import Callable

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from sudoku.solvers.bitboard.lanes import N_LANES, N_WORDS
from sudoku.solvers.bitboard.state import State

U = np.uint64
ZERO, ONE, TWO, THREE, SIX, SEVEN, NINE, TEN = (U(k) for k in (0, 1, 2, 3, 6, 7, 9, 10))
LANES, WORDS, N_CELLS = U(N_LANES), U(N_WORDS), U(81)
FIRST_HALF, SECOND_HALF = U(7 * 9), U(2 * 9)
"""The bits of the two halves of `State.flags`."""
EACH = U(sum(1 << 6 * k for k in range(9)))
"""The number one in each of nine fields of six bits."""
MOST, OVER, TWOS = EACH * U(31), EACH * U(32), EACH * TWO
COUNT = U(0b111_111)
FIRST_OF_BOXES = U(0b111_111 * (1 | 1 << 18 | 1 << 36))
"""The fields of the first column of each box."""
BOX_WIDE = U(1 | 1 << 6 | 1 << 12)
"""The number one in the fields of the three columns of a box."""
CELLS, ROWS, COLUMNS = (U(k) for k in range(3))
"""The kinds of pairs in `State.flags`."""
NO_PLACE = U(0xFFFFFFFF)

SPREAD = np.array(
    [sum((places >> k & 1) << 6 * k for k in range(9)) for places in range(512)], dtype=np.uint64
)
"""Nine bits as nine fields of six bits each."""

Pair = tuple[Unsigned, Unsigned, Unsigned]
"""The eliminations of a pair, up to a constant, and its candidates: cell * 9 + digit - 1."""
Find = Callable[[State, Unsigned, Unsigned], tuple[Unsigned, Unsigned, Unsigned, Unsigned]]
"""A function that returns the two candidates of a pair from its position in the flags.

It returns for each `row * 9 + digit - 1`, as in `State.places`, and the column.
"""


@helper
def choose(state: State, level: Unsigned) -> Pair:
    """Return the number of ways to branch, and two candidates of which one is true.

    Without such a pair: the number of a cell's digits, one of them, and NO_PLACE.
    """
    tally(state, level)
    weigh(state)
    best = (ZERO, NO_PLACE, NO_PLACE)
    best = best_of(state, CELLS, in_cell, best)
    best = best_of(state, ROWS, in_row, best)
    best = best_of(state, COLUMNS, in_column, best)
    if best[1] == NO_PLACE:
        return smallest_cell(state)
    return TWO, best[1], best[2]


@helper
def tally(state: State, level: Unsigned) -> None:
    """Count the digits of all cells and the places of all digits, and flag where there are two."""
    for k in range(NINE):
        state.cells[k] = 0
    for half in range(TWO):
        rows, columns = ZERO, ZERO
        for shift in range(ZERO, FIRST_HALF if half == 0 else SECOND_HALF, NINE):
            digit = half * SEVEN + shift // NINE
            in_columns: Unsigned = ZERO
            for band in range(THREE):
                in_band = ZERO
                for k in range(THREE):
                    row = THREE * band + k
                    places = U(state.grids[level * WORDS + k * LANES + band * TEN + ONE + digit])
                    state.places[row * NINE + digit] = places
                    state.cells[row] += SPREAD[places]
                    in_band += SPREAD[places]
                    rows |= U(popcount64(places) == TWO) << shift + row
                in_columns += in_band
                in_boxes = in_band + (in_band >> SIX) + (in_band >> U(12)) & FIRST_OF_BOXES
                state.boxes[band * NINE + digit] = in_boxes * BOX_WIDE
            state.columns[digit] = in_columns
            columns |= twos(in_columns) << shift
        state.flags[ROWS * TWO + half] = rows
        state.flags[COLUMNS * TWO + half] = columns
    for half in range(TWO):
        cells = ZERO
        for shift in range(ZERO, FIRST_HALF if half == 0 else SECOND_HALF, NINE):
            cells |= twos(state.cells[half * SEVEN + shift // NINE]) << shift
        state.flags[CELLS * TWO + half] = cells


@helper
def weigh(state: State) -> None:
    """Count what each candidate would eliminate in its cell and houses, and itself four times."""
    for row in range(NINE):
        for digit in range(NINE):
            k = row * NINE + digit
            in_row = EACH * popcount64(state.places[k])
            in_box = state.boxes[row // THREE * NINE + digit]
            state.excluded[k] = in_row + in_box + state.columns[digit] + state.cells[row]


@helper
def best_of(state: State, kind: Unsigned, find: Find, best: Pair) -> Pair:
    """Return the better one of a given pair and the best pair of a kind."""
    for half in range(TWO):
        flags = state.flags[kind * TWO + half]
        while flags:
            number = FIRST_HALF * half + trailing_zeros64(flags)
            flags &= flags - ONE
            k, column, other_k, other_column = find(state, number // NINE, number % NINE)
            weight = (state.excluded[k] >> SIX * column & COUNT) + (
                state.excluded[other_k] >> SIX * other_column & COUNT
            )
            if weight > best[0]:
                best = (weight, candidate(k, column), candidate(other_k, other_column))
    return best


@helper
def candidate(k: Unsigned, column: Unsigned) -> Unsigned:
    """Return the number of a candidate, given as in `State.places`, and its column."""
    return k // NINE * N_CELLS + column * NINE + k % NINE


@helper
def in_cell(
    state: State, row: Unsigned, column: Unsigned
) -> tuple[Unsigned, Unsigned, Unsigned, Unsigned]:
    """Return the two candidates of a cell."""
    digits = ZERO
    for digit in range(NINE):
        digits |= (state.places[row * NINE + digit] >> column & ONE) << digit
    first = row * NINE
    return first + lowest(digits), column, first + second(digits), column


@helper
def in_row(
    state: State, digit: Unsigned, row: Unsigned
) -> tuple[Unsigned, Unsigned, Unsigned, Unsigned]:
    """Return the two candidates of a digit in a row."""
    k = row * NINE + digit
    return k, lowest(state.places[k]), k, second(state.places[k])


@helper
def in_column(
    state: State, digit: Unsigned, column: Unsigned
) -> tuple[Unsigned, Unsigned, Unsigned, Unsigned]:
    """Return the two candidates of a digit in a column."""
    rows = ZERO
    for row in range(NINE):
        rows |= (state.places[row * NINE + digit] >> column & ONE) << row
    return digit + NINE * lowest(rows), column, digit + NINE * second(rows), column


@helper
def smallest_cell(state: State) -> Pair:
    """Return the number of digits of a cell with the fewest, but not one, the first, and NO_PLACE.

    Where all have one, NO_PLACE twice.
    """
    fewest, first = TEN, NO_PLACE
    for cell in range(N_CELLS):
        row, column = cell // NINE, cell % NINE
        n_digits = state.cells[row] >> SIX * column & COUNT
        if ONE < n_digits < fewest:
            digit = ZERO
            while not state.places[row * NINE + digit] >> column & ONE:
                digit += ONE
            fewest, first = n_digits, cell * NINE + digit
    return fewest, first, NO_PLACE


@helper
def next_in_cell(state: State, one: Unsigned) -> Unsigned:
    """Return the next higher candidate of the cell of a candidate; there must be one."""
    cell, digit = one // NINE, one % NINE + ONE
    row, column = cell // NINE, cell % NINE
    while not state.places[row * NINE + digit] >> column & ONE:
        digit += ONE
    return cell * NINE + digit


@helper
def lowest(bits: Unsigned) -> Unsigned:
    """Return the place of the lowest of two bits."""
    return trailing_zeros64(bits)


@helper
def second(bits: Unsigned) -> Unsigned:
    """Return the place of the other one of two bits."""
    return trailing_zeros64(bits & (bits - ONE))


@helper
def twos(counts: Unsigned) -> Unsigned:
    """Return which of nine counts are two, a bit each."""
    found = (~((counts ^ TWOS) + MOST) & OVER) >> U(5)
    found = (found | found >> U(5)) & U(0b11 * (1 | 1 << 12 | 1 << 24 | 1 << 36 | 1 << 48))
    found = (found | found >> TEN) & U(0xF | 0xF << 24 | 0xF << 48)
    return (found | found >> U(20) | found >> U(40)) & U(0b111_111_111)
