"""The beginning of a search for the canonical form of a puzzle."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from sudoku.isomorphs.canonical.state import (
    CELL,
    CLASS,
    COLUMN,
    COMMON,
    DEPTH,
    IS_BEGUN,
    IS_LESS,
    N_FACTORS,
    N_FOUND,
    N_NUMBERS,
    NONE,
    PLACE,
    SEEN_ROW,
    USED,
    State,
)
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes


@helper
def begin(state: State, puzzle: Bytes) -> bool:
    """Begin the search for a puzzle; return whether no two of its clues clash."""
    n = state.sizes[0]
    if has_clash(state, puzzle):
        return False
    for row in range(n):
        for column in range(n):
            digit = puzzle[row * n + column]
            state.board[0, row, column] = digit
            state.board[1, column, row] = digit
    for orientation in range(state.sizes[3]):
        for band in range(n):
            state.n_blank[orientation, band] = 0
        for row in range(n):
            is_blank = True
            for column in range(n):
                is_blank &= state.board[orientation, row, column] == 0
            state.is_blank[orientation, row] = np.uint8(is_blank)
            if is_blank:
                state.n_blank[orientation, state.band_of[row]] += np.uint8(1)
    position, numbers = state.positions[0], state.numbers[0]
    for k in range(n):
        position[COLUMN, k] = np.uint8(k)
        position[PLACE, k] = np.uint8(k)
        position[CELL, k] = np.uint8(state.slot_of[k] * state.sizes[1])
        position[CLASS, k] = np.uint8(0)
        position[SEEN_ROW, k] = NONE
        position[USED, k] = np.uint8(0)
    for k in range(np.uint64(N_NUMBERS)):
        numbers[k] = ZERO
    search = state.search
    search[DEPTH] = search[COMMON] = ZERO
    search[N_FACTORS] = search[N_FOUND] = ZERO
    search[IS_LESS] = search[IS_BEGUN] = ONE
    return True


@helper
def is_filled(puzzle: Bytes) -> bool:
    """Return whether there is no blank."""
    has_blank = False
    for cell in range(np.uint64(len(puzzle))):
        has_blank |= puzzle[cell] == 0
    return not has_blank


@helper
def has_clash(state: State, puzzle: Bytes) -> bool:
    """Return whether a row, a column or a box holds a digit twice."""
    n, seen = state.sizes[0], state.seen
    n_stacks = state.slot_of[n - ONE] + ONE
    for k in range(n):
        seen[0, k] = seen[1, k] = seen[2, k] = ZERO
    for row in range(n):
        corner = state.band_of[row] * n_stacks
        for column in range(n):
            digit = np.uint64(puzzle[row * n + column])
            if digit != ZERO:
                bit, box = ONE << digit - ONE, corner + state.slot_of[column]
                if (seen[0, row] | seen[1, column] | seen[2, box]) & bit != ZERO:
                    return True
                seen[0, row] |= bit
                seen[1, column] |= bit
                seen[2, box] |= bit
    return False
