"""The depth-first search of one puzzle, with a stack of the grids that are still to be searched."""

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from exactcover.compiled.vectors import aligned_empty
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import DEPTH, FOUND, N_LEVELS, NODES, OPEN, SOLVED, solve_each
from sudoku.solvers.bitboard.branch import branch
from sudoku.solvers.bitboard.digits import any_digit
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.step import Rows, all_places, filled, mini_rows, propagate
from sudoku.solvers.bitboard.vectors import load, store

Cells = NDArray[np.uint8]
Stack = NDArray[np.uint16]
Position = NDArray[np.uint64]

U = np.uint64
THREE, NINE, TEN, LANES, WORDS = U(3), U(9), U(10), U(32), U(N_WORDS)
ONE = U(1)


def new_stack() -> Stack:
    """Return an uninitialised stack for the kernels; shape (levels * N_WORDS,)."""
    return aligned_empty((N_LEVELS * N_WORDS,), np.uint16)


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
def search(
    stack: Stack, position: Position, solution: Cells, limit: Unsigned, budget: Unsigned
) -> None:
    """Continue until no grid is left, or there are `limit` solutions or `budget` nodes in all."""
    depth, found, nodes = position[DEPTH], position[FOUND], position[NODES]
    while depth and nodes < budget:
        depth -= ONE
        nodes += ONE
        rows, status = propagate(read(stack, depth))
        if status == OPEN:
            first, second = branch(rows)
            write(stack, depth, second)
            write(stack, depth + ONE, first)
            depth += U(2)
        elif status == SOLVED:
            if found == 0 and len(solution):
                write(stack, depth, rows)
                write_cells(stack, depth, solution)
            found += ONE
            if found >= limit:
                depth = U(0)
    position[DEPTH], position[FOUND], position[NODES] = depth, found, nodes


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


@kernel
def solve_some(arrays: Arrays, stack: Stack, position: Position, limits: Limits) -> bool:
    """Continue the search of a batch of puzzles; see `sudoku.batches.kernel.solve_each`."""
    return solve_each(start, exclude, search, arrays, stack, position, limits)
