"""Wings: k cells of a house with k + 1 candidates between them, and a cell with two of these.

With two cells that is the XY-wing and the XYZ-wing, then WXYZ, VWXYZ, UVWXYZ: ALS-XZ, one of whose
sets is a cell of two candidates. If all places of x in the set see the cell, the set or the cell
holds z, which goes from whatever sees all places of it. Where that is true of x too, the sets are
doubly linked, and each digit of the set goes from what sees all places of it there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.ratings.explainer.board import CELLS, HOUSES, NINE, SUBSETS, Count
from sudoku.ratings.explainer.workspace import (
    RATING,
    State,
    clear,
    forget,
    is_easier,
    n_lost,
    offer,
)
from sudoku.techniques.tables import BIT, bit_of


class Set(NamedTuple):
    """Some cells of a house, as places in it, and all digits that they may hold."""

    house: Unsigned
    places: Unsigned
    digits: Unsigned


@kernel
def find(state: State, size: Count, ratings: NDArray[np.int64]) -> Count:
    """Look for the easiest wing with a set of this size.

    A rating is looked up by the number of candidates of the cell of the set with most candidates.
    """
    forget(state)
    for house in range(HOUSES):
        for places in range(SUBSETS):
            if popcount64(places) == size:
                digits, richest = union_of(state, house, places)
                if popcount64(digits) == size + 1 and richest != 0:
                    look_around(state, Set(house, places, digits), ratings[richest])
    return state.workspace.found[RATING]


@helper
def union_of(state: State, house: Unsigned, places: Unsigned) -> tuple[Unsigned, Count]:
    """Return the candidates of cells of a house, and the most of one cell; 0 if one is filled."""
    digits: Unsigned = np.uint64(0)
    richest: Count = np.int64(0)
    while places != 0:
        mask = state.tables.cand[
            state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        ]
        count = np.int64(popcount64(mask))
        if count < 2:
            return np.uint64(0), np.int64(0)
        digits |= mask
        richest = max(richest, count)
        places &= places - BIT
    return digits, richest


@helper
def look_around(state: State, cells: Set, rating: Count) -> None:
    """Look for cells of two of the digits, outside the set."""
    easiest = state.workspace.found[RATING]
    if easiest != 0 and rating > easiest:
        return
    for cell in range(CELLS):
        pair = state.tables.cand[cell]
        if popcount64(pair) != 2 or pair & ~cells.digits != 0 or is_inside(state, cells, cell):
            continue
        x = np.uint64(trailing_zeros64(pair))
        z = np.uint64(trailing_zeros64(pair & (pair - BIT)))
        by_x, by_z = sees_all(state, cell, cells, x), sees_all(state, cell, cells, z)
        if not by_x and not by_z:
            continue
        clear(state)
        if by_x:
            eliminate(state, cells, z, cell, True)
        if by_z:
            eliminate(state, cells, x, cell, True)
        if by_x and by_z:
            rest = cells.digits & ~pair
            while rest != 0:
                eliminate(state, cells, np.uint64(trailing_zeros64(rest)), cell, False)
                rest &= rest - BIT
        lost = n_lost(state)
        if lost != 0 and is_easier(state, rating, -lost):
            offer(state, rating, -lost)


@helper
def is_inside(state: State, cells: Set, cell: Unsigned) -> bool:
    """Return whether a cell belongs to the set."""
    inside = False
    for place in range(NINE):
        is_this = state.tables.layout.houses[cells.house, place] == cell
        inside |= is_this and cells.places & bit_of(place) != 0
    return inside


@helper
def sees_all(state: State, cell: Unsigned, cells: Set, digit: Unsigned) -> bool:
    """Return whether a cell sees all cells of the set that may hold a digit."""
    rest = cells.places & state.tables.pos[cells.house, digit]
    houses = state.tables.layout.houses
    while rest != 0:
        other = houses[cells.house, np.uint32(trailing_zeros64(rest))]
        if state.board.sees[cell, other] == 0:
            return False
        rest &= rest - BIT
    return True


@helper
def eliminate(state: State, cells: Set, digit: Unsigned, wing: Unsigned, with_wing: bool) -> None:
    """Eliminate a digit from the cells that see all its places in the set, and in the wing."""
    for cell in range(CELLS):
        if state.tables.cand[cell] & bit_of(digit) == 0 or cell == wing:
            continue
        if with_wing and state.board.sees[cell, wing] == 0:
            continue
        if sees_all(state, cell, cells, digit):
            state.workspace.trial[cell] |= bit_of(digit)
