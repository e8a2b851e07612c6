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

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64, Unsigned
from sudoku.ratings.explainer.room import (
    BOX,
    COLUMN,
    ROW,
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

__all__ = ["Ends", "ends9", "find"]

MOST = 256
"""Ends of strong links of one digit, at most; more than a board can have."""

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
    turn     (8,), uint32         depth      the next end to try there
    ======== ==================== ========== ====================================================
    """

    facts: U64
    joined: NDArray[np.uint8]
    picked: U32
    turn: U32


GROUPED = np.uint64(8)
ROWS = (np.uint64(0b111), np.uint64(0b111000), np.uint64(0b111000000))
COLUMNS = (np.uint64(0b1001001), np.uint64(0b10010010), np.uint64(0b100100100))


def ends9() -> Ends:
    """Return room for the ends of a digit's strong links."""
    return Ends(
        np.zeros((MOST, 3), dtype=np.uint64),
        np.zeros((MOST, MOST), dtype=np.uint8),
        np.zeros(8, dtype=np.uint32),
        np.zeros(8, dtype=np.uint32),
    )


@kernel
def find(tables: Tables, board: Board9, room: Room, ends: Ends, size: Count, base: Count) -> Count:
    """Look for the easiest chain of so many links."""
    forget(room)
    for digit in range(np.uint32(9)):
        n_ends = note_links(tables, board, ends, digit)
        if n_ends >= 2 * size:
            join(tables, board, ends, n_ends)
            walk(tables, board, room, ends, n_ends, digit, size, base)
    return room.found[0]


@helper
def note_links(tables: Tables, board: Board9, ends: Ends, digit: Unsigned) -> Count:
    """Note the ends of all strong links of a digit, and return how many there are."""
    count = 0
    for house in range(np.uint32(27)):
        places = tables.pos[house, digit]
        kind = BIT << np.uint64(board.kind[house])
        size = popcount64(places)
        if size == 2:
            low = places & (~places + BIT)
            count = note(ends, count, house, low, places ^ low, kind)
        elif size > 2 and size < 7:
            # In a line the groups are its mini-rows, which are the rows of a box by number.
            for one in range(3):
                for two in range(one + 1, 3):
                    count = split(ends, count, house, places, ROWS[one], ROWS[two], kind)
                    if board.kind[house] == BOX:
                        count = split(ends, count, house, places, COLUMNS[one], COLUMNS[two], kind)
            if board.kind[house] == BOX:
                for one in range(3):
                    for two in range(3):
                        row, column = ROWS[one], COLUMNS[two]
                        count = split(ends, count, house, places, row, column & ~row, kind)
                        count = split(ends, count, house, places, row & ~column, column, kind)
    return count


@helper
def split(
    ends: Ends,
    count: Count,
    house: Unsigned,
    places: Unsigned,
    one: Unsigned,
    two: Unsigned,
    kind: Unsigned,
) -> Count:
    """Note the link between two groups of places, if these are all places and neither is blank."""
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
def join(tables: Tables, board: Board9, ends: Ends, n_ends: Count) -> None:
    """Note which ends exclude each other: all cells of both lie in one house, and none in both."""
    for one in range(np.uint32(n_ends)):
        for two in range(np.uint32(n_ends)):
            ends.joined[one, two] = one >> 1 != two >> 1 and excludes(tables, board, ends, one, two)


@helper
def excludes(tables: Tables, board: Board9, ends: Ends, one: Unsigned, two: Unsigned) -> bool:
    """Tell whether two ends of different links exclude each other."""
    houses = tables.layout.houses
    for cell_1 in range(np.uint32(9)):
        if ends.facts[one, PLACES] & bit_of(cell_1) == 0:
            continue
        first = houses[np.uint32(ends.facts[one, HOUSE]), cell_1]
        for cell_2 in range(np.uint32(9)):
            if ends.facts[two, PLACES] & bit_of(cell_2) != 0:
                second = houses[np.uint32(ends.facts[two, HOUSE]), cell_2]
                if board.sees[first, second] == 0:
                    return False
    return True


@helper
def walk(
    tables: Tables,
    board: Board9,
    room: Room,
    ends: Ends,
    n_ends: Count,
    digit: Unsigned,
    size: Count,
    base: Count,
) -> None:
    """Look at all chains of so many links, and keep the easiest."""
    depth = 0
    ends.turn[0] = 0
    while depth >= 0:
        level = np.uint32(depth)
        end = ends.turn[level]
        ends.turn[level] = end + np.uint32(1)
        if end >= n_ends:
            depth -= 1
            continue
        if depth > 0 and not fits(ends, depth, end):
            continue
        # The chain enters a link by one end and leaves it by the other.
        ends.picked[level] = end ^ np.uint32(1)
        if depth + 1 < size:
            depth += 1
            ends.turn[np.uint32(depth)] = 0
        elif ends.picked[0] < ends.picked[level]:
            judge(tables, board, room, ends, digit, size, base)


@helper
def fits(ends: Ends, depth: Count, end: Unsigned) -> bool:
    """Tell whether a chain goes on with the link of this end."""
    if ends.joined[ends.picked[np.uint32(depth - 1)], end] == 0:
        return False
    for level in range(np.uint32(depth)):
        other = ends.picked[level]
        if ends.facts[other, HOUSE] == ends.facts[end, HOUSE]:
            return False
    return True


@helper
def judge(
    tables: Tables,
    board: Board9,
    room: Room,
    ends: Ends,
    digit: Unsigned,
    size: Count,
    base: Count,
) -> None:
    """Keep the chain that is picked if it is the easiest."""
    kinds = np.uint64(0)
    for level in range(np.uint32(size)):
        kinds |= ends.facts[ends.picked[level], KIND]
    rating = base + rating_of(kinds)
    if room.found[0] != 0 and rating > room.found[0]:
        return
    start = ends.picked[0] ^ np.uint32(1)
    stop = ends.picked[np.uint32(size - 1)]
    clear(room)
    for cell in range(np.uint32(81)):
        if (
            tables.cand[cell] & bit_of(digit) != 0
            and sees_end(tables, board, ends, cell, start)
            and sees_end(tables, board, ends, cell, stop)
        ):
            room.trial[cell] = bit_of(digit)
    lost = n_lost(tables, room)
    if lost != 0 and is_easier(room, rating, -lost):
        offer(tables, room, rating, -lost)


@helper
def rating_of(kinds: Unsigned) -> Count:
    """Return what the kinds of the links add: parallel lines nothing, groups most."""
    if kinds & GROUPED != 0:
        return 3
    has_box = kinds & bit_of(BOX) != 0
    has_both = kinds & bit_of(ROW) != 0 and kinds & bit_of(COLUMN) != 0
    return int(has_box) + int(has_both)


@helper
def sees_end(tables: Tables, board: Board9, ends: Ends, cell: Unsigned, end: Unsigned) -> bool:
    """Tell whether a cell sees all cells of an end."""
    places, house = ends.facts[end, PLACES], np.uint32(ends.facts[end, HOUSE])
    while places != 0:
        other = tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        if board.sees[cell, other] == 0:
            return False
        places &= places - BIT
    return True
