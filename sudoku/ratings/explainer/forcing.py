"""Forcing chains from several alternatives: Nishio, multiple, dynamic.

What follows from a candidate is in `sudoku.ratings.explainer.worlds`. *Nishio* chains look for
contradictions within a digit. *Multiple* chains look for what follows from all candidates of a
cell, or all places of a digit in a house. *Dynamic* chains look for contradictions, too, and for
what follows both from true and from false. A chain is rated by the number of candidates in it,
causes of causes included.
"""

from __future__ import annotations

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel, subroutine
from exactcover.compiled.types import Unsigned
from sudoku.ratings.explainer.chains import length_rating
from sudoku.ratings.explainer.room import (
    Board9,
    Count,
    Room,
    clear,
    forget,
    is_easier,
    offer,
    offer_placement,
)
from sudoku.ratings.explainer.worlds import (
    ABSURD,
    ABSURD_PARENT,
    ABSURD_TRUTH,
    FREE,
    IS_ABSURD,
    NINE,
    Worlds,
    count_causes,
    follow_all,
    is_candidate,
)
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["find_dynamic", "find_multiple", "find_nishio"]

NISHIO, MULTIPLE, DYNAMIC = 75, 80, 85


@kernel
def find_nishio(tables: Tables, board: Board9, room: Room, worlds: Worlds) -> Count:
    """Look for a contradiction within one digit."""
    forget(room)
    follow_all(tables, board, worlds, True, True)
    for node in range(np.uint32(1458)):
        if is_candidate(tables, node >> np.uint32(1)):
            contradict(tables, board, room, worlds, node, NISHIO)
    return room.found[0]


@kernel
def find_multiple(tables: Tables, board: Board9, room: Room, worlds: Worlds) -> Count:
    """Look for what follows from all candidates of a cell, or all places in a house."""
    forget(room)
    follow_all(tables, board, worlds, False, False)
    look_at_units(tables, board, room, worlds, False)
    return room.found[0]


@kernel
def find_dynamic(tables: Tables, board: Board9, room: Room, worlds: Worlds) -> Count:
    """Look for contradictions, and for what follows from alternatives, with many causes."""
    forget(room)
    follow_all(tables, board, worlds, True, False)
    for node in range(np.uint32(1458)):
        if is_candidate(tables, node >> np.uint32(1)):
            contradict(tables, board, room, worlds, node, DYNAMIC)
            if node & np.uint32(1) and popcount64(tables.cand[node // np.uint32(18)]) > 2:
                agree(tables, board, room, worlds, node)
    look_at_units(tables, board, room, worlds, True)
    return room.found[0]


@helper
def conclude(
    tables: Tables, room: Room, candidate: Unsigned, truth: Unsigned, rating: Count, key: int
) -> None:
    """Keep the conclusion that a candidate is true, or false, as the easiest."""
    cell, digit = candidate // NINE, candidate % NINE
    if truth:
        offer_placement(room, rating, key, cell, digit)
    else:
        clear(room)
        room.trial[cell] = bit_of(digit)
        offer(tables, room, rating, key)


@helper
def contradict(
    tables: Tables, board: Board9, room: Room, worlds: Worlds, assumption: Unsigned, base: int
) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    one, two = np.uint32(1), np.uint32(2)
    if worlds.absurd[assumption, IS_ABSURD] == 0:
        return
    candidate = worlds.absurd[assumption, ABSURD]
    truth = worlds.absurd[assumption, ABSURD_TRUTH]
    size = count_causes(tables, board, worlds, assumption, two * candidate + (one - truth))
    # The other way to it is noted for the count alone.
    node = two * candidate + truth
    worlds.parent[assumption, node] = np.uint16(worlds.absurd[assumption, ABSURD_PARENT])
    size += count_causes(tables, board, worlds, assumption, node)
    worlds.parent[assumption, node] = FREE
    rating = base + length_rating(size)
    if is_easier(room, rating, 8 * size + 5):
        opposite = one - (assumption & one)
        conclude(tables, room, assumption >> one, opposite, rating, 8 * size + 5)


@helper
def agree(tables: Tables, board: Board9, room: Room, worlds: Worlds, if_true: Unsigned) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    if_false = if_true - np.uint32(1)
    for node in range(np.uint32(1458)):
        if worlds.parent[if_true, node] == FREE or worlds.parent[if_false, node] == FREE:
            continue
        size = count_causes(tables, board, worlds, if_true, node)
        if not is_easier(room, DYNAMIC + length_rating(size + 1), 8 * (size + 1) + 6):
            continue
        size += count_causes(tables, board, worlds, if_false, node)
        rating = DYNAMIC + length_rating(size)
        if is_easier(room, rating, 8 * size + 6):
            truth = node & np.uint32(1)
            conclude(tables, room, node >> np.uint32(1), truth, rating, 8 * size + 6)


@helper
def look_at_units(
    tables: Tables, board: Board9, room: Room, worlds: Worlds, is_dynamic: bool
) -> None:
    """Look for what follows from all candidates of a cell, and all places of a house."""
    base = DYNAMIC if is_dynamic else MULTIPLE
    for cell in range(np.uint32(81)):
        mask = tables.cand[cell]
        if popcount64(mask) < (2 if is_dynamic else 3):
            continue
        for unit in range(np.uint32(0), np.uint32(28)):
            # Unit 0 is the cell; the others are a digit's places in a house that begin here.
            n_worlds = note_unit(tables, board, worlds, cell, unit)
            if n_worlds >= 2:
                look_at_unit(tables, board, room, worlds, n_worlds, base)


@helper
def note_unit(
    tables: Tables, board: Board9, worlds: Worlds, cell: Unsigned, unit: Unsigned
) -> Unsigned:
    """Note the true candidates of a unit in a queue, and return how many they are."""
    queue, count = worlds.queues[0], np.uint32(0)
    if unit == 0:
        mask = tables.cand[cell]
        while mask != 0:
            candidate = NINE * cell + np.uint32(trailing_zeros64(mask))
            queue[count] = np.uint32(2) * candidate + np.uint32(1)
            count += np.uint32(1)
            mask &= mask - BIT
        return count
    digit, kind = (unit - np.uint32(1)) % NINE, (unit - np.uint32(1)) // NINE
    house = board.house_of[cell, kind]
    places = tables.pos[house, digit]
    if places == 0:
        return count
    if tables.layout.houses[house, np.uint32(trailing_zeros64(places))] != cell:
        return count
    while places != 0:
        other = tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        queue[count] = np.uint32(2) * (NINE * other + digit) + np.uint32(1)
        count += np.uint32(1)
        places &= places - BIT
    return count


@subroutine
def look_at_unit(
    tables: Tables, board: Board9, room: Room, worlds: Worlds, n_worlds: Unsigned, base: int
) -> None:
    """Conclude what follows in all worlds of a unit."""
    for node in range(np.uint32(1458)):
        follows = True
        for k in range(n_worlds):
            if worlds.parent[worlds.queues[0, k], node] == FREE:
                follows = False
                break
        if not follows:
            continue
        size = 0
        for k in range(n_worlds):
            if is_easier(room, base + length_rating(size), 8 * size):
                size += count_causes(tables, board, worlds, worlds.queues[0, k], node)
            else:
                size = 1 << 20
                break
        rating = base + length_rating(size)
        if is_easier(room, rating, 8 * size + 7):
            truth = node & np.uint32(1)
            conclude(tables, room, node >> np.uint32(1), truth, rating, 8 * size + 7)
