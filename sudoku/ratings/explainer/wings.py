"""Wings: k cells of a house with k + 1 candidates between them, and a cell with two of these.

With two cells that is the XY-wing and the XYZ-wing, then WXYZ, VWXYZ, UVWXYZ: ALS-XZ, one of whose
sets is a cell of two candidates. If all places of x in the set see the cell, the set or the cell
holds z, which goes from whatever sees all places of it. Where that is true of x too, the sets are
doubly linked, and each digit of the set goes from what sees all places of it there.
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from sudoku.ratings.explainer.room import (
    Board9,
    Count,
    Room,
    clear,
    forget,
    is_easier,
    n_lost,
    offer,
)
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["find"]


@kernel
def find(
    tables: Tables, board: Board9, room: Room, size: Count, ratings: NDArray[np.int64]
) -> Count:
    """Look for the easiest wing whose set has so many cells.

    Ratings are by the number of candidates of the set's richest cell.
    """
    forget(room)
    for house in range(np.uint32(27)):
        for places in range(np.uint64(512)):
            if popcount64(places) == size:
                digits, richest = union_of(tables, house, places)
                if popcount64(digits) == size + 1 and richest != 0:
                    look_around(tables, board, room, house, places, digits, ratings[richest])
    return room.found[0]


@helper
def union_of(tables: Tables, house: Unsigned, places: Unsigned) -> tuple[Unsigned, Count]:
    """Return the candidates of some cells of a house, and the most of one; 0 if one is filled."""
    digits: Unsigned = np.uint64(0)
    richest: Count = np.int64(0)
    while places != 0:
        mask = tables.cand[tables.layout.houses[house, np.uint32(trailing_zeros64(places))]]
        count = np.int64(popcount64(mask))
        if count < 2:
            return np.uint64(0), np.int64(0)
        digits |= mask
        richest = max(richest, count)
        places &= places - BIT
    return digits, richest


@helper
def look_around(
    tables: Tables,
    board: Board9,
    room: Room,
    house: Unsigned,
    places: Unsigned,
    digits: Unsigned,
    rating: Count,
) -> None:
    """Look for cells of two of the digits, outside the set."""
    houses = tables.layout.houses
    if room.found[0] != 0 and rating > room.found[0]:
        return
    for cell in range(np.uint32(81)):
        pair = tables.cand[cell]
        if popcount64(pair) != 2 or pair & ~digits != 0:
            continue
        is_inside = False
        for place in range(np.uint32(9)):
            if places & bit_of(place) != 0 and houses[house, place] == cell:
                is_inside = True
        if is_inside:
            continue
        x = np.uint64(trailing_zeros64(pair))
        z = np.uint64(trailing_zeros64(pair & (pair - BIT)))
        by_x = sees_all(tables, board, cell, house, places, x)
        by_z = sees_all(tables, board, cell, house, places, z)
        if not by_x and not by_z:
            continue
        clear(room)
        if by_x:
            strike(tables, board, room, house, places, z, cell, True)
        if by_z:
            strike(tables, board, room, house, places, x, cell, True)
        if by_x and by_z:
            rest = digits & ~pair
            while rest != 0:
                digit = np.uint64(trailing_zeros64(rest))
                strike(tables, board, room, house, places, digit, cell, False)
                rest &= rest - BIT
        lost = n_lost(tables, room)
        if lost != 0 and is_easier(room, rating, -lost):
            offer(tables, room, rating, -lost)


@helper
def sees_all(
    tables: Tables,
    board: Board9,
    cell: Unsigned,
    house: Unsigned,
    places: Unsigned,
    digit: Unsigned,
) -> bool:
    """Tell whether a cell sees all cells of the set that may hold a digit."""
    rest = places & tables.pos[house, digit]
    while rest != 0:
        if board.sees[cell, tables.layout.houses[house, np.uint32(trailing_zeros64(rest))]] == 0:
            return False
        rest &= rest - BIT
    return True


@helper
def strike(
    tables: Tables,
    board: Board9,
    room: Room,
    house: Unsigned,
    places: Unsigned,
    digit: Unsigned,
    wing: Unsigned,
    with_wing: bool,
) -> None:
    """Take a digit from what sees all places of it in the set, and in the cell beside it."""
    for cell in range(np.uint32(81)):
        if tables.cand[cell] & bit_of(digit) == 0 or cell == wing:
            continue
        if with_wing and board.sees[cell, wing] == 0:
            continue
        if sees_all(tables, board, cell, house, places, digit):
            room.trial[cell] |= bit_of(digit)
