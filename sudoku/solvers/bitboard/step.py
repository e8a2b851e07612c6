"""One round of deductions on a whole grid, and rounds until nothing changes.

A round does four things at once, for all digits and houses:

- *Locked rows.* In a band, a digit takes one mini-row of each box, each in another row: one of six
  permutations, three even and three odd. A mini-row that is in no permutation loses the digit.
- *Locked columns.* The same for a stack: one column of each box.
- *Hidden singles.* If one mini-row and one column of a box are left, so is one cell.
- *Naked singles.* The digit of a cell with one digit left is removed from the rest of its box; the
  permutations remove it from the row and the column in the next round.

A variant that repeats each of these until it changes nothing takes 7 to 21 % longer.

References
----------
The permutations are those of band and digit in T. Dillon's tdoku; the layout is ours.
"""

from typing import NamedTuple

from exactcover.runtime.kernels.jit import helper
from sudoku.batches.kernel import FAILED, OPEN, SOLVED
from sudoku.solvers.bitboard.digits import any_digit, majority, several_digits
from sudoku.solvers.bitboard.lanes import IS_DIGIT, MINI_ROWS, ROW, next_band
from sudoku.solvers.bitboard.vectors import Vector, constant, has_any, permutation

GOES_ON = 3
"""The state of a grid that the last round has changed; the others are those of a search."""

Rows = tuple[Vector, Vector, Vector]
"""The first, second and third rows of all bands: candidates, or other sets of places."""

all_places = constant([ROW * is_digit for is_digit in IS_DIGIT])
all_mini_rows = constant([MINI_ROWS * is_digit for is_digit in IS_DIGIT])
band_1, band_2 = permutation(next_band(1)), permutation(next_band(2))


class Round(NamedTuple):
    """The result of a round of deductions."""

    rows: Rows
    wrong: Vector  # not 0 if a cell has no digit, or a digit no place in a box, or two
    unsolved: Vector  # not 0 unless every cell has its hidden single


@helper
def mini_rows(places: Vector) -> Vector:
    """Return the lowest bit of every mini-row that has a place."""
    # 0b000_110_100 becomes 0b000_001_001: the first box has a place in this row, and the second.
    return (places | places >> 1 | places >> 2) & MINI_ROWS


@helper
def filled(mini_rows: Vector) -> Vector:
    """Return all three places of every mini-row of which the lowest bit is set."""
    return (mini_rows << 3) - mini_rows  # 0b000_001_001 becomes 0b000_111_111


@helper
def exactly_one(a: Vector, b: Vector, c: Vector) -> Vector:
    """Return the bits that exactly one of three vectors has."""
    # 0b0011, 0b0101 and 0b1001 have 0b1110: all three have the lowest bit.
    return (a ^ b ^ c) & ~(a & b & c)


@helper
def locked_rows(a: Vector, b: Vector, c: Vector) -> Rows:
    """Return the mini-rows of each row that are in a permutation."""
    x, y, z = mini_rows(a), mini_rows(b), mini_rows(c)
    # The nine bits are doubled, so that a shift rotates them. A permutation is noted at the box of
    # the first row; the even permutations take the next box in the next row. So 0b000_000_001,
    # 0b000_001_000 and 0b001_000_000 are an even one, noted as 0b000_000_001.
    yy, zz = y | y << 9, z | z << 9
    even = x & (yy >> 3) & (zz >> 6)
    odd = x & (yy >> 6) & (zz >> 3)
    evens, odds = even | even << 9, odd | odd << 9
    return even | odd, evens >> 6 | odds >> 3, evens >> 3 | odds >> 6


@helper
def locked_columns(columns: Vector) -> Vector:
    """Return the columns of each band that are in a permutation of the stack's three bands."""
    # Columns move round within their box: 0b011 becomes 0b101 to the right, 0b110 to the left.
    right = (columns >> 1) & 0b011_011_011 | (columns << 2) & 0b100_100_100
    left = (columns >> 2) & 0b001_001_001 | (columns << 1) & 0b110_110_110
    return columns & (band_1(right) & band_2(left) | band_1(left) & band_2(right))


@helper
def deduce(rows: Rows) -> Round:
    """Make one round of deductions."""
    a, b, c = rows
    x, y, z = locked_rows(a, b, c)
    a, b, c = a & filled(x), b & filled(y), c & filled(z)
    columns = locked_columns(a | b | c)
    a, b, c = a & columns, b & columns, c & columns

    right, left = columns >> 1, columns >> 2
    wrong = all_mini_rows() & ~(columns | right | left)
    # x, y and z are unions of whole permutations. If each box has one mini-row left, each row has
    # one, too; so if the singles found here fill all cells, the grid is solved.
    one_cell = exactly_one(columns, right, left) & exactly_one(x, y, z) & MINI_ROWS
    hidden = filled(one_cell)
    p, q, r = a & hidden, b & hidden, c & hidden

    any_a, two_a = several_digits(a)
    any_b, two_b = several_digits(b)
    any_c, two_c = several_digits(c)
    wrong = wrong | all_places() & ~(any_a & any_b & any_c)
    known_a, known_b, known_c = any_digit(p), any_digit(q), any_digit(r)
    unsolved = all_places() & ~(known_a & known_b & known_c)

    # Two naked singles with one digit in a box are a contradiction: neither would remove the other.
    d, e, f = a & ~two_a, b & ~two_b, c & ~two_c
    singles = d | e | f
    right, left = singles >> 1, singles >> 2
    taken = filled((singles | right | left) & MINI_ROWS)
    wrong = wrong | majority(d, e, f) | majority(singles, right, left) & MINI_ROWS
    a = p | d | a & ~(known_a | taken)
    b = q | e | b & ~(known_b | taken)
    c = r | f | c & ~(known_c | taken)
    return Round((a, b, c), wrong, unsolved)


@helper
def propagate(rows: Rows) -> tuple[Rows, int]:
    """Make rounds until nothing changes; return the candidates left, and the status of the grid."""
    while True:
        after, wrong, unsolved = deduce(rows)
        state = state_of(rows, after, wrong, unsolved)
        if state != GOES_ON:
            return after, state
        rows = after


@helper
def state_of(before: Rows, after: Rows, wrong: Vector, unsolved: Vector) -> int:
    """Return the state of a grid after a round."""
    if has_any(wrong):
        return FAILED
    if not has_any(unsolved):
        return SOLVED
    if not has_any(changed(before, after)):
        return OPEN
    return GOES_ON


@helper
def changed(before: Rows, after: Rows) -> Vector:
    """Return the places where candidates were removed."""
    return before[0] ^ after[0] | before[1] ^ after[1] | before[2] ^ after[2]
