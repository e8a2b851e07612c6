"""What follows from the candidates of a grid: naked and hidden singles, until nothing changes."""

import numpy as np

from exactcover.bits import trailing_zeros64
from exactcover.jit import helper
from exactcover.links import Unsigned
from sudoku.bitmask.locked import exclude_behind
from sudoku.bitmask.narrowing import narrow
from sudoku.bitmask.state import EVERYWHERE, SINGLES, UPDATES, State
from sudoku.layout import U64

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
NO_HOUSE = np.uint64(0xFFFFFFFF)


@helper
def propagate(state: State, grid: U64, changed: Unsigned) -> bool:
    """Draw all conclusions; return False if a cell is left without digits or a digit without cells.

    Only a change in the cell `changed` is new, or all of the grid.
    """
    position = state.position
    _begin(state, grid, changed)
    while True:
        while position[SINGLES] > 0:
            position[SINGLES] -= ONE
            if not exclude(state, grid, state.singles[position[SINGLES]]):
                return False
        house = _next_house(state.dirty)
        if house != NO_HOUSE:
            state.unsplit[house // WORD] |= ONE << (house % WORD)
            if not _place_hidden(state, grid, house):
                return False
            continue
        house = _next_house(state.unsplit)
        if house == NO_HOUSE:
            return True
        if not exclude_behind(state, grid, house):
            return False


@helper
def _begin(state: State, grid: U64, changed: Unsigned) -> None:
    """Note what is to be looked at first."""
    state.position[SINGLES] = 0
    for word in range(np.uint64(len(state.dirty))):
        state.dirty[word] = 0
        state.unsplit[word] = 0
    if changed != EVERYWHERE:
        narrow(state, grid, changed, grid[changed])
        return
    for cell in range(np.uint64(len(grid))):
        narrow(state, grid, cell, grid[cell])


@helper
def exclude(state: State, grid: U64, cell: Unsigned) -> bool:
    """Take the digit of a cell from its peers; return False if one has no other."""
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
            narrow(state, grid, peer, digits ^ digit)
    return True


@helper
def _next_house(dirty: U64) -> Unsigned:
    """Take a house that is to be looked at, or NO_HOUSE."""
    for word in range(np.uint64(len(dirty))):
        if dirty[word] != 0:
            house = WORD * word + trailing_zeros64(dirty[word])
            dirty[word] &= dirty[word] - ONE
            return house
    return NO_HOUSE


@helper
def _place_hidden(state: State, grid: U64, house: Unsigned) -> bool:
    """Place the digits that have one place in a house; return False if one has none.

    Or if two have the same one.
    """
    cells = state.tables.houses[house]
    state.position[UPDATES] += np.uint64(len(cells))
    once, twice, placed = ZERO, ZERO, ZERO
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
            narrow(state, grid, cell, digits)
    return True
