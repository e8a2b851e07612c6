"""The tables of candidates that techniques read and change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.puzzle.clues import write_clues
from sudoku.statement.layout import HOUSE, PLACE, Layout
from sudoku.statement.mask_arrays import packed

ONE = np.uint32(1)
BIT = np.uint64(1)
SIX, LOW = np.uint64(6), np.uint64(63)


class Tables(NamedTuple):
    """The candidates of a puzzle in three tables: by cell, by house and digit, and by digit.

    ======== ==================== ============== =================================================
    array    shape, dtype         indexed by     holds
    ======== ==================== ============== =================================================
    grid     (n_cells,), uint32   cell           the digit placed in it, 0 for none
    cand     (n_cells,), uint64   cell           its candidates: digit d is bit d - 1; 0 once placed
    pos      (n_houses, n),       house, digit   the places of the cells that may hold digit + 1, a
             uint64                              bit each; 0 once it is placed
    left     (n_houses,), uint64  house          the digits that are not placed in it yet
    places   (n, words), uint64   digit          the cells that may hold digit + 1, as a cell set
                                                 (see `sudoku.statement.layout.Layout`); not those
                                                 placed
    ======== ==================== ============== =================================================

    Only `place` and `remove` change them.
    """

    layout: Layout
    grid: U32
    cand: U64
    pos: U64
    left: U64
    places: U64


def blank(layout: Layout) -> Tables:
    """Return the tables of a puzzle without clues."""
    n_cells, (n_houses, n) = len(layout.first_position) - 1, layout.houses.shape
    full = np.uint64((1 << n) - 1)
    tables = Tables(
        layout,
        np.zeros(n_cells, dtype=np.uint32),
        np.full(n_cells, full),
        np.full((n_houses, n), full),
        np.full(n_houses, full),
        np.repeat(packed([(1 << n_cells) - 1], n_cells), n, axis=0),
    )
    barred = np.flatnonzero(layout.allowed != full).astype(np.uint32)
    if len(barred):
        eliminate_all(tables, barred, ~layout.allowed[barred])
    return tables


@helper
def wipe(tables: Tables) -> None:
    """Reset the tables to those of a puzzle without clues."""
    n_houses, n = tables.pos.shape
    full = ~np.uint64(0) >> np.uint64(64 - n)
    for cell in range(len(tables.grid)):
        tables.grid[cell] = 0
        tables.cand[cell] = full
    for house in range(n_houses):
        tables.left[house] = full
        for digit in range(n):
            tables.pos[house, digit] = full
    for digit in range(n):
        for word in range(tables.places.shape[1]):
            tables.places[digit, word] = 0
        for cell in range(np.uint64(len(tables.grid))):
            tables.places[digit, word_of(cell)] |= bit_in_word(cell)
    for cell in range(np.uint32(len(tables.grid))):
        remove(tables, cell, ~tables.layout.allowed[cell])


@helper
def bit_of(index: Unsigned) -> Unsigned:
    """Return the mask of a place, or of a digit less 1."""
    return BIT << np.uint64(index)


@helper
def word_of(cell: Unsigned) -> Unsigned:
    """Return the index of the word of a cell set that has the cell."""
    return np.uint64(cell) >> SIX


@helper
def bit_in_word(cell: Unsigned) -> Unsigned:
    """Return the mask of a cell in that word."""
    return BIT << (np.uint64(cell) & LOW)


@helper
def sees(tables: Tables, cell: Unsigned, other: Unsigned) -> bool:
    """Return whether two cells cannot hold the same digit."""
    return bool(tables.layout.peer_sets[cell, word_of(other)] & bit_in_word(other))


@helper
def exclude(tables: Tables, one: Unsigned, other: Unsigned) -> bool:
    """Return whether two candidates, ``cell * n + digit - 1``, exclude each other."""
    n, layout = np.uint64(tables.pos.shape[1]), tables.layout
    if one % n == other % n and sees(tables, one // n, other // n):
        return True
    if one // n == other // n:
        return bool(one != other)
    is_rival = False
    for k in range(layout.first_weak_link[one], layout.first_weak_link[one + BIT]):
        is_rival |= layout.weak_links[k] == other
    return is_rival


@helper
def remove(tables: Tables, cell: Unsigned, mask: Unsigned) -> None:
    """Remove candidates from a cell, in all tables."""
    layout = tables.layout
    mask &= tables.cand[cell]
    tables.cand[cell] &= ~mask
    while mask != 0:
        digit = trailing_zeros64(mask)
        mask &= mask - BIT
        tables.places[digit, word_of(cell)] &= ~bit_in_word(cell)
        for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
            tables.pos[layout.positions[k, HOUSE], digit] &= ~bit_of(layout.positions[k, PLACE])


@helper
def place(tables: Tables, cell: Unsigned, digit: Unsigned) -> None:
    """Place a digit, from 1, in a cell, and remove all candidates that it excludes."""
    layout, n = tables.layout, np.uint32(tables.pos.shape[1])
    bit = bit_of(digit - ONE)
    tables.grid[cell] = digit
    remove(tables, cell, tables.cand[cell])
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        remove(tables, layout.peers[k], bit)
    candidate = np.uint32(cell) * n + np.uint32(digit) - ONE
    for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + ONE]):
        remove(tables, layout.weak_links[k] // n, bit_of(layout.weak_links[k] % n))
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        tables.left[layout.positions[k, HOUSE]] &= ~bit


@helper
def lies_in(layout: Layout, cell: Unsigned, house: Unsigned) -> bool:
    """Return whether a house has the cell."""
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        if layout.positions[k, HOUSE] == house:
            return True
    return False


@kernel
def place_clues(tables: Tables, options: U32) -> bool:
    """Place the clues, given as numbers of candidates; False if two of them clash."""
    if not write_clues(tables.layout, tables.grid, options):
        return False
    for cell in range(np.uint64(len(tables.grid))):
        if tables.grid[cell] != 0:
            place(tables, cell, tables.grid[cell])
    return True


@kernel
def put(tables: Tables, cell: int, digit: int) -> None:
    """Place a digit, from 1."""
    place(tables, np.uint32(cell), np.uint32(digit))


@kernel
def eliminate_all(tables: Tables, cells: U32, masks: U64) -> None:
    """Remove candidates from cells."""
    for k in range(len(cells)):
        remove(tables, cells[k], masks[k])


@kernel
def is_sound(tables: Tables) -> bool:
    """Return whether every blank cell has a candidate, and every digit a place in every house."""
    n_bad = 0
    for cell in range(np.uint64(len(tables.grid))):
        n_bad += tables.grid[cell] == 0 and tables.cand[cell] == 0
    for house in range(np.uint64(len(tables.left))):
        held = np.uint64(0)
        for digit in range(np.uint64(tables.pos.shape[1])):
            held |= np.uint64(tables.pos[house, digit] != 0) << digit
        n_bad += tables.left[house] & ~held != 0
    return n_bad == 0
