"""The easiest nested techniques: locked candidates, hidden and naked pairs, X-wings.

Each function looks for all steps of a technique among the candidates that are left under an
assumption, and returns how many candidates go. A step that does not depend on the assumption is
none: the position has it already.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from sudoku.ratings.explainer.board import N_CELLS, N_DIGITS
from sudoku.ratings.explainer.nested.arrays import NOBODY, WORDS, Index, NestedSearch, Net
from sudoku.ratings.explainer.nested.eliminations import emit_all
from sudoku.ratings.explainer.nested.net import first_left, lowest, n_left, ones

BOXES, COLUMNS, ROWS = 0, 9, 18
"""Where the houses of each kind begin in `Net.houses`."""
LOCKED = ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES))
MOST_PLACED = 5
"""With more digits of a kind placed, there is no X-wing of it."""


@subroutine
def find_basic(search: NestedSearch, assumption: Index) -> Index:
    """Look for steps of the easiest technique that has some."""
    count = find_locked(search, assumption)
    if count == 0:
        count = find_hidden_pairs(search, assumption)
    if count == 0:
        count = find_naked_pairs(search, assumption)
    if count == 0:
        count = find_x_wings(search, assumption, COLUMNS, ROWS)
        count += find_x_wings(search, assumption, ROWS, COLUMNS)
    return count


@helper
def unit_of(net: Net, rank: Index, digit: Index) -> Index:
    """Return the unit of a digit in the house of a rank."""
    return N_CELLS + N_DIGITS * np.int64(net.houses[rank]) + digit


@helper
def find_locked(search: NestedSearch, assumption: Index) -> Index:
    """Look for digits whose places in a house all lie in another one."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    count = 0
    for k in range(4):
        for digit in range(N_DIGITS):
            for house in range(9):
                unit = unit_of(net, LOCKED[k][0] + house, digit)
                first = first_left(net, implied.live, unit)
                if first == NOBODY or n_left(net, implied.live, unit) < 2:
                    continue
                way = 2 if LOCKED[k][1] == ROWS else 3
                if LOCKED[k][1] == BOXES:
                    way = 1
                other = np.int64(net.units[first, way])
                if lies_in(search, unit, other):
                    for word in range(net.sizes[WORDS]):
                        inside, outside = (net.members[unit, word], net.members[other, word])
                        eliminations.goes[word] = outside & ~inside & implied.live[word]
                        eliminations.needs[word] = (
                            inside & ~outside & implied.base[word] & ~implied.live[word]
                        )
                    count += emit_all(search, assumption)
    return count


@helper
def lies_in(search: NestedSearch, unit: Index, other: Index) -> bool:
    """Return whether all candidates left in a unit are in another."""
    net, implied = search.net, search.implied
    for word in range(net.sizes[WORDS]):
        if net.members[unit, word] & implied.live[word] & ~net.members[other, word] != 0:
            return False
    return True


@helper
def mask_of(search: NestedSearch, rank: Index, digit: Index) -> Index:
    """Return the cells that a digit can be in, within a house, as bits.

    The bits are the numbers of the cells' other line or, in a box, of the cells.
    """
    net, implied = search.net, search.implied
    unit = unit_of(net, rank, digit)
    mask: Index = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & implied.live[word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            mask |= 1 << place_of(np.int64(net.cell[one]), rank)
    return mask


@helper
def place_of(cell: Index, rank: Index) -> Index:
    """Return the place of a cell in a house of a kind."""
    row, column = cell // N_DIGITS, cell % N_DIGITS
    if rank >= ROWS:
        return column
    if rank >= COLUMNS:
        return row
    return row % 3 * 3 + column % 3


@helper
def find_hidden_pairs(search: NestedSearch, assumption: Index) -> Index:
    """Look for two digits with the same two places in a house."""
    net = search.net
    count = 0
    for rank in range(27):
        if net.n_blank[rank] <= 4:
            continue
        for high in range(1, N_DIGITS):
            mask = mask_of(search, rank, high)
            if ones(np.uint64(mask)) != 2:
                continue
            for low in range(high):
                if mask_of(search, rank, low) == mask:
                    note_hidden_pair(search, rank, low, high)
                    count += emit_all(search, assumption)
    return count


@helper
def note_hidden_pair(search: NestedSearch, rank: Index, low: Index, high: Index) -> None:
    """Note what a hidden pair eliminates, and what it needs."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    one, other = unit_of(net, rank, low), unit_of(net, rank, high)
    for word in range(net.sizes[WORDS]):
        both = net.members[one, word] | net.members[other, word]
        eliminations.needs[word] = both & implied.base[word] & ~implied.live[word]
        eliminations.goes[word] = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[one, word] & implied.live[word]
        while rest != 0:
            cell = net.cell[64 * word + lowest(rest)]
            rest &= rest - np.uint64(1)
            for k in range(net.sizes[WORDS]):
                pair = net.members[one, k] | net.members[other, k]
                eliminations.goes[k] |= net.members[cell, k] & implied.live[k] & ~pair


@helper
def digits_left(search: NestedSearch, cell: Index) -> Index:
    """Return the digits of a cell that are left, as bits."""
    net, implied = search.net, search.implied
    mask: Index = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & implied.live[word]
        while rest != 0:
            mask |= 1 << np.int64(net.digit[64 * word + lowest(rest)])
            rest &= rest - np.uint64(1)
    return mask


@helper
def cell_at(net: Net, rank: Index, place: Index) -> Index:
    """Return the cell at a place of a house."""
    number = rank % 9
    if rank >= ROWS:
        return N_DIGITS * number + place
    if rank >= COLUMNS:
        return N_DIGITS * place + number
    return N_DIGITS * (number // 3 * 3 + place // 3) + number % 3 * 3 + place % 3


@helper
def find_naked_pairs(search: NestedSearch, assumption: Index) -> Index:
    """Look for two cells of a house with the same two digits."""
    net = search.net
    count = 0
    for rank in range(27):
        if net.n_blank[rank] < 4:
            continue
        for high in range(1, N_DIGITS):
            one = cell_at(net, rank, high)
            mask = digits_left(search, one)
            if ones(np.uint64(mask)) != 2:
                continue
            for low in range(high):
                other = cell_at(net, rank, low)
                if digits_left(search, other) == mask:
                    note_naked_pair(search, rank, one, other, mask)
                    count += emit_all(search, assumption)
    return count


@helper
def note_naked_pair(
    search: NestedSearch, rank: Index, one: Index, other: Index, mask: Index
) -> None:
    """Note what a naked pair eliminates, and what it needs."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    for word in range(net.sizes[WORDS]):
        both = net.members[one, word] | net.members[other, word]
        eliminations.needs[word] = both & implied.base[word] & ~implied.live[word]
        eliminations.goes[word] = 0
        for digit in range(N_DIGITS):
            if mask >> digit & 1 != 0:
                unit = unit_of(net, rank, digit)
                eliminations.goes[word] |= net.members[unit, word] & implied.live[word] & ~both


@helper
def find_x_wings(search: NestedSearch, assumption: Index, lines: Index, across: Index) -> Index:
    """Look for digits with the same two places in two lines."""
    net = search.net
    count = 0
    for high in range(1, 9):
        for low in range(high):
            for digit in range(N_DIGITS):
                mask = mask_of(search, lines + high, digit)
                if ones(np.uint64(mask)) != 2 or mask_of(search, lines + low, digit) != mask:
                    continue
                if n_placed(net, digit) <= MOST_PLACED:
                    note_x_wing(search, lines + low, lines + high, digit)
                    count += emit_all(search, assumption)
    return count


@helper
def n_placed(net: Net, digit: Index) -> Index:
    """Return in how many rows a digit has no candidates, because it is placed there."""
    count = 0
    for row in range(9):
        unit = unit_of(net, ROWS + row, digit)
        is_there = False
        for word in range(net.sizes[WORDS]):
            is_there |= net.members[unit, word] != 0
        count += not is_there
    return count


@helper
def note_x_wing(search: NestedSearch, low: Index, high: Index, digit: Index) -> None:
    """Note what an X-wing eliminates, and what it needs."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    one, other = unit_of(net, low, digit), unit_of(net, high, digit)
    way = 3 if low >= ROWS else 2
    for word in range(net.sizes[WORDS]):
        both = net.members[one, word] | net.members[other, word]
        eliminations.needs[word] = both & implied.base[word] & ~implied.live[word]
        eliminations.goes[word] = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[one, word] & implied.live[word]
        while rest != 0:
            unit = net.units[64 * word + lowest(rest), way]
            rest &= rest - np.uint64(1)
            for k in range(net.sizes[WORDS]):
                both = net.members[one, k] | net.members[other, k]
                eliminations.needs[k] &= ~net.members[unit, k]
                eliminations.goes[k] |= net.members[unit, k] & implied.live[k] & ~both
