"""The depth-first search of a batch, 256 puzzles at a time, one bit of every vector each.

All lanes make the same rounds of deductions. When enough grids need no more of them, these lanes
branch, return to a grid on their stacks, or begin another puzzle. The others wait.

Few lanes are slow, because a round takes as long for one of them. So the last puzzles of a batch
are left to `sudoku.solvers.bitboard`: their counts stay as they were.
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import N_LEVELS
from sudoku.solvers.bitslice.branch import choose, clear_moves, divide, move
from sudoku.solvers.bitslice.state import (
    ACTIVE,
    FIRST,
    FRESH,
    N_CANDIDATES,
    N_CELLS,
    OPEN,
    SOLVED,
    WRONG,
    Slices,
)
from sudoku.solvers.bitslice.step import deduce
from sudoku.solvers.bitslice.vectors import N_LANES, N_WORDS, has_any, load, store

U = np.uint64
ZERO, ONE, NINE, TEN, BITS = U(0), U(1), U(9), U(10), U(64)
WORDS, CELLS, CANDIDATES, LEVELS = U(N_WORDS), U(N_CELLS), U(N_CANDIDATES), U(N_LEVELS)
PLACES = U(4)
"""The places of a digit as a binary number."""
ALL = ~ZERO

BEGUN, NEXT, NODES = range(3)
"""Where a position keeps whether the search has begun, the next puzzle, and the nodes of a call."""
LEAST_ACTIVE = U(32)
"""With fewer puzzles, a round takes longer than as many of `sudoku.solvers.bitboard`."""
READY, OF_ACTIVE = U(3), U(8)
"""Lanes branch when this part of the active ones need no more rounds."""


@kernel
def solve_some(arrays: Arrays, s: Slices, position: U64, limits: Limits) -> bool:
    """Continue the search of a batch of puzzles; return whether it ended, or few are left."""
    position[NODES] = 0
    if position[BEGUN] == 0:
        position[BEGUN] = 1
        begin(s)
        fill(arrays, s, position)
    while position[NODES] < U(limits.budget):
        n_active = count(s, ACTIVE)
        if position[NEXT] == U(len(arrays.puzzles)) and n_active < LEAST_ACTIVE:
            return True
        go_on(s, n_active)
        position[NODES] += count(s, OPEN) + count(s, SOLVED) + count(s, WRONG)
        turn(arrays, s, limits)
        if has_any(load(s.masks, U(FRESH))):
            fill(arrays, s, position)
    return False


@helper
def begin(s: Slices) -> None:
    """Let all lanes wait for a puzzle."""
    for k in range(WORDS):
        s.masks[U(ACTIVE) * WORDS + k] = 0
        s.masks[U(FRESH) * WORDS + k] = ALL
    for k in range(CANDIDATES * WORDS):
        s.grid[k] = ALL
    for k in range(CELLS * WORDS):
        s.several[k], s.known[k] = ALL, 0
    for k in range(TEN * CELLS * WORDS):
        s.clues[k] = 0
    clear_moves(s, LEVELS)


@helper
def go_on(s: Slices, n_active: Unsigned) -> None:
    """Make rounds until enough lanes need no more."""
    n_ready = ZERO
    while n_ready * OF_ACTIVE < n_active * READY:
        changed, wrong, unsolved = deduce(s)
        active = load(s.masks, U(ACTIVE))
        store(s.masks, U(WRONG), wrong & active)
        store(s.masks, U(SOLVED), active & ~(wrong | unsolved))
        store(s.masks, U(OPEN), active & unsolved & ~(wrong | changed))
        n_ready = count(s, WRONG) + count(s, SOLVED) + count(s, OPEN)


@helper
def count(s: Slices, mask: int) -> Unsigned:
    """Return the number of lanes in a mask."""
    n = ZERO
    for k in range(WORDS):
        n += popcount64(s.masks[U(mask) * WORDS + k])
    return n


@helper
def turn(arrays: Arrays, s: Slices, limits: Limits) -> None:
    """Let all lanes that need no more rounds branch, return, or wait for a puzzle."""
    note_solutions(arrays, s, limits)
    n_levels = ZERO
    for word in range(WORDS):
        fresh = ZERO
        lanes = s.masks[U(OPEN) * WORDS + word]
        while lanes:
            bit = lanes & (~lanes + ONE)
            lane = word * BITS + trailing_zeros64(lanes)
            lanes ^= bit
            depth = s.depth[lane]
            s.pushed[depth * WORDS + word] |= bit
            s.depth[lane] = depth + ONE
            n_levels = max(n_levels, depth + ONE)
        lanes = s.masks[U(WRONG) * WORDS + word] | s.masks[U(SOLVED) * WORDS + word]
        while lanes:
            bit = lanes & (~lanes + ONE)
            lane = word * BITS + trailing_zeros64(lanes)
            lanes ^= bit
            depth = s.depth[lane]
            if depth == 0:
                arrays.counts[s.puzzle[lane]] = s.found[lane]
                fresh |= bit
            else:
                s.depth[lane] = depth - ONE
                s.popped[(depth - ONE) * WORDS + word] |= bit
                n_levels = max(n_levels, depth)
        s.masks[U(FRESH) * WORDS + word] = fresh
    n_branches = choose(s)
    move(s, n_levels)
    divide(s, n_branches, n_levels)
    forget(s, n_levels)
    clear_moves(s, n_levels)


@helper
def forget(s: Slices, n_levels: Unsigned) -> None:
    """Forget which cells are known, and which have several candidates, in grids of the stack."""
    lanes = load(s.masks, U(FRESH))
    for level in range(n_levels):
        lanes = lanes | load(s.popped, level)
    for cell in range(CELLS):
        store(s.known, cell, load(s.known, cell) & ~lanes)
        store(s.several, cell, load(s.several, cell) | lanes)


@helper
def note_solutions(arrays: Arrays, s: Slices, limits: Limits) -> None:
    """Count the solutions found, write first ones, and clear the stacks of lanes with enough."""
    some = ZERO
    for word in range(WORDS):
        first, lanes = ZERO, s.masks[U(SOLVED) * WORDS + word]
        while lanes:
            bit = lanes & (~lanes + ONE)
            lane = word * BITS + trailing_zeros64(lanes)
            lanes ^= bit
            if s.found[lane] == 0:
                first |= bit
            s.found[lane] += ONE
            if s.found[lane] >= U(limits.solutions):
                s.depth[lane] = 0
        s.masks[U(FIRST) * WORDS + word] = first
        some |= first
    if some and len(arrays.solutions):
        write(arrays, s)


@helper
def write(arrays: Arrays, s: Slices) -> None:
    """Write the solved grids of lanes with a first solution."""
    for cell in range(CELLS):
        binary(s, cell)
    for word in range(WORDS):
        lanes = s.masks[U(FIRST) * WORDS + word]
        while lanes:
            shift = trailing_zeros64(lanes)
            lanes &= lanes - ONE
            puzzle = s.puzzle[word * BITS + shift]
            for cell in range(CELLS):
                k = cell * PLACES * WORDS + word
                value = s.chosen[k] >> shift & ONE
                value |= (s.chosen[k + WORDS] >> shift & ONE) << ONE
                value |= (s.chosen[k + U(2) * WORDS] >> shift & ONE) << U(2)
                value |= (s.chosen[k + U(3) * WORDS] >> shift & ONE) << U(3)
                arrays.solutions[puzzle, cell] = np.uint8(value)


@helper
def binary(s: Slices, cell: Unsigned) -> None:
    """Note the digit of a cell with one candidate as a binary number of four places."""
    for place in range(PLACES):
        some = load(s.grid, cell)
        some = some ^ some
        for digit in range(NINE):
            if digit + ONE >> place & ONE:
                some = some | load(s.grid, digit * CELLS + cell)
        store(s.chosen, cell * PLACES + place, some)


@helper
def fill(arrays: Arrays, s: Slices, position: U64) -> None:
    """Begin a puzzle in every fresh lane, while there are some left."""
    n = U(len(arrays.puzzles))
    for word in range(WORDS):
        given, lanes = ZERO, s.masks[U(FRESH) * WORDS + word]
        fresh = lanes
        while lanes:
            shift = trailing_zeros64(lanes)
            bit = ONE << shift
            lanes ^= bit
            if position[NEXT] < n:
                puzzle, lane = position[NEXT], word * BITS + shift
                position[NEXT] += ONE
                s.puzzle[lane], s.depth[lane], s.found[lane] = puzzle, 0, 0
                given |= bit
                for cell in range(CELLS):
                    k = U(arrays.puzzles[puzzle, cell]) * CELLS + cell
                    s.clues[k * WORDS + word] |= bit
        s.masks[U(ACTIVE) * WORDS + word] = s.masks[U(ACTIVE) * WORDS + word] & ~fresh | given
        s.masks[U(FRESH) * WORDS + word] = given
    start(s)
    if len(arrays.barred):
        exclude(arrays, s)


@helper
def start(s: Slices) -> None:
    """Let fresh lanes have the candidates that the clues leave in their own cells."""
    fresh = load(s.masks, U(FRESH))
    zero = fresh ^ fresh
    for cell in range(CELLS):
        blank = load(s.clues, cell)
        store(s.clues, cell, zero)
        for digit in range(NINE):
            k = digit * CELLS + cell
            here = load(s.grid, k) & ~fresh | load(s.clues, k + CELLS) | blank
            store(s.grid, k, here)
            store(s.clues, k + CELLS, zero)


@helper
def exclude(arrays: Arrays, s: Slices) -> None:
    """Remove the barred candidate of every fresh lane."""
    for lane in range(U(N_LANES)):
        word, bit = lane // BITS, ONE << lane % BITS
        if s.masks[U(FRESH) * WORDS + word] & bit:
            puzzle = s.puzzle[lane]
            cell, digit = U(arrays.barred[puzzle, 0]), U(arrays.barred[puzzle, 1]) - ONE
            s.grid[(digit * CELLS + cell) * WORDS + word] &= ~bit
