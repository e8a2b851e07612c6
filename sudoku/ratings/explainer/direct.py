"""Singles; locked candidates and hidden sets after which there is a hidden single."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.ratings.explainer.board import BOX, CELLS, HOUSES, NINE, SUBSETS, ZERO, Count
from sudoku.ratings.explainer.workspace import RATING, State, forget, is_easier, offer_placement
from sudoku.techniques.tables import BIT, bit_of

FULL_HOUSE, IN_BOX, IN_LINE, NAKED_SINGLE = 10, 12, 15, 23
DIRECT_POINTING, DIRECT_CLAIMING = 17, 19


@kernel
def find_hidden_single(state: State) -> Count:
    """Look for a digit with one place in a house: the last one there, in a box, in a line."""
    forget(state)
    for k in range(HOUSES):
        house = state.board.order[k]
        for digit in range(NINE):
            places = state.tables.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                rating = IN_BOX if state.board.kind[house] == BOX else IN_LINE
                if popcount64(state.tables.left[house]) == 1:
                    rating = FULL_HOUSE
                if is_easier(state, rating, 0):
                    cell = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
                    offer_placement(state, rating, 0, cell, digit)
    return state.workspace.found[RATING]


@kernel
def find_naked_single(state: State) -> Count:
    """Look for a cell with one candidate."""
    forget(state)
    for cell in range(CELLS):
        mask = state.tables.cand[cell]
        if mask != 0 and mask & (mask - BIT) == 0:
            offer_placement(state, NAKED_SINGLE, 0, cell, np.uint32(trailing_zeros64(mask)))
            return NAKED_SINGLE
    return 0


@kernel
def find_direct_locked(state: State) -> Count:
    """Look for locked candidates after which the digit has one place in a house of their kind."""
    forget(state)
    for digit in range(NINE):
        for k in range(HOUSES):
            house = state.board.order[k]
            if popcount64(state.tables.pos[house, digit]) < 2:
                continue
            rating = DIRECT_POINTING if state.board.kind[house] == BOX else DIRECT_CLAIMING
            if not is_easier(state, rating, 0):
                continue
            for other in range(HOUSES):
                if (state.board.kind[house] == BOX) == (state.board.kind[other] == BOX):
                    continue
                if lies_within(state, house, other, digit):
                    look_behind(state, house, other, digit, rating)
    return state.workspace.found[RATING]


@helper
def lies_within(state: State, house: Unsigned, other: Unsigned, digit: Unsigned) -> bool:
    """Return whether all places of a digit in a house lie in another house too."""
    places = state.tables.pos[house, digit]
    kind = state.board.kind[other]
    while places != 0:
        cell = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        if state.board.house_of[cell, kind] != other:
            return False
        places &= places - BIT
    return True


@helper
def look_behind(
    state: State, house: Unsigned, other: Unsigned, digit: Unsigned, rating: Count
) -> None:
    """Look for a third house where the digit has one place after it is removed from the other."""
    houses = state.tables.layout.houses
    for third in range(HOUSES):
        if third == house or state.board.kind[third] != state.board.kind[house]:
            continue
        places = state.tables.pos[third, digit]
        if popcount64(places) < 2:
            continue
        n_left, last = np.int64(0), ZERO
        while places != 0:
            cell = houses[third, np.uint32(trailing_zeros64(places))]
            if state.board.house_of[cell, state.board.kind[other]] != other:
                n_left, last = n_left + np.int64(1), cell
            places &= places - BIT
        if n_left == 1:
            offer_placement(state, rating, 0, last, digit)
            return


@kernel
def find_direct_hidden(state: State, size: Count, rating: Count) -> Count:
    """Look for a hidden set after which another digit has one place in the house."""
    forget(state)
    for k in range(HOUSES):
        house = state.board.order[k]
        left = state.tables.left[house]
        if popcount64(left) <= size:
            continue
        for subset in range(SUBSETS):
            if popcount64(subset) != size or subset & ~left != 0:
                continue
            common: Unsigned = np.uint64(0)
            rest: Unsigned = subset
            while rest != 0:
                common |= state.tables.pos[house, np.uint32(trailing_zeros64(rest))]
                rest &= rest - BIT
            if popcount64(common) == size and look_beside(state, house, subset, common, rating):
                return rating
    return 0


@helper
def look_beside(
    state: State, house: Unsigned, subset: Unsigned, common: Unsigned, rating: int
) -> bool:
    """Look for a digit with one place in the house beside the hidden set."""
    for digit in range(NINE):
        places = state.tables.pos[house, digit]
        if subset & bit_of(digit) != 0 or popcount64(places) < 2:
            continue
        rest = places & ~common
        if popcount64(rest) == 1:
            last = state.tables.layout.houses[house, np.uint32(trailing_zeros64(rest))]
            offer_placement(state, rating, 0, last, digit)
            return True
    return False
