"""Sue de Coq: cells in the overlap of two houses, with cells of the rest of either.

So many cells as they have digits between them, and no digit can be in two of them: those of the one
rest are not in the other. So each digit is in one of its places, and cells of the two houses that
see all of these lose it.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, add_all, clear, keep_peers
from sudoku.techniques.finding import (
    CELLS,
    HOUSES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_cells,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, SIX, Tables

CORE, IN_FIRST, IN_SECOND = range(3)
"""The rows of `Finding.numbers` for the cells of the overlap and of either rest."""
WHOLE, SEEN, BLANK = range(3)
TWO = np.uint64(2)
MOST_CELLS = np.uint64(12)
"""Of a rest with more cells, the parts are too many: pairs of houses that have one are left out."""


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next one, by its two houses."""
    forget(finding)
    note_blank(tables, finding)
    n_houses = np.uint64(len(tables.left))
    if n_houses == 0:  # no two houses cross, and the place is a pair of them
        return False
    start, after = finding.cursor[SPOT] // n_houses, finding.cursor[SPOT] % n_houses
    for first in range(start, n_houses):
        for second in range(max(first + BIT, after if first == start else BIT), n_houses):
            if n_blank_in_both(tables, finding, first, second) < TWO:
                continue
            if list_cells(tables, finding, first, second) >= TWO:
                come_to(finding, first * n_houses + second)
                if shows(tables, finding, first, second):
                    return True
    return False


@helper
def note_blank(tables: Tables, finding: Finding) -> None:
    """Note the cells that have candidates."""
    blank = finding.sets[BLANK]
    clear(blank)
    for digit in range(np.uint64(len(tables.places))):
        add_all(blank, tables.places[digit])


@helper
def n_blank_in_both(
    tables: Tables, finding: Finding, first: Unsigned, second: Unsigned
) -> Unsigned:
    """Count the cells of two houses that have candidates."""
    sets, n_blank = tables.layout.house_sets, np.uint64(0)
    for word in range(np.uint64(sets.shape[1])):
        n_blank += popcount64(finding.sets[BLANK, word] & sets[first, word] & sets[second, word])
    return n_blank


@helper
def list_cells(tables: Tables, finding: Finding, first: Unsigned, second: Unsigned) -> Unsigned:
    """List the blank cells of the overlap and of the rests; count the former, 0 for too many."""
    numbers, sets = finding.numbers, tables.layout.house_sets
    for row in (CORE, IN_FIRST, IN_SECOND):
        numbers[row, 0] = 0
        for word in range(np.uint64(sets.shape[1])):
            cells = sets[second, word] if row == IN_SECOND else sets[first, word]
            if row == CORE:
                cells &= sets[second, word]
            else:
                cells &= ~(sets[first, word] & sets[second, word])
            while cells != 0:
                cell = (word << SIX) + trailing_zeros64(cells)
                cells &= cells - BIT
                if tables.cand[cell] != 0:
                    at = np.uint64(numbers[row, 0]) + BIT
                    numbers[row, at] = cell
                    numbers[row, 0] = at
    is_small = max(numbers[IN_FIRST, 0], numbers[IN_SECOND, 0], numbers[CORE, 0]) <= MOST_CELLS
    return np.uint64(numbers[CORE, 0]) if is_small else np.uint64(0)


@helper
def shows(tables: Tables, finding: Finding, first: Unsigned, second: Unsigned) -> bool:
    """Return whether some core, with parts of the rests, rules something new out."""
    numbers = finding.numbers
    for core in range(BIT << np.uint64(numbers[CORE, 0])):
        digits = digits_of(tables, finding, CORE, core)
        n_cells = popcount64(core)
        if n_cells < TWO or popcount64(digits) < n_cells + TWO:
            continue
        # How many digits more than cells there are, for the two parts to make up.
        spare = popcount64(digits) - n_cells
        for one in range(BIT, BIT << np.uint64(numbers[IN_FIRST, 0])):
            digits_1 = digits_of(tables, finding, IN_FIRST, one)
            n_new = popcount64(digits_1 & ~digits)
            if popcount64(one) <= n_new or popcount64(one) - n_new >= spare:
                continue
            gain = popcount64(one) - n_new
            free, other = free_of(tables, finding, digits_1), np.uint64(0)
            while other != free:
                # The next part of the cells that are free, in ascending order.
                other = ((other | ~free) + BIT) & free
                if popcount64(other) < spare - gain:
                    continue
                digits_2 = digits_of(tables, finding, IN_SECOND, other)
                if popcount64(other) == spare - gain + popcount64(digits_2 & ~digits):
                    note(tables, finding, first, second, core, one, other)
                    if is_new(finding):
                        n = np.uint64(tables.pos.shape[1])
                        begin_drawing(finding, digits | digits_1 | digits_2)
                        draw(finding, HOUSES, first)
                        draw(finding, HOUSES, second)
                        draw_cells(finding, CELLS, finding.sets[WHOLE], np.uint64(0), n)
                        return True
    return False


@helper
def free_of(tables: Tables, finding: Finding, digits: Unsigned) -> Unsigned:
    """Return which of the cells in the second rest have none of these digits, as a mask."""
    numbers, free = finding.numbers, np.uint64(0)
    for k in range(np.uint64(numbers[IN_SECOND, 0])):
        if tables.cand[numbers[IN_SECOND, k + BIT]] & digits == 0:
            free |= BIT << k
    return free


@helper
def digits_of(tables: Tables, finding: Finding, row: int, part: Unsigned) -> Unsigned:
    """Return all digits of a part of the cells listed in a row."""
    digits = np.uint64(0)
    while part != 0:
        digits |= tables.cand[finding.numbers[row, trailing_zeros64(part) + BIT]]
        part &= part - BIT
    return digits


@helper
def note(
    tables: Tables,
    finding: Finding,
    first: Unsigned,
    second: Unsigned,
    core: Unsigned,
    one: Unsigned,
    other: Unsigned,
) -> None:
    """Eliminate from the two houses what sees all places of one of the digits."""
    layout, whole, seen = tables.layout, finding.sets[WHOLE], finding.sets[SEEN]
    clear(whole)
    for row, part in ((CORE, core), (IN_FIRST, one), (IN_SECOND, other)):
        rest = part
        while rest != 0:
            add(whole, finding.numbers[row, trailing_zeros64(rest) + BIT])
            rest &= rest - BIT
    for digit in range(np.uint64(tables.pos.shape[1])):
        n_places = np.uint64(0)
        for word in range(np.uint64(len(seen))):
            houses = layout.house_sets[first, word] | layout.house_sets[second, word]
            seen[word] = houses & ~whole[word]
        for word in range(np.uint64(len(seen))):
            rest = whole[word] & tables.places[digit, word]
            n_places += popcount64(rest)
            while rest != 0:
                keep_peers(tables, seen, (word << SIX) + trailing_zeros64(rest))
                rest &= rest - BIT
        if n_places != 0:
            eliminate_digit(tables, finding, digit, seen)
