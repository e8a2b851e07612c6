"""One round of deductions on all puzzles at once, digit by digit.

The deductions are those of `sudoku.solvers.bitboard.step`. What one digit's turn finds is known to
the digits after it in the same round, so a grid needs fewer rounds. There is no branch on what a
grid holds, and no shuffle.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from sudoku.solvers.bitslice.state import Slices
from sudoku.solvers.bitslice.vectors import Vector, load, store

U = np.uint64
ONE, TWO, THREE, NINE, BAND, CELLS = U(1), U(2), U(3), U(9), U(27), U(81)

Three = tuple[Vector, Vector, Vector]
Square = tuple[Three, Three, Three]


@helper
def deduce(s: Slices) -> Three:
    """Make one round of deductions.

    Returns
    -------
    changed, wrong, unsolved
        The puzzles in which something changed, those that have no solution, and those that are not
        solved.
    """
    zero = load(s.grid, U(0))
    zero = zero ^ zero
    for cell in range(CELLS):
        store(s.before, cell, load(s.known, cell))
        store(s.some, cell, zero)
        store(s.twos, cell, zero)
    changed, wrong, unsolved = zero, zero, zero
    for digit in range(NINE):
        first = digit * CELLS
        for band in range(THREE):
            wrong = wrong | lock_rows(s, first, band)
        for stack in range(THREE):
            a, b, c = settle(s, first, stack)
            changed, wrong, unsolved = changed | a, wrong | b, unsolved | c
    for cell in range(CELLS):
        some, twos, known = load(s.some, cell), load(s.twos, cell), load(s.known, cell)
        changed = changed | known ^ load(s.before, cell) | twos ^ load(s.several, cell)
        wrong = wrong | ~some
        store(s.several, cell, twos)
    return changed, wrong, unsolved


@helper
def lock_rows(s: Slices, first: Unsigned, band: Unsigned) -> Vector:
    """Find the mini-rows of a band that may hold a digit; return where there are none."""
    x = (
        box_rows(s, first, band, U(0)),
        box_rows(s, first, band, ONE),
        box_rows(s, first, band, TWO),
    )
    y = permuted(x)
    for box in range(3):
        k = band * NINE + U(box) * THREE
        store(s.rows, k, y[box][0])
        store(s.rows, k + ONE, y[box][1])
        store(s.rows, k + TWO, y[box][2])
        store(s.placed, band * THREE + U(box), exactly_one(y[box]))
    return ~(y[0][0] | y[0][1] | y[0][2])


@helper
def box_rows(s: Slices, first: Unsigned, band: Unsigned, stack: Unsigned) -> Three:
    """Return the mini-rows of a box that have a place for a digit, but none beside a naked single.

    Note in which columns of the box there is one.
    """
    cell = band * BAND + stack * THREE
    k = first + cell
    a, b, c = load(s.grid, k), load(s.grid, k + ONE), load(s.grid, k + TWO)
    d, e, f = load(s.grid, k + U(9)), load(s.grid, k + U(10)), load(s.grid, k + U(11))
    g, h, i = load(s.grid, k + U(18)), load(s.grid, k + U(19)), load(s.grid, k + U(20))
    sa = a & ~load(s.several, cell)
    sb = b & ~load(s.several, cell + ONE)
    sc = c & ~load(s.several, cell + TWO)
    sd = d & ~load(s.several, cell + U(9))
    se = e & ~load(s.several, cell + U(10))
    sf = f & ~load(s.several, cell + U(11))
    sg = g & ~load(s.several, cell + U(18))
    sh = h & ~load(s.several, cell + U(19))
    si = i & ~load(s.several, cell + U(20))
    box = band * NINE + stack * THREE
    store(s.columns, box, sa | sd | sg)
    store(s.columns, box + ONE, sb | se | sh)
    store(s.columns, box + TWO, sc | sf | si)
    return beside((a | b | c, d | e | f, g | h | i), (sa | sb | sc, sd | se | sf, sg | sh | si))


@helper
def beside(places: Three, singles: Three) -> Three:
    """Return the places of three without those beside a single."""
    (a, b, c), (x, y, z) = places, singles
    return a & ~(y | z), b & ~(x | z), c & ~(x | y)


@helper
def permuted(x: Square) -> Square:
    """Return the fields of a square of nine that are in a permutation."""
    (a, b, c), (d, e, f), (g, h, i) = x
    p, q, r = a & e & i, b & f & g, c & d & h
    u, v, w = a & f & h, b & d & i, c & e & g
    return (p | u, q | v, r | w), (r | v, p | w, q | u), (q | w, r | u, p | v)


@helper
def exactly_one(x: Three) -> Vector:
    """Return the bits that exactly one of three vectors has."""
    a, b, c = x
    return (a ^ b ^ c) & ~(a & b & c)


@helper
def settle(s: Slices, first: Unsigned, stack: Unsigned) -> Three:
    """Eliminate candidates of a digit in a stack of boxes, and place its hidden singles."""
    x = (
        box_columns(s, first, U(0), stack),
        box_columns(s, first, ONE, stack),
        box_columns(s, first, TWO, stack),
    )
    y = permuted(x)
    wrong = ~(y[0][0] | y[0][1] | y[0][2])
    changed, unsolved = wrong ^ wrong, wrong ^ wrong
    for band in range(3):
        box = U(band) * THREE + stack
        only = exactly_one(y[band]) & load(s.placed, box)
        unsolved = unsolved | ~only
        for row in range(3):
            mini_row = load(s.rows, box * THREE + U(row))
            for column in range(3):
                cell = (U(band) * THREE + U(row)) * NINE + stack * THREE + U(column)
                old, known = load(s.grid, first + cell), load(s.known, cell)
                new = old & mini_row & y[band][column]
                store(s.known, cell, known | new & only)
                new = new & ~(known & ~only)
                store(s.grid, first + cell, new)
                changed = changed | old ^ new
                some = load(s.some, cell)
                # Bit p is about puzzle p. Where some is 0b0011 and new 0b0110, puzzle 1 has a
                # second digit: 0b0010.
                store(s.twos, cell, load(s.twos, cell) | some & new)
                store(s.some, cell, some | new)
    return changed, wrong, unsolved


@helper
def box_columns(s: Slices, first: Unsigned, band: Unsigned, stack: Unsigned) -> Three:
    """Return the columns of a box that have a place for a digit, but none beside a naked single."""
    k = first + band * BAND + stack * THREE
    box = band * NINE + stack * THREE
    p, q, r = load(s.rows, box), load(s.rows, box + ONE), load(s.rows, box + TWO)
    a = load(s.grid, k) & p | load(s.grid, k + U(9)) & q | load(s.grid, k + U(18)) & r
    b = load(s.grid, k + U(1)) & p | load(s.grid, k + U(10)) & q | load(s.grid, k + U(19)) & r
    c = load(s.grid, k + U(2)) & p | load(s.grid, k + U(11)) & q | load(s.grid, k + U(20)) & r
    singles = load(s.columns, box), load(s.columns, box + ONE), load(s.columns, box + TWO)
    return beside((a, b, c), singles)
