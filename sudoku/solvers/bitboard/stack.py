"""The grids that a search of one puzzle has still to look at, in a stack of vectors."""

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from sudoku.batches.kernel import DEPTH, FOUND
from sudoku.solvers.bitboard.digits import any_digit
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.step import Rows, all_places, filled, mini_rows
from sudoku.solvers.bitboard.vectors import load, store

Cells = NDArray[np.uint8]
Stack = NDArray[np.uint16]
Position = NDArray[np.uint64]

U = np.uint64
THREE, NINE, TEN, LANES, WORDS = U(3), U(9), U(10), U(32), U(N_WORDS)
ONE = U(1)


@helper
def start(cells: Cells, stack: Stack, position: Position) -> None:
    """Make the grid of a puzzle the only one on the stack."""
    position[DEPTH], position[FOUND] = 1, 0
    for k in range(WORDS):
        stack[k] = 0
    for row in range(NINE):
        base = row % THREE * LANES + row // THREE * TEN
        for column in range(NINE):
            stack[base + U(cells[row * NINE + column])] |= np.uint16(ONE << column)
    a, b, c = read(stack, U(0))
    full = all_places()
    a, b, c = a & full, b & full, c & full
    box = filled(mini_rows(a | b | c))
    a = a | full & ~(any_digit(a) | box)
    b = b | full & ~(any_digit(b) | box)
    c = c | full & ~(any_digit(c) | box)
    write(stack, U(0), (a, b, c))


@helper
def exclude(stack: Stack, cell: Unsigned, digit: Unsigned) -> None:
    """Remove a candidate from the grid at the bottom of the stack."""
    row, column = cell // NINE, cell % NINE
    stack[row % THREE * LANES + row // THREE * TEN + digit] &= ~np.uint16(ONE << column)


@helper
def read(stack: Stack, level: Unsigned) -> Rows:
    """Return the grid at a level of the stack."""
    k = level * THREE
    return load(stack, k), load(stack, k + ONE), load(stack, k + U(2))


@helper
def write(stack: Stack, level: Unsigned, rows: Rows) -> None:
    """Put a grid at a level of the stack."""
    k = level * THREE
    store(stack, k, rows[0])
    store(stack, k + ONE, rows[1])
    store(stack, k + U(2), rows[2])


@helper
def write_cells(stack: Stack, level: Unsigned, cells: Cells) -> None:
    """Write the digits of a solved grid on the stack."""
    for row in range(NINE):
        base = level * WORDS + row % THREE * LANES + row // THREE * TEN
        for digit in range(ONE, TEN):
            column = trailing_zeros64(U(stack[base + digit]))
            cells[row * NINE + column] = np.uint8(digit)
