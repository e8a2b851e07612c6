"""Chains of two, three or four strong links of one digit: skyscrapers, kites, cranes and longer.

A strong link is a house with two places for the digit, or with places that fall into two groups:
mini-rows of a line, or a row and a column of a box, or two rows or columns of it. Links are joined
where an end of one and an end of the next lie in one house. What sees both ends of the whole loses
the digit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.ratings.explainer.board import BOX, CELLS, COLUMN, HOUSES, NINE, ONE, ROW, Count
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

MOST = 256
"""The most ends of strong links of one digit that are kept; a board cannot have more."""
MOST_GROUPED = 6
"""The most places of a digit that two groups can have."""
MOST_LINKS = 8
"""More links than a chain has."""

# What is kept in `Ends.facts`.
HOUSE, PLACES, KIND = range(3)


class Ends(NamedTuple):
    """The ends of the strong links of a digit: link k has the ends 2 k and 2 k + 1.

    ======== ==================== ========== ====================================================
    array    shape, dtype         indexed by holds
    ======== ==================== ========== ====================================================
    facts    (MOST, 3), uint64    end        the link's HOUSE, the end's PLACES in it, and the
                                             link's KIND: a bit for box, row or column, and
                                             GROUPED
    joined   (MOST, MOST), uint8  two ends   1 where they exclude each other
    picked   (8,), uint32         depth      the near end of each link of the chain
    next     (8,), uint32         depth      the next end to try there
    ======== ==================== ========== ====================================================
    """

    facts: U64
    joined: NDArray[np.uint8]
    picked: U32
    next: U32


class Spots(NamedTuple):
    """The places of a digit in a house, and the kind of the house."""

    house: Unsigned
    places: Unsigned
    kind: Unsigned


GROUPED = np.uint64(8)
"""A bit beside those of BOX, ROW and COLUMN."""
FOR_GROUPS = 3
"""The addition to the rating for a link between groups, in tenths."""
ROWS = tuple(np.uint64(0b111 << 3 * k) for k in range(3))
COLUMNS = tuple(np.uint64(0b1001001 << k) for k in range(3))
"""The places in the rows, or mini-rows, and in the columns of a box."""


def ends9() -> Ends:
    """Return empty arrays for the ends of the strong links of a digit."""
    return Ends(
        np.zeros((MOST, 3), dtype=np.uint64),
        np.zeros((MOST, MOST), dtype=np.uint8),
        np.zeros(MOST_LINKS, dtype=np.uint32),
        np.zeros(MOST_LINKS, dtype=np.uint32),
    )


@kernel
def find(state: State, ends: Ends, size: Count, base: Count) -> Count:
    """Look for the easiest chain with this number of links."""
    forget(state)
    for digit in range(NINE):
        n_ends = note_links(state, ends, digit)
        if n_ends >= 2 * size:
            join(state, ends, n_ends)
            walk(state, ends, n_ends, digit, size, base)
    return state.workspace.found[RATING]


@helper
def note_links(state: State, ends: Ends, digit: Unsigned) -> Count:
    """Note the ends of all strong links of a digit, and return how many there are."""
    count = 0
    for house in range(HOUSES):
        places = state.tables.pos[house, digit]
        kind = BIT << np.uint64(state.board.kind[house])
        spots, size = Spots(house, places, kind), popcount64(places)
        if size == 2:
            low = places & (~places + BIT)
            count = note(ends, count, house, low, places ^ low, kind)
        elif size > 2 and size <= MOST_GROUPED:
            # In a line the groups are its mini-rows, which are the rows of a box by number.
            for one in range(3):
                for two in range(one + 1, 3):
                    count = split(ends, count, spots, ROWS[one], ROWS[two])
                    if state.board.kind[house] == BOX:
                        count = split(ends, count, spots, COLUMNS[one], COLUMNS[two])
            if state.board.kind[house] == BOX:
                for one in range(3):
                    for two in range(3):
                        row, column = ROWS[one], COLUMNS[two]
                        count = split(ends, count, spots, row, column & ~row)
                        count = split(ends, count, spots, row & ~column, column)
    return count


@helper
def split(ends: Ends, count: Count, spots: Spots, one: Unsigned, two: Unsigned) -> Count:
    """Note the link between two groups of places, if these are all places and neither is empty."""
    house, places, kind = spots
    if places & ~(one | two) != 0 or places & one == 0 or places & two == 0:
        return count
    return note(ends, count, house, places & one, places & two, kind | GROUPED)


@helper
def note(
    ends: Ends, count: Count, house: Unsigned, one: Unsigned, two: Unsigned, kind: Unsigned
) -> Count:
    """Note a link."""
    if count + 2 > MOST:
        return count
    for k in range(2):
        end = np.uint32(count + k)
        ends.facts[end, HOUSE] = house
        ends.facts[end, PLACES] = one if k == 0 else two
        ends.facts[end, KIND] = kind
    return count + 2


@helper
def join(state: State, ends: Ends, n_ends: Count) -> None:
    """Note which ends exclude each other: all cells of both lie in one house, and none in both."""
    for one in range(np.uint32(n_ends)):
        for two in range(np.uint32(n_ends)):
            ends.joined[one, two] = one >> 1 != two >> 1 and excludes(state, ends, one, two)


@helper
def excludes(state: State, ends: Ends, one: Unsigned, two: Unsigned) -> bool:
    """Return whether two ends of different links exclude each other."""
    houses = state.tables.layout.houses
    for cell_1 in range(NINE):
        if ends.facts[one, PLACES] & bit_of(cell_1) == 0:
            continue
        first = houses[np.uint32(ends.facts[one, HOUSE]), cell_1]
        for cell_2 in range(NINE):
            if ends.facts[two, PLACES] & bit_of(cell_2) != 0:
                second = houses[np.uint32(ends.facts[two, HOUSE]), cell_2]
                if state.board.sees[first, second] == 0:
                    return False
    return True


@helper
def walk(
    state: State, ends: Ends, n_ends: Count, digit: Unsigned, size: Count, base: Count
) -> None:
    """Examine all chains with this number of links, and keep the easiest."""
    depth = 0
    ends.next[0] = 0
    while depth >= 0:
        level = np.uint32(depth)
        end = ends.next[level]
        ends.next[level] = end + ONE
        if end >= n_ends:
            depth -= 1
            continue
        if depth > 0 and not fits(ends, depth, end):
            continue
        # The chain enters a link by one end and leaves it by the other.
        ends.picked[level] = end ^ ONE
        if depth + 1 < size:
            depth += 1
            ends.next[np.uint32(depth)] = 0
        elif ends.picked[0] < ends.picked[level]:
            offer_chain(state, ends, digit, size, base)


@helper
def fits(ends: Ends, depth: Count, end: Unsigned) -> bool:
    """Return whether the link of this end can extend the chain."""
    if ends.joined[ends.picked[np.uint32(depth - 1)], end] == 0:
        return False
    for level in range(np.uint32(depth)):
        other = ends.picked[level]
        if ends.facts[other, HOUSE] == ends.facts[end, HOUSE]:
            return False
    return True


@helper
def offer_chain(state: State, ends: Ends, digit: Unsigned, size: Count, base: Count) -> None:
    """Keep the picked chain if it is the easiest."""
    kinds = np.uint64(0)
    for level in range(np.uint32(size)):
        kinds |= ends.facts[ends.picked[level], KIND]
    rating = base + rating_of(kinds)
    if state.workspace.found[RATING] != 0 and rating > state.workspace.found[RATING]:
        return
    start = ends.picked[0] ^ ONE
    stop = ends.picked[np.uint32(size - 1)]
    clear(state)
    for cell in range(CELLS):
        if (
            state.tables.cand[cell] & bit_of(digit) != 0
            and sees_end(state, ends, cell, start)
            and sees_end(state, ends, cell, stop)
        ):
            state.workspace.trial[cell] = bit_of(digit)
    lost = n_lost(state)
    if lost != 0 and is_easier(state, rating, -lost):
        offer(state, rating, -lost)


@helper
def rating_of(kinds: Unsigned) -> Count:
    """Return the addition to the rating for the kinds of links: least for parallel lines."""
    if kinds & GROUPED != 0:
        return FOR_GROUPS
    has_box = kinds & bit_of(BOX) != 0
    has_both = kinds & bit_of(ROW) != 0 and kinds & bit_of(COLUMN) != 0
    return int(has_box) + int(has_both)


@helper
def sees_end(state: State, ends: Ends, cell: Unsigned, end: Unsigned) -> bool:
    """Return whether a cell sees all cells of an end."""
    places, house = ends.facts[end, PLACES], np.uint32(ends.facts[end, HOUSE])
    while places != 0:
        other = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        if state.board.sees[cell, other] == 0:
            return False
        places &= places - BIT
    return True
