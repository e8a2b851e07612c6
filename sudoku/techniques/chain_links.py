"""The links of single candidates, and how the search of `sudoku.techniques.chains` follows them.

A *state* is a candidate ``cell * n + digit - 1`` times two, plus one if it is true.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import highest_one64, popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE
from sudoku.techniques.cellsets import add, clear, has
from sudoku.techniques.finding import Finding
from sudoku.techniques.kinds import Chain
from sudoku.techniques.tables import BIT, ONE, SIX, Tables, bit_in_word, bit_of, word_of

X, XY = int(Chain.X), int(Chain.XY)
QUEUE, LEVELS, NEAR = range(3)
"""The rows of `Finding.numbers`: the states in the order of the search; for each state its distance
from the start plus one, or 0; candidates linked to one."""
TWO = np.uint64(2)
LINKED, UNMET = np.uint64(2), np.uint64(3)
"""From these sets of `Finding.sets` on every second one is of a digit: the cells where it has a
strong link; those of them where it was not met as false."""


@helper
def note_linked(tables: Tables, finding: Finding, kind: int) -> None:
    """Note the candidates that have a strong link: no chain goes on from others that are false."""
    layout, sets, n = tables.layout, finding.sets, np.uint64(tables.pos.shape[1])
    for digit in range(n):
        linked = sets[LINKED + TWO * digit]
        clear(linked)
        for house in range(np.uint64(len(tables.left) if kind != XY else 0)):
            both = tables.pos[house, digit]
            if popcount64(both) == TWO:
                add(linked, np.uint64(layout.houses[house, trailing_zeros64(both)]))
                add(linked, np.uint64(layout.houses[house, highest_one64(both)]))
    for cell in range(np.uint64(len(tables.cand) if kind != X else 0)):
        both = tables.cand[cell]
        if popcount64(both) == TWO:
            add(sets[LINKED + TWO * trailing_zeros64(both)], cell)
            add(sets[LINKED + TWO * np.uint64(highest_one64(both))], cell)


@helper
def forget_met(tables: Tables, finding: Finding, start: Unsigned) -> None:
    """Note that no candidate was met as false, except for a start."""
    n, sets = np.uint64(tables.pos.shape[1]), finding.sets
    for digit in range(n):
        for word in range(np.uint64(sets.shape[1])):
            sets[UNMET + TWO * digit, word] = sets[LINKED + TWO * digit, word]
    leave(finding, start // n, start % n)


@helper
def leave(finding: Finding, cell: Unsigned, digit: Unsigned) -> None:
    """Note that a candidate was met as false."""
    finding.sets[UNMET + TWO * digit, word_of(cell)] &= ~bit_in_word(cell)


@helper
def meet_strong(
    tables: Tables, finding: Finding, kind: int, state: Unsigned, n_met: Unsigned
) -> Unsigned:
    """Queue what is true if a candidate is false, unless it was met; return how many were met."""
    queue, levels = finding.numbers[QUEUE], finding.numbers[LEVELS]
    for k in range(list_strong(tables, finding, kind, state >> BIT)):
        other = TWO * np.uint64(finding.numbers[NEAR, k]) + BIT
        if levels[other] == 0:
            levels[other] = levels[state] + ONE
            queue[n_met] = other
            n_met += BIT
    return n_met


@helper
def meet_weak(
    tables: Tables, finding: Finding, kind: int, state: Unsigned, n_met: Unsigned
) -> Unsigned:
    """Queue what is false if a candidate is true, unless it was met; return how many were met.

    The order is that of `list_weak`.
    """
    n, level, sets = np.uint64(tables.pos.shape[1]), finding.numbers[LEVELS, state], finding.sets
    candidate = state >> BIT
    cell, digit = candidate // n, candidate % n
    for word in range(np.uint64(sets.shape[1])):
        rest = sets[UNMET + TWO * digit, word] & tables.layout.peer_sets[cell, word]
        sets[UNMET + TWO * digit, word] ^= rest
        while rest != 0:
            other = ((word << SIX) + trailing_zeros64(rest)) * n + digit
            rest &= rest - BIT
            n_met = meet_false(finding, other, level, n_met)
    if kind in (X, XY):
        return n_met
    others = tables.cand[cell] & ~bit_of(digit)
    while others != 0:
        other = trailing_zeros64(others)
        others &= others - BIT
        if has(sets[UNMET + TWO * other], cell):
            leave(finding, cell, other)
            n_met = meet_false(finding, cell * n + other, level, n_met)
    layout = tables.layout
    for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + BIT]):
        linked = np.uint64(layout.weak_links[k])
        if has(sets[UNMET + TWO * (linked % n)], linked // n):
            leave(finding, linked // n, linked % n)
            n_met = meet_false(finding, linked, level, n_met)
    return n_met


@helper
def meet_false(finding: Finding, candidate: Unsigned, level: Unsigned, n_met: Unsigned) -> Unsigned:
    """Queue a candidate as false, one link after a level; return how many states were met."""
    finding.numbers[LEVELS, TWO * candidate] = level + ONE
    finding.numbers[QUEUE, n_met] = TWO * candidate
    return n_met + BIT


@helper
def list_strong(tables: Tables, finding: Finding, kind: int, candidate: Unsigned) -> Unsigned:
    """List the candidates that are true if this one is false, and count them."""
    layout, near = tables.layout, finding.numbers[NEAR]
    n, n_near = np.uint64(tables.pos.shape[1]), np.uint64(0)
    cell, digit = candidate // n, candidate % n
    if kind != XY:
        for k in range(layout.first_position[cell], layout.first_position[cell + BIT]):
            house = layout.positions[k, HOUSE]
            both = tables.pos[house, digit]
            if popcount64(both) == TWO:
                one = np.uint64(layout.houses[house, trailing_zeros64(both)])
                two = np.uint64(layout.houses[house, highest_one64(both)])
                near[n_near] = (two if one == cell else one) * n + digit
                n_near += BIT
    if kind != X and popcount64(tables.cand[cell]) == TWO:
        near[n_near] = cell * n + trailing_zeros64(tables.cand[cell] & ~bit_of(digit))
        n_near += BIT
    return n_near


@helper
def list_weak(tables: Tables, finding: Finding, kind: int, candidate: Unsigned) -> Unsigned:
    """List the candidates that are false if this one is true, and count them."""
    near, n, n_near = finding.numbers[NEAR], np.uint64(tables.pos.shape[1]), np.uint64(0)
    cell, digit = candidate // n, candidate % n
    for word in range(np.uint64(tables.places.shape[1])):
        rest = tables.places[digit, word] & tables.layout.peer_sets[cell, word]
        while rest != 0:
            near[n_near] = ((word << SIX) + trailing_zeros64(rest)) * n + digit
            n_near += BIT
            rest &= rest - BIT
    others = tables.cand[cell] & ~bit_of(digit)
    while others != 0 and kind not in (X, XY):
        near[n_near] = cell * n + trailing_zeros64(others)
        n_near += BIT
        others &= others - BIT
    if kind not in (X, XY):
        n_near = list_weak_links(tables, finding, candidate, n_near)
    return n_near


@helper
def list_weak_links(
    tables: Tables, finding: Finding, candidate: Unsigned, n_near: Unsigned
) -> Unsigned:
    """List also the candidates to which a rule links this one, and count on."""
    n, layout = np.uint64(tables.pos.shape[1]), tables.layout
    for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + BIT]):
        linked = layout.weak_links[k]
        if tables.cand[linked // n] & bit_of(linked % n) != 0:
            finding.numbers[NEAR, n_near] = linked
            n_near += BIT
    return n_near


@subroutine
def list_next(tables: Tables, finding: Finding, kind: int, state: Unsigned) -> Unsigned:
    """List the candidates that a state is linked to, and count them."""
    if state & BIT == 0:
        return list_strong(tables, finding, kind, state >> BIT)
    return list_weak(tables, finding, kind, state >> BIT)
