"""The implications of each candidate being true, and being false, in SukakuExplainer's order.

Each implication is kept with what it follows from. A *dynamic* search removes candidates when it
finds them to be false, so that an implication may have many causes. A *Nishio* search uses only one
digit.

References
----------
SukakuExplainer follows true candidates as soon as there are some, and false ones one at a time, so
a chain need not be the shortest. This search has the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import U16, U32, U64, Unsigned
from sudoku.ratings.explainer.board import (
    CANDIDATES,
    CELLS,
    FOUR,
    HOUSES,
    N_CANDIDATES,
    N_CELLS,
    N_DIGITS,
    N_HOUSES,
    N_NODES,
    NINE,
    NODES,
    ONE,
    THREE,
    TWO,
    WEAK,
    WEAK_IN_CELL,
    ZERO,
    Count,
)
from sudoku.ratings.explainer.workspace import State
from sudoku.techniques.tables import BIT, bit_of

FREE, SOURCE = np.uint16(0xFFFF), np.uint16(0xFFFE)
FALSE, TRUE = range(2)

# What is kept in `Implications.conflict`.
IS_CONFLICT, CONFLICT, CONFLICT_TRUTH, CONFLICT_PARENT = range(4)


class Implications(NamedTuple):
    """The implications of assumptions. Assumption and node: ``2 * candidate + truth``.

    ======== ===================== ================ =============================================
    array    shape, dtype          indexed by       holds
    ======== ===================== ================ =============================================
    parent   (1458, 1458), uint16  assumption, node for a false ONE, the true candidate it follows
                                                    from; for a true ONE, 4 * the false ONE + way:
                                                    its cell, box, row or column; SOURCE, or FREE
    conflict (1458, 4), uint32     assumption       IS_CONFLICT; the candidate that is both true
                                                    and false, what it was found to be last, and its
                                                    parent then
    cand     (81,), uint64         cell             candidates that are left under an assumption
    pos      (27, 9), uint64       house, digit     places that are left
    queues   (2, 729), uint32      truth            candidates whose implications are still to be
                                                    followed
    seen     (1458,), uint32       node             the number of the count that met it last
    stack    (1458,), uint32       0 ..             nodes to count
    number   (1,), uint32                           of the last count
    ======== ===================== ================ =============================================
    """

    parent: U16
    conflict: U32
    cand: U64
    pos: U64
    queues: U32
    seen: U32
    stack: U32
    number: U32


def implications9() -> Implications:
    """Return empty arrays for the implications of all assumptions."""
    return Implications(
        np.full((N_NODES, N_NODES), FREE, dtype=np.uint16),
        np.zeros((N_NODES, 4), dtype=np.uint32),
        np.zeros(N_CELLS, dtype=np.uint64),
        np.zeros((N_HOUSES, N_DIGITS), dtype=np.uint64),
        np.zeros((2, N_CANDIDATES), dtype=np.uint32),
        np.zeros(N_NODES, dtype=np.uint32),
        np.zeros(N_NODES, dtype=np.uint32),
        np.zeros(1, dtype=np.uint32),
    )


@helper
def is_candidate(state: State, candidate: Unsigned) -> bool:
    """Return whether a candidate is left."""
    return bool(state.tables.cand[candidate // NINE] & bit_of(candidate % NINE) != 0)


@subroutine
def follow_all(state: State, implied: Implications, is_dynamic: bool, is_nishio: bool) -> None:
    """Find the implications of each candidate, true and false."""
    for assumption in range(NODES):
        if is_candidate(state, assumption >> ONE):
            begin(state, implied, assumption)
            follow(state, implied, assumption, is_dynamic, is_nishio)


@helper
def begin(state: State, implied: Implications, assumption: Unsigned) -> None:
    """Begin with an assumption: nothing follows from it yet."""
    for cell in range(CELLS):
        implied.cand[cell] = state.tables.cand[cell]
    for house in range(HOUSES):
        for digit in range(NINE):
            implied.pos[house, digit] = state.tables.pos[house, digit]
    for node in range(NODES):
        implied.parent[assumption, node] = FREE
    implied.parent[assumption, assumption] = SOURCE
    implied.conflict[assumption, IS_CONFLICT] = 0


@helper
def follow(
    state: State, implied: Implications, assumption: Unsigned, is_dynamic: bool, is_nishio: bool
) -> None:
    """Find the implications of an assumption, until there is a contradiction."""
    parent, queues = implied.parent[assumption], implied.queues
    head_on, tail_on, head_off, tail_off = ZERO, ZERO, ZERO, ZERO
    if assumption & ONE:
        queues[TRUE, 0] = assumption >> ONE
        tail_on = ONE
    else:
        queues[FALSE, 0] = assumption >> ONE
        tail_off = ONE
    while head_on < tail_on or head_off < tail_off:
        if head_on < tail_on:
            node = queues[TRUE, head_on]
            head_on += ONE
            for k in range(WEAK_IN_CELL if is_nishio else ZERO, WEAK):
                off = state.board.weak[node, k]
                if implied.cand[off // NINE] & bit_of(off % NINE) == 0:
                    continue
                if parent[off * TWO + ONE] != FREE:
                    note_conflict(implied, assumption, off, FALSE, node)
                    return
                if parent[off * TWO] == FREE:
                    parent[off * TWO] = np.uint16(node)
                    queues[FALSE, tail_off] = off
                    tail_off += ONE
        else:
            node = queues[FALSE, head_off]
            head_off += ONE
            for way in range(ONE if is_nishio else ZERO, FOUR):
                on = only_other(state, implied, node, way)
                if on == CANDIDATES:
                    continue
                cause = FOUR * node + way
                if parent[on * TWO] != FREE:
                    note_conflict(implied, assumption, on, TRUE, cause)
                    return
                if parent[on * TWO + ONE] == FREE:
                    parent[on * TWO + ONE] = np.uint16(cause)
                    queues[TRUE, tail_on] = on
                    tail_on += ONE
            if is_dynamic:
                remove_candidate(state, implied, node)


@helper
def only_other(state: State, implied: Implications, node: Unsigned, way: Unsigned) -> Unsigned:
    """Return the one other candidate of a unit that is left, or CANDIDATES if it is not one."""
    cell, digit = node // NINE, node % NINE
    if way == 0:
        mask = implied.cand[cell]
        if popcount64(mask) != 2:
            return CANDIDATES
        return NINE * cell + np.uint32(trailing_zeros64(mask & ~bit_of(digit)))
    house = state.board.house_of[cell, way - ONE]
    places = implied.pos[house, digit]
    if popcount64(places) != 2:
        return CANDIDATES
    first = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
    second = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places & (places - BIT)))]
    return NINE * (second if first == cell else first) + digit


@helper
def remove_candidate(state: State, implied: Implications, node: Unsigned) -> None:
    """Remove a candidate under the assumption."""
    cell, digit = node // NINE, node % NINE
    implied.cand[cell] &= ~bit_of(digit)
    layout = state.tables.layout
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        implied.pos[layout.positions[k, 0], digit] &= ~bit_of(layout.positions[k, 1])


@helper
def note_conflict(
    implied: Implications, assumption: Unsigned, candidate: Unsigned, truth: Count, parent: Unsigned
) -> None:
    """Note that a candidate was found to be both true and false."""
    implied.conflict[assumption, IS_CONFLICT] = 1
    implied.conflict[assumption, CONFLICT] = candidate
    implied.conflict[assumption, CONFLICT_TRUTH] = np.uint32(truth)
    implied.conflict[assumption, CONFLICT_PARENT] = parent


@subroutine
def count_causes(
    state: State, implied: Implications, assumption: Unsigned, goal: Unsigned
) -> Count:
    """Return the number of candidates that a node follows from, itself included.

    In a search that is not dynamic a true candidate has one cause, because the others of its unit
    were no candidates before.
    """
    parent = implied.parent[assumption]
    implied.number[0] += ONE
    number = implied.number[0]
    implied.stack[0] = goal
    implied.seen[goal] = number
    size, count = ONE, 0
    while size > 0:
        size -= ONE
        node = implied.stack[size]
        count += 1
        cause = np.uint32(parent[node])
        if cause == SOURCE:
            continue
        if node & ONE == 0:
            size = push(implied, TWO * cause + ONE, number, size)
            continue
        way, off = cause & THREE, cause >> TWO
        cell, digit = off // NINE, off % NINE
        if way == 0:
            mask = state.tables.cand[cell]
            while mask != 0:
                other = TWO * (NINE * cell + np.uint32(trailing_zeros64(mask)))
                mask &= mask - BIT
                if other + ONE != node:
                    size = push(implied, other, number, size)
        else:
            house = state.board.house_of[cell, way - ONE]
            places = state.tables.pos[house, digit]
            while places != 0:
                place = np.uint32(trailing_zeros64(places))
                places &= places - BIT
                other = TWO * (NINE * state.tables.layout.houses[house, place] + digit)
                if other + ONE != node:
                    size = push(implied, other, number, size)
    return count


@helper
def push(implied: Implications, node: Unsigned, number: Unsigned, size: Unsigned) -> Unsigned:
    """Push a node that this count has not met on the stack, and return the size of the stack."""
    if implied.seen[node] == number:
        return size
    implied.seen[node] = number
    implied.stack[size] = node
    return size + ONE
