"""Propagation of singles, locked candidates and constraints until nothing changes."""

from collections.abc import Callable

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.locked import exclude_behind
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import CULPRIT, EVERYWHERE, SINGLES, UPDATES, State

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
NONE = np.uint64(0xFFFFFFFF)


Propagator = Callable[[State, U64, Unsigned], bool]
"""Removes the candidates that a constraint excludes; `propagate_nothing` if there are none."""


@helper
def propagate_nothing(state: State, grid: U64, constraint: Unsigned) -> bool:
    """Return True: without constraints no search has to wait until their kernels are compiled."""
    return True


@helper
def propagate(state: State, grid: U64, changed: Unsigned, propagator: Propagator) -> bool:
    """Propagate; return False if a cell is left without digits or a digit without cells.

    Only a change in the cell `changed` is new, or all of the grid. What failed is the CULPRIT: a
    house or constraint, or NONE for a digit that two peers would hold.
    """
    position = state.position
    first_constraint = WORD * np.uint64(len(state.unsplit))
    if not _begin(state, grid, changed):
        return False
    while True:
        while position[SINGLES] > 0:
            position[SINGLES] -= ONE
            position[CULPRIT] = NONE
            if not exclude(state, grid, state.singles[position[SINGLES]]):
                return False
        watcher = _next(state.dirty)
        position[CULPRIT] = watcher
        if watcher < first_constraint:
            state.unsplit[watcher // WORD] |= ONE << (watcher % WORD)
            if not _place_hidden(state, grid, watcher):
                return False
            continue
        if watcher != NONE:
            if not propagator(state, grid, watcher - first_constraint):
                return False
            continue
        house = _next(state.unsplit)
        position[CULPRIT] = house
        if house == NONE:
            return True
        if not exclude_behind(state, grid, house):
            return False


@helper
def _begin(state: State, grid: U64, changed: Unsigned) -> bool:
    """Queue what depends on the change; return False if a cell has no candidates."""
    state.position[SINGLES] = 0
    for word in range(np.uint64(len(state.dirty))):
        state.dirty[word] = 0
    for word in range(np.uint64(len(state.unsplit))):
        state.unsplit[word] = 0
    if changed != EVERYWHERE:
        restrict(state, grid, changed, grid[changed])
        return True
    for cell in range(np.uint64(len(grid))):
        if grid[cell] == 0:
            return False
        restrict(state, grid, cell, grid[cell])
    return True


@helper
def exclude(state: State, grid: U64, cell: Unsigned) -> bool:
    """Remove the digit of a cell from its peers; return False if one has no other."""
    tables = state.tables
    digit = grid[cell]
    first, last = tables.first_peer[cell], tables.first_peer[cell + ONE]
    state.position[UPDATES] += last - first
    for k in range(first, last):
        peer = tables.peers[k]
        digits = grid[peer]
        if digits & digit != 0:
            if digits == digit:
                return False
            # The candidates 0b101 (1 and 3) without 0b100 are 0b001.
            restrict(state, grid, peer, digits ^ digit)
    return True


@helper
def _next(waiting: U64) -> Unsigned:
    """Return the first house or constraint in the queue, and remove it; NONE if it is empty."""
    for word in range(np.uint64(len(waiting))):
        if waiting[word] != 0:
            number = WORD * word + trailing_zeros64(waiting[word])
            waiting[word] &= waiting[word] - ONE  # 0b0110 & 0b0101 is 0b0100
            return number
    return NONE


@helper
def _place_hidden(state: State, grid: U64, house: Unsigned) -> bool:
    """Place the digits that have one place in a house.

    Return False if one has none, or if two have the same one.
    """
    cells = state.tables.houses[house]
    state.position[UPDATES] += np.uint64(len(cells))
    once, twice, placed = ZERO, ZERO, ZERO
    # Cells with 0b011, 0b011 and 0b111: once is 0b111 and twice 0b011, so 0b100 (3) has one place.
    for k in range(np.uint64(len(cells))):
        digits = grid[cells[k]]
        twice |= once & digits
        once |= digits
        if digits & (digits - ONE) == 0:
            placed |= digits
    if once != state.tables.full:
        return False
    hidden = once & ~twice & ~placed
    if hidden == 0:
        return True
    for k in range(np.uint64(len(cells))):
        cell = cells[k]
        digits = grid[cell] & hidden
        if digits != 0:
            if digits & (digits - ONE) != 0:
                return False
            restrict(state, grid, cell, digits)
    return True
