"""Forcing chains from several alternatives: Nishio, multiple, dynamic.

Each candidate is assumed to be true, and to be false, and what follows is noted with what it
follows from. *Nishio* stays with one digit, and looks for contradictions. *Multiple* chains look
for what follows from all candidates of a cell, or all places of a digit in a house. *Dynamic*
chains take off what was found to be false as they go, so an implication may have many causes; they
look for contradictions, too, and for what follows both from true and from false. A chain is rated
by the number of candidates in it, causes of causes included.

References
----------
SukakuExplainer follows true candidates as soon as there are some, and false ones one at a time, so
a chain is not the shortest there is. Ours are found in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.bits import popcount64, trailing_zeros64
from exactcover.jit import helper, kernel, subroutine
from exactcover.links import Unsigned
from sudoku.layout import U32, U64
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
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["Worlds", "find_dynamic", "find_multiple", "find_nishio", "worlds9"]

NISHIO, MULTIPLE, DYNAMIC = 75, 80, 85
FREE, SOURCE = np.uint16(0xFFFF), np.uint16(0xFFFE)
FALSE, TRUE = range(2)
NINE = np.uint32(9)

# What is kept in `Worlds.absurd`.
IS_ABSURD, ABSURD, ABSURD_TRUTH, ABSURD_PARENT = range(4)

U16 = NDArray[np.uint16]


class Worlds(NamedTuple):
    """What follows from assumptions. Assumption and node: ``2 * candidate + truth``.

    ======== ===================== ================ =============================================
    array    shape, dtype          indexed by       holds
    ======== ===================== ================ =============================================
    parent   (1458, 1458), uint16  assumption, node for a false one, the true candidate it follows
                                                    from; for a true one, 4 * the false one + way:
                                                    its cell, box, row or column; SOURCE, or FREE
    absurd   (1458, 4), uint32     assumption       IS_ABSURD; the candidate found to be both, how
                                                    it was found last, and its parent then
    cand     (81,), uint64         cell             candidates that are left in a world
    pos      (27, 9), uint64       house, digit     places that are left
    queues   (2, 729), uint32      truth            what is to be followed
    seen     (1458,), uint32       node             the number of the count that met it last
    stack    (1458,), uint32       0 ..             nodes to count
    number   (1,), uint32                           of the last count
    ======== ===================== ================ =============================================
    """

    parent: U16
    absurd: U32
    cand: U64
    pos: U64
    queues: U32
    seen: U32
    stack: U32
    number: U32


def worlds9() -> Worlds:
    """Return room for what follows from all assumptions."""
    return Worlds(
        np.full((1458, 1458), FREE, dtype=np.uint16),
        np.zeros((1458, 4), dtype=np.uint32),
        np.zeros(81, dtype=np.uint64),
        np.zeros((27, 9), dtype=np.uint64),
        np.zeros((2, 729), dtype=np.uint32),
        np.zeros(1458, dtype=np.uint32),
        np.zeros(1458, dtype=np.uint32),
        np.zeros(1, dtype=np.uint32),
    )


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
def is_candidate(tables: Tables, candidate: Unsigned) -> bool:
    """Tell whether a candidate is left."""
    return bool(tables.cand[candidate // NINE] & bit_of(candidate % NINE) != 0)


@subroutine
def follow_all(
    tables: Tables, board: Board9, worlds: Worlds, is_dynamic: bool, is_nishio: bool
) -> None:
    """Follow each candidate, true and false."""
    for assumption in range(np.uint32(1458)):
        if is_candidate(tables, assumption >> np.uint32(1)):
            begin(tables, worlds, assumption)
            follow(tables, board, worlds, assumption, is_dynamic, is_nishio)


@helper
def begin(tables: Tables, worlds: Worlds, assumption: Unsigned) -> None:
    """Make the world what is known."""
    for cell in range(np.uint32(81)):
        worlds.cand[cell] = tables.cand[cell]
    for house in range(np.uint32(27)):
        for digit in range(NINE):
            worlds.pos[house, digit] = tables.pos[house, digit]
    for node in range(np.uint32(1458)):
        worlds.parent[assumption, node] = FREE
    worlds.parent[assumption, assumption] = SOURCE
    worlds.absurd[assumption, IS_ABSURD] = 0


@helper
def follow(
    tables: Tables,
    board: Board9,
    worlds: Worlds,
    assumption: Unsigned,
    is_dynamic: bool,
    is_nishio: bool,
) -> None:
    """Note all that follows from an assumption, until there is a contradiction."""
    parent, queues = worlds.parent[assumption], worlds.queues
    one = np.uint32(1)
    head_on, tail_on, head_off, tail_off = np.uint32(0), np.uint32(0), np.uint32(0), np.uint32(0)
    if assumption & one:
        queues[TRUE, 0] = assumption >> one
        tail_on = one
    else:
        queues[FALSE, 0] = assumption >> one
        tail_off = one
    while head_on < tail_on or head_off < tail_off:
        if head_on < tail_on:
            node = queues[TRUE, head_on]
            head_on += one
            for k in range(np.uint32(8 if is_nishio else 0), np.uint32(28)):
                off = board.weak[node, k]
                if worlds.cand[off // NINE] & bit_of(off % NINE) == 0:
                    continue
                if parent[off * np.uint32(2) + one] != FREE:
                    note_absurd(worlds, assumption, off, FALSE, node)
                    return
                if parent[off * np.uint32(2)] == FREE:
                    parent[off * np.uint32(2)] = np.uint16(node)
                    queues[FALSE, tail_off] = off
                    tail_off += one
        else:
            node = queues[FALSE, head_off]
            head_off += one
            for way in range(np.uint32(1 if is_nishio else 0), np.uint32(4)):
                on = only_other(tables, board, worlds, node, way)
                if on == np.uint32(729):
                    continue
                cause = np.uint32(4) * node + way
                if parent[on * np.uint32(2)] != FREE:
                    note_absurd(worlds, assumption, on, TRUE, cause)
                    return
                if parent[on * np.uint32(2) + one] == FREE:
                    parent[on * np.uint32(2) + one] = np.uint16(cause)
                    queues[TRUE, tail_on] = on
                    tail_on += one
            if is_dynamic:
                take_off(board, tables, worlds, node)


@helper
def only_other(
    tables: Tables, board: Board9, worlds: Worlds, node: Unsigned, way: Unsigned
) -> Unsigned:
    """Return the one other candidate of a unit of the world, 729 where there are others or none."""
    cell, digit = node // NINE, node % NINE
    if way == 0:
        mask = worlds.cand[cell]
        if popcount64(mask) != 2:
            return np.uint32(729)
        return NINE * cell + np.uint32(trailing_zeros64(mask & ~bit_of(digit)))
    house = board.house_of[cell, way - np.uint32(1)]
    places = worlds.pos[house, digit]
    if popcount64(places) != 2:
        return np.uint32(729)
    first = tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
    second = tables.layout.houses[house, np.uint32(trailing_zeros64(places & (places - BIT)))]
    return NINE * (second if first == cell else first) + digit


@helper
def take_off(board: Board9, tables: Tables, worlds: Worlds, node: Unsigned) -> None:
    """Take a candidate off the world."""
    cell, digit = node // NINE, node % NINE
    worlds.cand[cell] &= ~bit_of(digit)
    layout = tables.layout
    for k in range(layout.first_seat[cell], layout.first_seat[cell + np.uint32(1)]):
        worlds.pos[layout.seats[k, 0], digit] &= ~bit_of(layout.seats[k, 1])


@helper
def note_absurd(
    worlds: Worlds, assumption: Unsigned, candidate: Unsigned, truth: Count, parent: Unsigned
) -> None:
    """Note that a candidate was found to be both."""
    worlds.absurd[assumption, IS_ABSURD] = 1
    worlds.absurd[assumption, ABSURD] = candidate
    worlds.absurd[assumption, ABSURD_TRUTH] = np.uint32(truth)
    worlds.absurd[assumption, ABSURD_PARENT] = parent


@subroutine
def count_causes(
    tables: Tables, board: Board9, worlds: Worlds, assumption: Unsigned, goal: Unsigned
) -> Count:
    """Return how many candidates a node follows from, with itself.

    In a static world a true candidate has one cause, as the others of its unit were no candidates.
    """
    parent, two, one = worlds.parent[assumption], np.uint32(2), np.uint32(1)
    worlds.number[0] += one
    number = worlds.number[0]
    worlds.stack[0] = goal
    worlds.seen[goal] = number
    size, count = np.uint32(1), 0
    while size > 0:
        size -= one
        node = worlds.stack[size]
        count += 1
        cause = np.uint32(parent[node])
        if cause == SOURCE:
            continue
        if node & one == 0:
            size = push(worlds, two * cause + one, number, size)
            continue
        way, off = cause & np.uint32(3), cause >> two
        cell, digit = off // NINE, off % NINE
        if way == 0:
            mask = tables.cand[cell]
            while mask != 0:
                other = two * (NINE * cell + np.uint32(trailing_zeros64(mask)))
                mask &= mask - BIT
                if other + one != node:
                    size = push(worlds, other, number, size)
        else:
            house = board.house_of[cell, way - one]
            places = tables.pos[house, digit]
            while places != 0:
                place = np.uint32(trailing_zeros64(places))
                places &= places - BIT
                other = two * (NINE * tables.layout.houses[house, place] + digit)
                if other + one != node:
                    size = push(worlds, other, number, size)
    return count


@helper
def push(worlds: Worlds, node: Unsigned, number: Unsigned, size: Unsigned) -> Unsigned:
    """Put a node on the stack unless this count met it, and return the stack's size."""
    if worlds.seen[node] == number:
        return size
    worlds.seen[node] = number
    worlds.stack[size] = node
    return size + np.uint32(1)


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
