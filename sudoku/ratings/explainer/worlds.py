"""What follows from each candidate being true, and being false, in SukakuExplainer's order.

Each implication is noted with what it follows from. *Dynamic* worlds take off what was found to be
false as they go, so an implication may have many causes; *Nishio* stays with one digit.

References
----------
SukakuExplainer follows true candidates as soon as there are some, and false ones one at a time, so
a chain is not the shortest there is. Ours are found in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, subroutine
from exactcover.compiled.types import U16, U32, U64, Unsigned
from sudoku.ratings.explainer.room import Board9, Count
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = [
    "ABSURD",
    "ABSURD_PARENT",
    "ABSURD_TRUTH",
    "FREE",
    "IS_ABSURD",
    "NINE",
    "Worlds",
    "count_causes",
    "follow_all",
    "is_candidate",
    "worlds9",
]

FREE, SOURCE = np.uint16(0xFFFF), np.uint16(0xFFFE)
FALSE, TRUE = range(2)
NINE = np.uint32(9)

# What is kept in `Worlds.absurd`.
IS_ABSURD, ABSURD, ABSURD_TRUTH, ABSURD_PARENT = range(4)


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
    for k in range(layout.first_position[cell], layout.first_position[cell + np.uint32(1)]):
        worlds.pos[layout.positions[k, 0], digit] &= ~bit_of(layout.positions[k, 1])


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
