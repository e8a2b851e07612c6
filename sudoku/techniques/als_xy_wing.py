"""ALS-XY-wing: a set linked to two others by two restricted common digits X and Y.

The hinge lacks one digit at most, so it holds X or Y; the set at that end lacks it and holds all of
its other digits. Cells that see all places of a digit Z that both ends share lose it.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, add_all, clear
from sudoku.techniques.finding import SPOT, Finding, begin_drawing, come_to, forget, is_new
from sudoku.techniques.locked_sets import (
    LockedSets,
    commons,
    draw_set,
    eliminate_commons,
    is_linked,
    lost_commons,
    next_linked,
    next_of,
    words_of,
)
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of

PARTNERS, REACHED = range(2)
"""The rows of `LockedSets.found` for the sets that can be the other end of a wing."""


@kernel
def find(tables: Tables, finding: Finding, sets: LockedSets) -> bool:
    """Find the next wing, by its ends."""
    forget(finding)
    n_sets = sets.size[0]
    if n_sets == 0:
        return False
    list_watched(tables, sets)
    first, after = finding.cursor[SPOT] // n_sets, finding.cursor[SPOT] % n_sets
    for one in range(first, n_sets):
        list_partners(tables, sets, one)
        other = next_of(
            sets.found[PARTNERS], max(one + BIT, after if one == first else BIT), n_sets
        )
        while other != n_sets:
            come_to(finding, one * n_sets + other)
            lost = lost_commons(tables, sets, one, other)
            if shows(tables, finding, sets, one, other, lost):
                return True
            other = next_of(sets.found[PARTNERS], other + BIT, n_sets)
    return False


@helper
def list_watched(tables: Tables, sets: LockedSets) -> None:
    """Note for each candidate the sets all of whose places of its digit it sees."""
    n, n_words = np.uint64(tables.pos.shape[1]), words_of(sets.size[0])
    for candidate in range(np.uint64(len(sets.watched))):
        clear(sets.watched[candidate, :n_words])
    for number in range(sets.size[0]):
        digits = sets.useful[number]
        while digits != 0:
            digit = trailing_zeros64(digits)
            digits &= digits - BIT
            for word in range(np.uint64(sets.sees.shape[1])):
                rest = sets.sees[number * n + digit, word]
                while rest != 0:
                    cell = (word << SIX) + trailing_zeros64(rest)
                    rest &= rest - BIT
                    add(sets.watched[cell * n + digit], number)


@helper
def list_partners(tables: Tables, sets: LockedSets, one: Unsigned) -> None:
    """Note the sets that are the other end of a wing, for any digit that both ends share.

    Something sees all places of that digit in both; a hinge links both by two other digits.
    """
    n, n_words = np.uint64(tables.pos.shape[1]), words_of(sets.size[0])
    partners, reached = sets.found[PARTNERS, :n_words], sets.found[REACHED, :n_words]
    clear(partners)
    digits = sets.useful[one]
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        list_reached(tables, sets, one, digit)
        for word in range(np.uint64(sets.sees.shape[1])):
            rest = sets.sees[one * n + digit, word]
            while rest != 0:
                watched = sets.watched[((word << SIX) + trailing_zeros64(rest)) * n + digit]
                rest &= rest - BIT
                for k in range(np.uint64(len(partners))):
                    partners[k] |= watched[k] & reached[k]


@helper
def list_reached(tables: Tables, sets: LockedSets, one: Unsigned, digit: Unsigned) -> None:
    """Note the sets that a hinge links to this one, by two digits that differ from this digit."""
    n, n_sets = np.uint64(tables.pos.shape[1]), sets.size[0]
    reached = sets.found[REACHED, : words_of(n_sets)]
    clear(reached)
    x_digits = sets.useful[one] & ~bit_of(digit)
    while x_digits != 0:
        x = trailing_zeros64(x_digits)
        x_digits &= x_digits - BIT
        links = sets.links[one * n + x]
        hinge = next_of(links, np.uint64(0), n_sets)
        while hinge != n_sets:
            y_digits = sets.useful[hinge] & ~(bit_of(digit) | bit_of(x))
            while y_digits != 0:
                add_all(reached, sets.links[hinge * n + trailing_zeros64(y_digits)])
                y_digits &= y_digits - BIT
            hinge = next_of(links, hinge + BIT, n_sets)


@helper
def shows(
    tables: Tables,
    finding: Finding,
    sets: LockedSets,
    one: Unsigned,
    other: Unsigned,
    lost: Unsigned,
) -> bool:
    """Return whether a hinge links two sets such that one of the digits lost is neither link."""
    known = finding.rows
    for digit in range(np.uint64(len(known))):
        known[digit] = 0
    hinge, n_sets = next_linked(sets, one, np.uint64(0)), sets.size[0]
    while hinge != n_sets:
        if is_linked(sets, other, hinge):
            x_digits = commons(tables, sets, one, hinge)
            while x_digits != 0:
                x = trailing_zeros64(x_digits)
                x_digits &= x_digits - BIT
                # Which hinge it is makes no difference: each pair of links counts once.
                y_digits = commons(tables, sets, other, hinge) & ~bit_of(x) & ~known[x]
                known[x] |= y_digits
                while y_digits != 0:
                    links = bit_of(x) | y_digits & (~y_digits + BIT)
                    y_digits &= y_digits - BIT
                    if lost & ~links == 0:
                        continue
                    eliminate_commons(tables, finding, sets, one, other, ~links)
                    if is_new(finding):
                        begin_drawing(finding, links)
                        draw_set(tables, finding, sets, one)
                        draw_set(tables, finding, sets, hinge)
                        draw_set(tables, finding, sets, other)
                        return True
        hinge = next_linked(sets, one, hinge + BIT)
    return False
