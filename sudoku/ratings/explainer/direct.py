"""Singles, and locked candidates and hidden sets that leave a hidden single behind."""

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from sudoku.ratings.explainer.room import (
    BOX,
    Board9,
    Count,
    Room,
    forget,
    is_easier,
    offer_placement,
)
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["find_direct_hidden", "find_direct_locked", "find_hidden_single", "find_naked_single"]

FULL_HOUSE, IN_BOX, IN_LINE, NAKED_SINGLE = 10, 12, 15, 23
DIRECT_POINTING, DIRECT_CLAIMING = 17, 19


@kernel
def find_hidden_single(tables: Tables, board: Board9, room: Room) -> Count:
    """Look for a digit with one place in a house: the last one there, in a box, in a line."""
    forget(room)
    for k in range(np.uint32(27)):
        house = board.order[k]
        for digit in range(np.uint32(9)):
            places = tables.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                rating = IN_BOX if board.kind[house] == BOX else IN_LINE
                if popcount64(tables.left[house]) == 1:
                    rating = FULL_HOUSE
                if is_easier(room, rating, 0):
                    cell = tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
                    offer_placement(room, rating, 0, cell, digit)
    return room.found[0]


@kernel
def find_naked_single(tables: Tables, board: Board9, room: Room) -> Count:
    """Look for a cell with one candidate."""
    forget(room)
    for cell in range(np.uint32(81)):
        mask = tables.cand[cell]
        if mask != 0 and mask & (mask - BIT) == 0:
            offer_placement(room, NAKED_SINGLE, 0, cell, np.uint32(trailing_zeros64(mask)))
            return NAKED_SINGLE
    return 0


@kernel
def find_direct_locked(tables: Tables, board: Board9, room: Room) -> Count:
    """Look for locked candidates after which the digit has one place in a house of their kind."""
    forget(room)
    for digit in range(np.uint32(9)):
        for k in range(np.uint32(27)):
            house = board.order[k]
            if popcount64(tables.pos[house, digit]) < 2:
                continue
            rating = DIRECT_POINTING if board.kind[house] == BOX else DIRECT_CLAIMING
            if not is_easier(room, rating, 0):
                continue
            for other in range(np.uint32(27)):
                if (board.kind[house] == BOX) == (board.kind[other] == BOX):
                    continue
                if lies_within(tables, board, house, other, digit):
                    look_behind(tables, board, room, house, other, digit, rating)
    return room.found[0]


@helper
def lies_within(
    tables: Tables, board: Board9, house: Unsigned, other: Unsigned, digit: Unsigned
) -> bool:
    """Tell whether all places of a digit in a house lie in another house too."""
    places = tables.pos[house, digit]
    kind = board.kind[other]
    while places != 0:
        cell = tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        if board.house_of[cell, kind] != other:
            return False
        places &= places - BIT
    return True


@helper
def look_behind(
    tables: Tables,
    board: Board9,
    room: Room,
    house: Unsigned,
    other: Unsigned,
    digit: Unsigned,
    rating: Count,
) -> None:
    """Look for a third house where the digit has one place once the other house lost it."""
    houses = tables.layout.houses
    for third in range(np.uint32(27)):
        if third == house or board.kind[third] != board.kind[house]:
            continue
        places = tables.pos[third, digit]
        if popcount64(places) < 2:
            continue
        n_left, last = np.int64(0), np.uint32(0)
        while places != 0:
            cell = houses[third, np.uint32(trailing_zeros64(places))]
            if board.house_of[cell, board.kind[other]] != other:
                n_left, last = n_left + np.int64(1), cell
            places &= places - BIT
        if n_left == 1:
            offer_placement(room, rating, 0, last, digit)
            return


@kernel
def find_direct_hidden(
    tables: Tables, board: Board9, room: Room, size: Count, rating: Count
) -> Count:
    """Look for a hidden set after which another digit has one place in the house."""
    forget(room)
    for k in range(np.uint32(27)):
        house = board.order[k]
        left = tables.left[house]
        if popcount64(left) <= size:
            continue
        for subset in range(np.uint64(512)):
            if popcount64(subset) != size or subset & ~left != 0:
                continue
            common: Unsigned = np.uint64(0)
            rest: Unsigned = subset
            while rest != 0:
                common |= tables.pos[house, np.uint32(trailing_zeros64(rest))]
                rest &= rest - BIT
            if popcount64(common) == size and look_beside(
                tables, room, house, subset, common, rating
            ):
                return rating
    return 0


@helper
def look_beside(
    tables: Tables, room: Room, house: Unsigned, subset: Unsigned, common: Unsigned, rating: int
) -> bool:
    """Look for a digit with one place in the house beside the hidden set."""
    for digit in range(np.uint32(9)):
        places = tables.pos[house, digit]
        if subset & bit_of(digit) != 0 or popcount64(places) < 2:
            continue
        rest = places & ~common
        if popcount64(rest) == 1:
            last = tables.layout.houses[house, np.uint32(trailing_zeros64(rest))]
            offer_placement(room, rating, 0, last, digit)
            return True
    return False
