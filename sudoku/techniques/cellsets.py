"""Cell sets for kernels: rows of words with a bit a cell (see `sudoku.statement.layout.Layout`)."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.techniques.tables import BIT, SIX, Tables, bit_in_word, word_of


@helper
def clear(cells: U64) -> None:
    """Empty a set."""
    for word in range(np.uint64(len(cells))):
        cells[word] = 0


@helper
def copy(cells: U64, source: U64) -> None:
    """Make a set like another one."""
    for word in range(np.uint64(len(cells))):
        cells[word] = source[word]


@helper
def add(cells: U64, cell: Unsigned) -> None:
    """Put a cell into a set."""
    cells[word_of(cell)] |= bit_in_word(cell)


@helper
def add_all(cells: U64, others: U64) -> None:
    """Put all cells of another set into a set."""
    for word in range(np.uint64(len(cells))):
        cells[word] |= others[word]


@helper
def remove_all(cells: U64, others: U64) -> None:
    """Take all cells of another set out of a set."""
    for word in range(np.uint64(len(cells))):
        cells[word] &= ~others[word]


@helper
def is_within(cells: U64, others: U64) -> bool:
    """Return whether another set has all cells of a set."""
    outside = np.uint64(0)
    for word in range(np.uint64(len(cells))):
        outside |= cells[word] & ~others[word]
    return bool(outside == 0)


@helper
def is_same(cells: U64, others: U64) -> bool:
    """Return whether two sets have the same cells."""
    different = np.uint64(0)
    for word in range(np.uint64(len(cells))):
        different |= cells[word] ^ others[word]
    return bool(different == 0)


@helper
def has(cells: U64, cell: Unsigned) -> bool:
    """Return whether a set has a cell."""
    return bool(cells[word_of(cell)] & bit_in_word(cell))


@helper
def meet(cells: U64, others: U64) -> bool:
    """Return whether two sets have a cell in common."""
    shared = np.uint64(0)
    for word in range(np.uint64(len(cells))):
        shared |= cells[word] & others[word]
    return bool(shared)


@helper
def add_peers(tables: Tables, cells: U64, watched: U64) -> None:
    """Put into a set the cells that see any of another one."""
    for word in range(np.uint64(len(watched))):
        rest = watched[word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            for k in range(np.uint64(len(cells))):
                cells[k] |= tables.layout.peer_sets[cell, k]


@helper
def count(cells: U64) -> Unsigned:
    """Count the cells of a set."""
    n_cells = np.uint64(0)
    for word in range(np.uint64(len(cells))):
        n_cells += popcount64(cells[word])
    return n_cells


@helper
def first_cell(cells: U64) -> Unsigned:
    """Return the first cell of a set that is not empty."""
    word = np.uint64(0)
    while cells[word] == 0:
        word += BIT
    return (word << SIX) + trailing_zeros64(cells[word])


@helper
def keep_peers(tables: Tables, cells: U64, cell: Unsigned) -> None:
    """Leave in a set the cells that see a cell."""
    for word in range(np.uint64(len(cells))):
        cells[word] &= tables.layout.peer_sets[cell, word]


@helper
def keep_common_peers(tables: Tables, cells: U64, watched: U64) -> None:
    """Leave in a set the cells that see all cells of another one."""
    for word in range(np.uint64(len(watched))):
        rest = watched[word]
        while rest != 0:
            keep_peers(tables, cells, (word << SIX) + trailing_zeros64(rest))
            rest &= rest - BIT
