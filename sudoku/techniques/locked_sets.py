"""Almost locked sets for kernels: all of a position, and which of them are linked.

See `sudoku.techniques.als` for what they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.statement.layout import HOUSE, Layout
from sudoku.techniques.cellsets import add, add_all, clear, first_cell, has, is_within, meet
from sudoku.techniques.cover import pick
from sudoku.techniques.finding import (
    CELLS,
    NODES,
    Finding,
    draw,
    eliminate,
    eliminate_digit,
    end_node,
    restart_cover,
)
from sudoku.techniques.tables import BIT, SIX, Tables, bit_in_word, bit_of, word_of

LEAST_SIZE = 1 << 10


class LockedSets(NamedTuple):
    """The almost locked sets of a position: smaller ones first, none twice.

    ======== ====================== ============ ==================================================
    array    shape, uint64          indexed by   holds
    ======== ====================== ============ ==================================================
    size     (1,)                   0            how many there are
    cells    (size, words)          set          its cells
    digits   (size,)                set          its digits, a bit each
    useful   (size,)                set          those that some candidate elsewhere sees all of
    sees     (size * n, words)      set * n +    the candidates of the digit + 1 that see all its
                                    digit        places in the set
    linked   (size, size / 64)      set          the sets with which it has a restricted common
                                                 digit, a bit each
    links    (size * n, size / 64)  set * n +    for its useful digits: those with which it has this
                                    digit        one
    holders  (n_cells, size / 64)   cell         the sets that have the cell, a bit each
    watched  (n_cells * n,          cell * n +   the sets all of whose places of the digit this
             size / 64)             digit        candidate sees; scratch space of ALS-XY-wings
    found    (2, size / 64)         0 ..         scratch space: sets, a bit each
    ======== ====================== ============ ==================================================
    """

    size: U64
    cells: U64
    digits: U64
    useful: U64
    sees: U64
    linked: U64
    links: U64
    holders: U64
    watched: U64
    found: U64


def allocate_sets(n_sets: int, layout: Layout) -> LockedSets:
    """Return empty arrays for a number of sets."""
    size = max(LEAST_SIZE, 1 << (n_sets - 1).bit_length())
    words, n = layout.peer_sets.shape[1], layout.houses.shape[1]
    shapes = (
        (1,),
        (size, words),
        (size,),
        (size,),
        (size * n, words),
        (size, size // 64),
        (size * n, size // 64),
        (len(layout.peer_sets), size // 64),
        (len(layout.peer_sets) * n, size // 64),
        (2, size // 64),
    )
    return LockedSets(*(np.zeros(shape, dtype=np.uint64) for shape in shapes))


@kernel
def list_sets(tables: Tables, finding: Finding, sets: LockedSets) -> Unsigned:
    """List and link all sets, if the arrays are large enough; return the number of sets."""
    n_sets, n_houses = np.uint64(0), np.uint64(len(tables.left))
    for size in range(BIT, np.uint64(tables.pos.shape[1])):
        for house in range(n_houses):
            n_sets = list_of_house(tables, finding, sets, house, size, n_sets)
    sets.size[0] = n_sets
    if n_sets <= np.uint64(len(sets.digits)):
        note_holders(sets, n_sets)
        for number in range(n_sets):
            look_around(tables, sets, number)
        link_all(tables, sets, n_sets)
    return n_sets


@helper
def list_of_house(
    tables: Tables,
    finding: Finding,
    sets: LockedSets,
    house: Unsigned,
    size: Unsigned,
    n_sets: Unsigned,
) -> Unsigned:
    """List the sets of `size` cells of a house, but not of all its blank cells, after `n_sets`."""
    rows, n, fit = finding.rows, np.uint64(0), np.uint64(0)
    for place in range(np.uint64(tables.pos.shape[1])):
        cell = tables.layout.houses[house, place]
        rows[place] = tables.cand[cell]
        n += np.uint64(rows[place] != 0)
        fit |= np.uint64(rows[place] != 0 and popcount64(rows[place]) <= size + BIT) << place
    if size >= n:
        return n_sets
    restart_cover(finding)
    while True:
        places = pick(rows, fit, size, size + BIT, finding)
        if places == 0:
            return n_sets
        n_sets = write(tables, sets, house, places, n_sets)


@helper
def write(
    tables: Tables, sets: LockedSets, house: Unsigned, places: Unsigned, n_sets: Unsigned
) -> Unsigned:
    """Write the set of these cells of a house, unless an earlier one has it; return the count."""
    layout = tables.layout
    # A set more than fits is counted, but written over the last one.
    at = min(n_sets, np.uint64(len(sets.digits)) - BIT)
    clear(sets.cells[at])
    sets.digits[at] = 0
    while places != 0:
        cell = layout.houses[house, trailing_zeros64(places)]
        places &= places - BIT
        add(sets.cells[at], cell)
        sets.digits[at] |= tables.cand[cell]
    first = first_cell(sets.cells[at])
    for k in range(layout.first_position[first], layout.first_position[first + BIT]):
        other = layout.positions[k, HOUSE]
        if other < house and is_within(sets.cells[at], layout.house_sets[other]):
            return n_sets
    return n_sets + BIT


@helper
def note_holders(sets: LockedSets, n_sets: Unsigned) -> None:
    """Note for each cell which sets have it."""
    for cell in range(np.uint64(len(sets.holders))):
        clear(sets.holders[cell])
    for number in range(n_sets):
        for word in range(np.uint64(sets.cells.shape[1])):
            rest = sets.cells[number, word]
            while rest != 0:
                cell = (word << SIX) + trailing_zeros64(rest)
                rest &= rest - BIT
                add(sets.holders[cell], number)


@helper
def look_around(tables: Tables, sets: LockedSets, number: Unsigned) -> None:
    """Note what sees all places of each digit of a set."""
    n, digits = np.uint64(tables.pos.shape[1]), sets.digits[number]
    sets.useful[number] = 0
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        seen, left = sets.sees[number * n + digit], np.uint64(0)
        for word in range(np.uint64(len(seen))):
            seen[word] = tables.places[digit, word]
        for word in range(np.uint64(len(seen))):
            rest = sets.cells[number, word] & tables.places[digit, word]
            while rest != 0:
                cell = (word << SIX) + trailing_zeros64(rest)
                rest &= rest - BIT
                for k in range(np.uint64(len(seen))):
                    seen[k] &= tables.layout.peer_sets[cell, k]
        for word in range(np.uint64(len(seen))):
            left |= seen[word]
        if left != 0:
            sets.useful[number] |= bit_of(digit)


@helper
def link_all(tables: Tables, sets: LockedSets, n_sets: Unsigned) -> None:
    """Note for each set, digit by digit, with which ones it has a restricted common digit."""
    n, n_words = np.uint64(tables.pos.shape[1]), words_of(n_sets)
    for number in range(n_sets):
        clear(sets.linked[number, :n_words])
    for digit in range(n):
        note_having(tables, sets, digit)
        for number in range(n_sets):
            if sets.useful[number] & bit_of(digit) != 0:
                link(tables, sets, number, digit)


@helper
def note_having(tables: Tables, sets: LockedSets, digit: Unsigned) -> None:
    """Note the sets that have a digit."""
    having = sets.found[0]
    clear(having)
    for word in range(np.uint64(tables.places.shape[1])):
        rest = tables.places[digit, word]
        while rest != 0:
            add_all(having, sets.holders[(word << SIX) + trailing_zeros64(rest)])
            rest &= rest - BIT


@helper
def link(tables: Tables, sets: LockedSets, number: Unsigned, digit: Unsigned) -> None:
    """Note the sets with which this one has this restricted common digit.

    Of such a set all places of the digit are among those that see all places here: so it has the
    digit, and none of the others.
    """
    n_words = words_of(sets.size[0])
    having, others = sets.found[0], sets.found[1, :n_words]
    at = number * np.uint64(tables.pos.shape[1]) + digit
    clear(others)
    for word in range(np.uint64(sets.sees.shape[1])):
        rest = tables.places[digit, word] & ~sets.sees[at, word]
        while rest != 0:
            add_all(others, sets.holders[(word << SIX) + trailing_zeros64(rest)])
            rest &= rest - BIT
    for word in range(n_words):
        sets.links[at, word] = having[word] & ~others[word]
        sets.linked[number, word] |= sets.links[at, word]


@helper
def words_of(n_sets: Unsigned) -> Unsigned:
    """Return the number of words with a bit for each set."""
    return (n_sets + np.uint64(63)) >> SIX


@helper
def is_linked(sets: LockedSets, one: Unsigned, other: Unsigned) -> bool:
    """Return whether two sets have a restricted common digit."""
    return bool(sets.linked[one, word_of(other)] & bit_in_word(other))


@helper
def next_of(row: U64, after: Unsigned, n_sets: Unsigned) -> Unsigned:
    """Return the first set of a row of bits from `after` on, or the count of all."""
    if after >= n_sets:
        return n_sets
    word = after >> SIX
    rest = row[word] & (~np.uint64(0) << (after & np.uint64(63)))
    while rest == 0 and (word + BIT) << SIX < n_sets:
        word += BIT
        rest = row[word]
    return (word << SIX) + trailing_zeros64(rest) if rest != 0 else n_sets


@helper
def next_linked(sets: LockedSets, number: Unsigned, after: Unsigned) -> Unsigned:
    """Return the first set from `after` on that is linked to this one, or the count of all."""
    return next_of(sets.linked[number], after, sets.size[0])


@helper
def commons(tables: Tables, sets: LockedSets, one: Unsigned, other: Unsigned) -> Unsigned:
    """Return the restricted common digits of two sets as a mask."""
    n, found = np.uint64(tables.pos.shape[1]), np.uint64(0)
    shared = sets.useful[one] & sets.useful[other]
    while shared != 0:
        digit = trailing_zeros64(shared)
        shared &= shared - BIT
        if has(sets.links[one * n + digit], other):
            found |= bit_of(digit)
    return found


@helper
def lost_commons(tables: Tables, sets: LockedSets, one: Unsigned, other: Unsigned) -> Unsigned:
    """Return as a mask the digits that something sees all places of in both sets."""
    n, found = np.uint64(tables.pos.shape[1]), np.uint64(0)
    shared = sets.useful[one] & sets.useful[other]
    while shared != 0:
        digit = trailing_zeros64(shared)
        shared &= shared - BIT
        if meet(sets.sees[one * n + digit], sets.sees[other * n + digit]):
            found |= bit_of(digit)
    return found


@helper
def eliminate_commons(
    tables: Tables,
    finding: Finding,
    sets: LockedSets,
    one: Unsigned,
    other: Unsigned,
    digits: Unsigned,
) -> None:
    """Eliminate what sees all places of one of these digits in both sets."""
    n = np.uint64(tables.pos.shape[1])
    digits &= sets.useful[one] & sets.useful[other]
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        for word in range(np.uint64(sets.cells.shape[1])):
            rest = sets.sees[one * n + digit, word] & sets.sees[other * n + digit, word]
            while rest != 0:
                eliminate(tables, finding, (word << SIX) + trailing_zeros64(rest), bit_of(digit))
                rest &= rest - BIT


@helper
def eliminate_locked(
    tables: Tables, finding: Finding, sets: LockedSets, number: Unsigned, digits: Unsigned
) -> None:
    """Eliminate what sees all places of one of these digits in a set."""
    digits &= sets.digits[number]
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        seen = sets.sees[number * np.uint64(tables.pos.shape[1]) + digit]
        eliminate_digit(tables, finding, digit, seen)


@helper
def draw_set(tables: Tables, finding: Finding, sets: LockedSets, number: Unsigned) -> None:
    """Draw the cells of a set, and all its candidates as a node."""
    n = np.uint64(tables.pos.shape[1])
    for word in range(np.uint64(sets.cells.shape[1])):
        rest = sets.cells[number, word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            draw(finding, CELLS, cell)
            digits = tables.cand[cell]
            while digits != 0:
                draw(finding, NODES, cell * n + trailing_zeros64(digits))
                digits &= digits - BIT
    end_node(finding)
