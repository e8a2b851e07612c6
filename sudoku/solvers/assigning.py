"""Assigning a digit and eliminating what it excludes, until nothing more follows.

If a cell has one candidate left, its peers lose this candidate; if a digit has one place left in a
house, it is assigned there. Norvig and Mychaskiw (2014) use two mutually recursive functions,
`assign` and `eliminate`. Kernels do not recurse, so a queue holds the cells that lose candidates;
the fixed point is the same.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Algorithms 2.2 and 2.3,
after P. Norvig, "Solving every sudoku puzzle".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.statement.layout import HOUSE, Layout

ONE = np.uint32(1)
BIT = np.uint64(1)

# The indices of `Position.numbers`.
PHASE, LEVEL, QUEUED, NODES, UPDATES, SOLUTIONS = range(6)


class Position(NamedTuple):
    """Where the search stands.

    ========== ===================== ============ ==============================================
    array      shape, dtype          indexed by   holds
    ========== ===================== ============ ==============================================
    order      (n_cells, n), uint32  cell, rank   its digits, in the order in which they are tried
    cand       (n_cells + 1,         level, cell  its candidates, a bit each; level 0 is what
               n_cells), uint64                   follows from the clues
    cell       (n_cells + 1,),       level        the cell that is tried out there; uint32
    tried      (n_cells + 1,)        level        how many ranks were tried in it; uint32
    pending    (n_cells,), uint64    cell         candidates that are still to be taken from it
    queue      (n_cells,), uint32    0 .. QUEUED  the cells with such
    numbers    (6,), uint64          PHASE ...    where the search stands, and its counters
    ========== ===================== ============ ==============================================

    The kernels change all but `order`.
    """

    layout: Layout
    order: U32
    cand: U64
    cell: U32
    tried: U32
    pending: U64
    queue: U32
    numbers: U64


@helper
def restrict(position: Position, cand: U64, cell: Unsigned, kept: Unsigned) -> bool:
    """Restrict a cell to some candidates and propagate; return False on a contradiction."""
    push(position, cell, cand[cell] & ~kept)
    numbers = position.numbers
    while numbers[QUEUED] > 0:
        numbers[QUEUED] -= ONE
        cell = position.queue[numbers[QUEUED]]
        gone = position.pending[cell] & cand[cell]
        position.pending[cell] = 0
        if gone == 0:
            continue
        left = cand[cell] & ~gone
        cand[cell] = left
        numbers[UPDATES] += popcount64(gone)
        if left != 0 and left & (left - BIT) == 0:
            take_from_peers(position, cand, cell, left)
        if left == 0 or not place_in_houses(position, cand, cell, gone):
            forget(position)
            return False
    return True


@helper
def push(position: Position, cell: Unsigned, mask: Unsigned) -> None:
    """Queue the elimination of candidates from a cell."""
    if mask == 0:
        return
    if position.pending[cell] == 0:
        position.queue[position.numbers[QUEUED]] = cell
        position.numbers[QUEUED] += ONE
    position.pending[cell] |= mask


@helper
def forget(position: Position) -> None:
    """Clear the queue."""
    for k in range(position.numbers[QUEUED]):
        position.pending[position.queue[k]] = 0
    position.numbers[QUEUED] = 0


@helper
def take_from_peers(position: Position, cand: U64, cell: Unsigned, bit: Unsigned) -> None:
    """Queue the elimination of the digit of a cell from its peers."""
    layout = position.layout
    for k in range(layout.first_peer[cell], layout.first_peer[cell + ONE]):
        peer = layout.peers[k]
        push(position, peer, cand[peer] & bit)


@helper
def place_in_houses(position: Position, cand: U64, cell: Unsigned, gone: Unsigned) -> bool:
    """Assign the digits eliminated from a cell that have one place left in one of its houses.

    False if one of them has none.
    """
    layout = position.layout
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        house = layout.houses[layout.positions[k, HOUSE]]
        once, twice = np.uint64(0), np.uint64(0)
        for place in range(np.uint64(len(house))):
            mask = cand[house[place]]
            twice |= once & mask
            once |= mask
        if gone & ~once != 0:
            return False
        single = gone & once & ~twice
        while single != 0:
            bit = single & (~single + BIT)
            single ^= bit
            other = place_of(cand, house, bit)
            push(position, other, cand[other] & ~bit)
    return True


@helper
def place_of(cand: U64, house: U32, bit: Unsigned) -> Unsigned:
    """Return the first cell of a house that has a candidate."""
    place: Unsigned = np.uint64(0)
    while cand[house[place]] & bit == 0:
        place += BIT
    return house[place]
