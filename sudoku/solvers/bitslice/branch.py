"""Branches of many puzzles at once, and their stacks.

A lane branches like `sudoku.solvers.bitboard.branch`, so that the same solution comes first: one
grid has a candidate, and the other one, on the stack, lacks it.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from sudoku.solvers.bitslice.state import N_CANDIDATES, N_CELLS, OPEN, Slices
from sudoku.solvers.bitslice.vectors import Vector, has_any, load, store

U = np.uint64
ZERO, ONE, THREE, NINE = U(0), U(1), U(3), U(9)
CELLS, CANDIDATES = U(N_CELLS), U(N_CANDIDATES)


@helper
def choose(s: Slices) -> Unsigned:
    """Choose a candidate for each open lane; return how many different ones there are."""
    left = load(s.masks, U(OPEN))
    n = ZERO
    for k in range(NINE):
        row = k % THREE * THREE + k // THREE
        if has_any(left):
            left, n = in_pairs(s, row, left, n)
    count = U(2)
    while has_any(left):
        for k in range(NINE):
            row = k % THREE * THREE + k // THREE
            if has_any(left):
                left, n = in_places(s, row, count, left, n)
        count += ONE
    return n


@helper
def in_pairs(s: Slices, row: Unsigned, left: Vector, n: Unsigned) -> tuple[Vector, Unsigned]:
    """Choose the first candidate in a row that is one of two in its cell."""
    for column in range(NINE):
        store(s.some, column, pairs(s, row * NINE + column))
    for digit in range(NINE):
        for column in range(NINE):
            k = digit * CELLS + row * NINE + column
            lanes = left & load(s.some, column) & load(s.grid, k)
            if has_any(lanes):
                store(s.chosen, n, lanes)
                s.branches[n] = k
                n += ONE
                left = left & ~lanes
    return left, n


@helper
def pairs(s: Slices, cell: Unsigned) -> Vector:
    """Return where a cell has exactly two candidates."""
    one = load(s.grid, cell)
    two = one ^ one
    three = two
    for digit in range(ONE, NINE):
        new = load(s.grid, digit * CELLS + cell)
        three = three | two & new
        two = two | one & new
        one = one | new
    return two & ~three


@helper
def in_places(
    s: Slices, row: Unsigned, count: Unsigned, left: Vector, n: Unsigned
) -> tuple[Vector, Unsigned]:
    """Choose the first place of the first digit that has as many places in a row as given."""
    for digit in range(NINE):
        first = digit * CELLS + row * NINE
        lanes = left & counted(s, first, count)
        for column in range(NINE):
            here = lanes & load(s.grid, first + column)
            if has_any(here):
                store(s.chosen, n, here)
                s.branches[n] = first + column
                n += ONE
                lanes, left = lanes & ~here, left & ~here
    return left, n


@helper
def counted(s: Slices, first: Unsigned, count: Unsigned) -> Vector:
    """Return where exactly `count` of nine candidates are left."""
    zero = load(s.grid, first)
    zero = zero ^ zero
    a, b, c, d = zero, zero, zero, zero
    for k in range(NINE):
        new = load(s.grid, first + k)
        a, new = a ^ new, a & new
        b, new = b ^ new, b & new
        c, d = c ^ new, d | c & new
    a = a if count & ONE else ~a
    b = b if count >> ONE & ONE else ~b
    c = c if count >> U(2) & ONE else ~c
    return a & b & c & (d if count >> THREE else ~d)


@helper
def move(s: Slices, n_levels: Unsigned) -> None:
    """Put grids on the stacks, and take others from them, as `pushed` and `popped` say."""
    for level in range(n_levels):
        pushed, popped = load(s.pushed, level), load(s.popped, level)
        if has_any(pushed | popped):
            for k in range(CANDIDATES):
                on_stack = level * CANDIDATES + k
                new, old = load(s.grid, k), load(s.stack, on_stack)
                different = new ^ old
                store(s.stack, on_stack, old ^ different & pushed)
                store(s.grid, k, new ^ different & popped)


@helper
def divide(s: Slices, n_branches: Unsigned, n_levels: Unsigned) -> None:
    """Let the grid have the chosen candidate in its cell, and that on the stack lack it."""
    for j in range(n_branches):
        lanes, k = load(s.chosen, j), s.branches[j]
        for level in range(n_levels):
            pushed = load(s.pushed, level) & lanes
            if has_any(pushed):
                on_stack = level * CANDIDATES + k
                store(s.stack, on_stack, load(s.stack, on_stack) & ~pushed)
        kept = load(s.grid, k)
        for digit in range(NINE):
            other = digit * CELLS + k % CELLS
            store(s.grid, other, load(s.grid, other) & ~lanes)
        store(s.grid, k, kept)


@helper
def clear_moves(s: Slices, n_levels: Unsigned) -> None:
    """Let no lane push or pop."""
    zero = load(s.grid, ZERO)
    zero = zero ^ zero
    for level in range(n_levels):
        store(s.pushed, level, zero)
        store(s.popped, level, zero)
