"""Forcing chains from several alternatives: Nishio, multiple, dynamic.

`sudoku.ratings.explainer.implications` finds what follows from a candidate. *Nishio* chains look
for contradictions within a digit. *Multiple* chains look for what follows from all candidates of a
cell, or all places of a digit in a house. *Dynamic* chains look for contradictions, too, and for
what follows both from true and from false. A chain is rated by the number of candidates in it,
causes of causes included.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import Unsigned
from sudoku.ratings.explainer.board import CELLS, N_DIGITS, NINE, NODES, ONE, TWO, ZERO, Count
from sudoku.ratings.explainer.chains import length_rating, order_of
from sudoku.ratings.explainer.implications import (
    CONFLICT,
    CONFLICT_PARENT,
    CONFLICT_TRUTH,
    FREE,
    IS_CONFLICT,
    Implications,
    count_causes,
    follow_all,
    is_candidate,
)
from sudoku.ratings.explainer.workspace import (
    RATING,
    State,
    clear,
    forget,
    is_easier,
    offer,
    offer_placement,
)
from sudoku.techniques.tables import BIT, bit_of

NISHIO, MULTIPLE, DYNAMIC = 75, 80, 85
"""The rating of the shortest chains of each kind, in tenths."""
BY_TRUTH, BY_CELL, BY_HOUSE, BY_CONTRADICTION = 1, 5, 6, 7
"""Among chains of the same length, both values of a candidate come first, contradictions last."""
UNITS = np.uint32(1 + 3 * N_DIGITS)
"""The units that are looked at from a cell: itself, and each digit in its three houses."""
TOO_LONG = 1 << 20


@kernel
def find_nishio(state: State, implied: Implications) -> Count:
    """Look for a contradiction within one digit."""
    forget(state)
    follow_all(state, implied, True, True)
    for node in range(NODES):
        if is_candidate(state, node >> ONE):
            contradict(state, implied, node, NISHIO)
    return state.workspace.found[RATING]


@kernel
def find_multiple(state: State, implied: Implications) -> Count:
    """Look for what follows from all candidates of a cell, or all places in a house."""
    forget(state)
    follow_all(state, implied, False, False)
    look_at_units(state, implied, False)
    return state.workspace.found[RATING]


@kernel
def find_dynamic(state: State, implied: Implications) -> Count:
    """Look for contradictions, and for what follows from alternatives, with many causes."""
    forget(state)
    follow_all(state, implied, True, False)
    for node in range(NODES):
        if is_candidate(state, node >> ONE):
            contradict(state, implied, node, DYNAMIC)
            if node & ONE and popcount64(state.tables.cand[node // (TWO * NINE)]) > 2:
                agree(state, implied, node)
    look_at_units(state, implied, True)
    return state.workspace.found[RATING]


@helper
def conclude(state: State, candidate: Unsigned, truth: Unsigned, rating: Count, key: int) -> None:
    """Keep the conclusion that a candidate is true, or false, as the easiest."""
    cell, digit = candidate // NINE, candidate % NINE
    if truth:
        offer_placement(state, rating, key, cell, digit)
    else:
        clear(state)
        state.workspace.trial[cell] = bit_of(digit)
        offer(state, rating, key)


@helper
def contradict(state: State, implied: Implications, assumption: Unsigned, base: int) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    if implied.conflict[assumption, IS_CONFLICT] == 0:
        return
    candidate = implied.conflict[assumption, CONFLICT]
    truth = implied.conflict[assumption, CONFLICT_TRUTH]
    size = count_causes(state, implied, assumption, TWO * candidate + (ONE - truth))
    # The other way to it is noted for the count alone.
    node = TWO * candidate + truth
    implied.parent[assumption, node] = np.uint16(implied.conflict[assumption, CONFLICT_PARENT])
    size += count_causes(state, implied, assumption, node)
    implied.parent[assumption, node] = FREE
    rating = base + length_rating(size)
    if is_easier(state, rating, order_of(size, BY_CONTRADICTION)):
        opposite = ONE - (assumption & ONE)
        conclude(state, assumption >> ONE, opposite, rating, order_of(size, BY_CONTRADICTION))


@helper
def agree(state: State, implied: Implications, if_true: Unsigned) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    if_false = if_true - ONE
    for node in range(NODES):
        if implied.parent[if_true, node] == FREE or implied.parent[if_false, node] == FREE:
            continue
        size = count_causes(state, implied, if_true, node)
        if not is_easier(state, DYNAMIC + length_rating(size + 1), order_of(size + 1, BY_TRUTH)):
            continue
        size += count_causes(state, implied, if_false, node)
        rating = DYNAMIC + length_rating(size)
        if is_easier(state, rating, order_of(size, BY_TRUTH)):
            truth = node & ONE
            conclude(state, node >> ONE, truth, rating, order_of(size, BY_TRUTH))


@helper
def look_at_units(state: State, implied: Implications, is_dynamic: bool) -> None:
    """Look for what follows from all candidates of a cell, and all places of a house."""
    base = DYNAMIC if is_dynamic else MULTIPLE
    for cell in range(CELLS):
        mask = state.tables.cand[cell]
        if popcount64(mask) < (2 if is_dynamic else 3):
            continue
        for unit in range(UNITS):
            # Unit 0 is the cell; the others are a digit's places in a house that begin here.
            n_alternatives = note_unit(state, implied, cell, unit)
            if n_alternatives >= 2:
                kind = BY_CELL if unit == 0 else BY_HOUSE
                look_at_unit(state, implied, n_alternatives, base, kind)


@helper
def note_unit(state: State, implied: Implications, cell: Unsigned, unit: Unsigned) -> Unsigned:
    """Write the candidates of a unit, as true, into a queue, and return their number."""
    queue, count = implied.queues[0], ZERO
    if unit == 0:
        mask = state.tables.cand[cell]
        while mask != 0:
            candidate = NINE * cell + np.uint32(trailing_zeros64(mask))
            queue[count] = TWO * candidate + ONE
            count += ONE
            mask &= mask - BIT
        return count
    digit, kind = (unit - ONE) % NINE, (unit - ONE) // NINE
    house = state.board.house_of[cell, kind]
    places = state.tables.pos[house, digit]
    if places == 0:
        return count
    if state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))] != cell:
        return count
    while places != 0:
        other = state.tables.layout.houses[house, np.uint32(trailing_zeros64(places))]
        queue[count] = TWO * (NINE * other + digit) + ONE
        count += ONE
        places &= places - BIT
    return count


@subroutine
def look_at_unit(
    state: State, implied: Implications, n_alternatives: Unsigned, base: int, kind: int
) -> None:
    """Conclude what follows from all alternatives of a unit."""
    for node in range(NODES):
        follows = True
        for k in range(n_alternatives):
            if implied.parent[implied.queues[0, k], node] == FREE:
                follows = False
                break
        if not follows:
            continue
        size = 0
        for k in range(n_alternatives):
            if is_easier(state, base + length_rating(size), order_of(size, 0)):
                size += count_causes(state, implied, implied.queues[0, k], node)
            else:
                size = TOO_LONG
                break
        rating = base + length_rating(size)
        if is_easier(state, rating, order_of(size, kind)):
            truth = node & ONE
            conclude(state, node >> ONE, truth, rating, order_of(size, kind))
