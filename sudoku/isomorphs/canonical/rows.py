"""The choice of the next row of the canonical form."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.isomorphs.canonical.columns import class_end
from sudoku.isomorphs.canonical.stacks import leading_blanks
from sudoku.isomorphs.canonical.state import ALIKE, N_CHOSEN, ROW, SOURCE, TRANSPOSED, USED, State
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes


@helper
def row_choices(state: State, position: Bytes, numbers: U64, choices: U64) -> Unsigned:
    """Return the number of rows that may come next; `choices` lists orientation * n + row.

    Rows that begin with fewer blanks than another one are left out. Of blank rows in a band, and
    of blank bands, there is only the first one.
    """
    n = state.sizes[0]
    first, last = numbers[TRANSPOSED], numbers[TRANSPOSED] + ONE
    if numbers[ROW] == ZERO:
        last = state.sizes[3]
    most, n_choices = ZERO, ZERO
    for orientation in range(first, last):
        for row in range(n):
            if is_candidate(state, position, numbers, orientation, row):
                run = leading_run(state, position, state.board[orientation, row])
                if run > most:
                    most, n_choices = run, ZERO
                if run == most:
                    choices[n_choices] = orientation * n + row
                    n_choices += ONE
    return n_choices


@helper
def is_candidate(
    state: State, position: Bytes, numbers: U64, orientation: Unsigned, row: Unsigned
) -> bool:
    """Return whether a row may come next, and no row before it is blank as it is."""
    if position[USED, row] != 0:
        return False
    q, band, number = state.sizes[2], state.band_of[row], numbers[ROW]
    begins = number == ZERO or state.band_of[number] != state.band_of[number - ONE]
    if not begins and band != state.band_of[position[SOURCE, number - ONE]]:
        return False
    if state.is_blank[orientation, row] == 0:
        return True
    for other in range(band * q, row):
        if position[USED, other] == 0 and state.is_blank[orientation, other] != 0:
            return False
    if begins and state.n_blank[orientation, band] == q:
        for other in range(band):
            is_used = position[USED, other * q] != 0
            if not is_used and state.n_blank[orientation, other] == q:
                return False
    return True


@helper
def leading_run(state: State, position: Bytes, source: Bytes) -> Unsigned:
    """Return the most blanks with which a row can begin."""
    n_stacks = state.slot_of[state.sizes[0] - ONE] + ONE
    slot, run = ZERO, ZERO
    while slot < n_stacks:
        end = class_end(state, position, slot)
        most, n_full = ZERO, ZERO
        for each in range(slot, end):
            blanks = leading_blanks(state, position, source, each)
            if blanks == state.sizes[1]:
                n_full += ONE
            else:
                most = max(most, blanks)
        run += n_full * state.sizes[1]
        if n_full < end - slot:
            return run + most
        slot = end
    return run


@helper
def take_row(state: State, position: Bytes, numbers: U64, choice: Unsigned) -> None:
    """Let a row come next."""
    n, q, number = state.sizes[0], state.sizes[2], numbers[ROW]
    if choice >= n:
        numbers[TRANSPOSED] = ONE
        choice -= n
    orientation = numbers[TRANSPOSED]
    alike, band = ONE, state.band_of[choice]
    if state.is_blank[orientation, choice] != 0:
        alike = ZERO
        for other in range(band * q, band * q + q):
            if position[USED, other] == 0 and state.is_blank[orientation, other] != 0:
                alike += ONE
        if alike == q:  # a whole band, and it may be any blank one
            alike = ZERO
            for other in range(state.band_of[n - ONE] + ONE):
                if state.n_blank[orientation, other] == q and position[USED, other * q] == 0:
                    alike += q
    position[ALIKE, number] = np.uint8(alike)
    position[SOURCE, number] = np.uint8(choice)
    position[USED, choice] = np.uint8(1)
    numbers[N_CHOSEN] = number + ONE
