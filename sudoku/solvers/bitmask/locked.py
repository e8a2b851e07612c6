"""Locked candidates: a digit all of whose places in a house lie in another house, too."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import State

ZERO = np.uint64(0)
ONE = np.uint64(1)
# The columns of `Tables.pieces`.
INSIDE, BEHIND, END = range(3)


@helper
def exclude_behind(state: State, grid: U64, house: Unsigned) -> bool:
    """Remove digits that a house has in one piece only from the cells that see that piece.

    Return False if one of these has no other.
    """
    tables = state.tables
    for split in range(tables.first_split[house], tables.first_split[house + ONE]):
        first, last = np.uint64(tables.splits[split]), np.uint64(tables.splits[split + ONE])
        locked = _find_locked(state, grid, first, last)
        if locked != 0:
            for piece in range(first, last):
                digits = locked & state.held[piece - first]
                if digits != 0 and not _take_away(state, grid, digits, piece):
                    return False
    return True


@helper
def _find_locked(state: State, grid: U64, first: Unsigned, last: Unsigned) -> Unsigned:
    """Return the digits, not placed yet, that only one of the pieces can hold; set `held`."""
    tables = state.tables
    once, twice, placed = ZERO, ZERO, ZERO
    # Pieces that hold 0b0011, 0b0001 and 0b0101: once is 0b0111 and twice 0b0001. So 2 is locked in
    # the first piece, and 3 in the last one.
    for piece in range(first, last):
        held = ZERO
        for k in range(tables.pieces[piece, INSIDE], tables.pieces[piece, BEHIND]):
            digits = grid[tables.members[k]]
            held |= digits
            if digits & (digits - ONE) == 0:
                placed |= digits
        state.held[piece - first] = held
        twice |= once & held
        once |= held
    return once & ~twice & ~placed


@helper
def _take_away(state: State, grid: U64, digits: Unsigned, piece: Unsigned) -> bool:
    """Remove digits from the cells that see a piece; return False if one has no other."""
    tables = state.tables
    for k in range(tables.pieces[piece, BEHIND], tables.pieces[piece, END]):
        cell = tables.members[k]
        held = grid[cell]
        if held & digits != 0:
            if held & ~digits == 0:
                return False
            restrict(state, grid, cell, held & ~digits)
    return True
