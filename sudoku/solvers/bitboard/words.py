"""The search of `sudoku.solvers.bitboard.search` on plain integers, for machines with slow vectors.

A word of 27 bits holds a digit's places in a band: bit ``9 * row + column``, rows from 0 to 2. A
grid is 27 of them, ``9 * band + digit - 1``. The deductions are those of
`sudoku.solvers.bitboard.step`, digit by digit.
"""

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import DEPTH, FAILED, FOUND, N_LEVELS, NODES, OPEN, SOLVED, solve_each

Cells = NDArray[np.uint8]
Grid = NDArray[np.uint32]
"""The 27 words of one grid."""
Stack = NDArray[np.uint32]
Position = NDArray[np.uint64]

U: Any = np.uint64
ONE, TWO, THREE, SEVEN, NINE, WORDS = U(1), U(2), U(3), U(7), U(9), U(27)
ALL = U((1 << 27) - 1)
ROW = U(0b111_111_111)
MINI_ROWS = U(sum(1 << 3 * k for k in range(9)))
BOX = U(0b111 | 0b111 << 9 | 0b111 << 18)
COLUMN = U(1 | 1 << 9 | 1 << 18)
ORDERS = tuple(permutations(range(3)))
ROW_ORDERS = tuple(U(sum(1 << 9 * k + 3 * p[k] for k in range(3))) for p in ORDERS)
"""The mini-rows of a band that one digit can take."""
COLUMN_ORDERS = tuple(
    U(sum(1 << 9 * k + p[k] + 3 * stack for k in range(3))) for p in ORDERS for stack in range(3)
)
"""The columns that a digit can take in the three bands of a stack."""


def new_stack() -> Stack:
    """Return an uninitialised stack for the kernels; shape (levels * 27,)."""
    return np.empty(N_LEVELS * int(WORDS), dtype=np.uint32)


@helper
def start(cells: Cells, stack: Stack, position: Position) -> None:
    """Make the grid of a puzzle the only one on the stack."""
    position[DEPTH], position[FOUND] = 1, 0
    for k in range(WORDS):
        stack[k] = ALL
    for cell in range(U(81)):
        if cells[cell]:
            place(stack[:WORDS], cell // U(27), cell % U(27), U(cells[cell]) - ONE)


@helper
def exclude(stack: Stack, cell: Unsigned, digit: Unsigned) -> None:
    """Remove a candidate from the grid at the bottom of the stack."""
    stack[cell // WORDS * NINE + digit - ONE] &= ~(ONE << cell % WORDS)


@helper
def place(grid: Grid, band: Unsigned, at: Unsigned, digit: Unsigned) -> None:
    """Place a digit in a cell of a band: remove the other digits there, and it from the peers."""
    cell = ONE << at
    column = COLUMN << at % NINE
    row = ROW << at // NINE * NINE
    box = BOX << at % NINE // THREE * THREE
    for other in range(NINE):
        if other != digit:
            grid[band * NINE + other] &= ~cell
    for other in range(THREE):
        grid[other * NINE + digit] &= ~(row | column | box) | cell if other == band else ~column


@helper
def filled_boxes(places: Unsigned) -> Unsigned:
    """Return all places of the boxes that have one of these."""
    boxes = (places | places >> NINE | places >> U(18)) & ROW
    boxes = (boxes | boxes >> ONE | boxes >> TWO) & U(0b001_001_001)
    return boxes * BOX


@helper
def lock(grid: Grid, digit: Unsigned) -> bool:
    """Remove the places of a digit that are in no permutation of mini-rows or of columns.

    Return whether columns were removed, which may leave mini-rows that are in no permutation.
    """
    columns, shift = U(0), U(0)
    for band in range(THREE):
        places = U(grid[band * NINE + digit])
        mini_rows = (places | places >> ONE | places >> TWO) & MINI_ROWS
        kept = U(0)
        for order in ROW_ORDERS:
            if mini_rows & order == order:
                kept |= order
        places &= kept * SEVEN
        grid[band * NINE + digit] = places
        columns |= ((places | places >> NINE | places >> U(18)) & ROW) << shift
        shift += NINE
    kept = U(0)
    for order in COLUMN_ORDERS:
        if columns & order == order:
            kept |= order
    for band in range(THREE):
        grid[band * NINE + digit] &= (kept >> band * NINE & ROW) * COLUMN
    return bool(columns != kept)


@helper
def alone(places: Unsigned) -> Unsigned:
    """Return the places that are the only one of their box."""
    found = U(0)
    for k in range(THREE):
        box = places & BOX << k * THREE
        if box and not box & (box - ONE):
            found |= box
    return found


@helper
def place_singles(grid: Grid, band: Unsigned) -> tuple[int, bool]:
    """Apply the singles of a band; return how it stands, and whether something changed."""
    some, several, hidden = U(0), U(0), U(0)
    first = band * NINE
    for digit in range(NINE):
        places = U(grid[first + digit])
        several |= some & places
        some |= places
        hidden |= alone(places)
    if some != ALL:
        return FAILED, False
    is_changed = False
    for digit in range(NINE):
        before = U(grid[first + digit])
        if filled_boxes(before) != ALL:
            return FAILED, False
        own, naked = alone(before), before & ~several
        after = own | alone(naked) | before & ~hidden & ~filled_boxes(naked)
        grid[first + digit] = after
        is_changed |= after != before
    return OPEN if several else SOLVED, is_changed


@helper
def propagate(grid: Grid) -> int:
    """Make deductions until nothing changes; return how the grid stands."""
    while True:
        is_changed, is_solved = False, True
        for digit in range(NINE):
            is_changed |= lock(grid, digit)
        for band in range(THREE):
            status, band_changed = place_singles(grid, band)
            if status == FAILED:
                return FAILED
            is_changed |= band_changed
            is_solved &= status == SOLVED
        if not is_changed:
            return SOLVED if is_solved else OPEN


@helper
def choose(grid: Grid) -> tuple[Unsigned, Unsigned]:
    """Return the first cell with two digits, else one with more, and a digit of it."""
    chosen, chosen_band = U(0), U(0)
    for band in range(THREE):
        some, several, many = U(0), U(0), U(0)
        for digit in range(NINE):
            places = U(grid[band * NINE + digit])
            many |= several & places
            several |= some & places
            some |= places
        if several & ~many:
            chosen, chosen_band = several & ~many, band
            break
        if several:
            chosen, chosen_band = several, band
    place = trailing_zeros64(chosen)
    digit = U(0)
    while not U(grid[chosen_band * NINE + digit]) >> place & ONE:
        digit += ONE
    return chosen_band * WORDS + place, digit


@helper
def search(
    stack: Stack, position: Position, solution: Cells, limit: Unsigned, budget: Unsigned
) -> None:
    """Continue until no grid is left, or there are `limit` solutions or `budget` nodes in all."""
    depth, found, nodes = position[DEPTH], position[FOUND], position[NODES]
    while depth and nodes < budget:
        nodes += ONE
        grid = stack[(depth - ONE) * WORDS : depth * WORDS]
        status = propagate(grid)
        if status == OPEN:
            branch(grid, stack[depth * WORDS : (depth + ONE) * WORDS])
            depth += ONE
            continue
        depth -= ONE
        if status == SOLVED:
            if found == 0 and len(solution):
                write_cells(grid, solution)
            found += ONE
            if found >= limit:
                depth = U(0)
    position[DEPTH], position[FOUND], position[NODES] = depth, found, nodes


@helper
def branch(grid: Grid, copy: Grid) -> None:
    """Try a candidate in the copy, and leave the grid without it."""
    for k in range(WORDS):
        copy[k] = grid[k]
    cell, digit = choose(grid)
    band, at = cell // WORDS, cell % WORDS
    grid[band * NINE + digit] &= ~(ONE << at)
    place(copy, band, at, digit)


@helper
def write_cells(grid: Grid, cells: Cells) -> None:
    """Write the digits of a solved grid."""
    for k in range(WORDS):
        places = U(grid[k])
        while places:
            cells[k // NINE * WORDS + trailing_zeros64(places)] = np.uint8(k % NINE + ONE)
            places &= places - ONE


@kernel
def solve_some(arrays: Arrays, stack: Stack, position: Position, limits: Limits) -> bool:
    """Continue the search of a batch of puzzles; see `sudoku.batches.kernel.solve_each`."""
    return solve_each(start, exclude, search, arrays, stack, position, limits)
