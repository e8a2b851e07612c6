"""Locked pair, locked triple: a naked subset in the overlap of two houses acts on both."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, clear
from sudoku.techniques.finding import (
    ACTS_ON,
    CELLS,
    HOUSES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    eliminate,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, SIX, Tables, bit_in_word, word_of

FEW = 0
"""The set of `Finding.sets` with the cells that have no more candidates than the subset cells."""
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next locked subset of two or three cells that acts on both houses."""
    forget(finding)
    note_few(tables, finding, size)
    n_houses = np.uint64(len(tables.left))
    if n_houses == 0:  # no two houses cross, and the place is a pair of them
        return False
    start, after = finding.cursor[SPOT] // n_houses, finding.cursor[SPOT] % n_houses
    for first in range(start, n_houses):
        if count_few(tables, finding, first, first) < TWO:
            continue
        for second in range(max(first + BIT, after if first == start else BIT), n_houses):
            if count_few(tables, finding, first, second) < TWO:
                continue
            come_to(finding, first * n_houses + second)
            if shows(tables, finding, first, second, size):
                return True
    return False


@helper
def note_few(tables: Tables, finding: Finding, size: int) -> None:
    """Note the blank cells with no more candidates than that."""
    few = finding.sets[FEW]
    clear(few)
    for cell in range(np.uint64(len(tables.cand))):
        n_digits = popcount64(tables.cand[cell])
        if n_digits != 0 and n_digits <= np.uint64(size):
            add(few, cell)


@helper
def count_few(tables: Tables, finding: Finding, first: Unsigned, second: Unsigned) -> Unsigned:
    """Count those of these cells that are in both houses."""
    sets, n_few = tables.layout.house_sets, np.uint64(0)
    for word in range(np.uint64(sets.shape[1])):
        n_few += popcount64(finding.sets[FEW, word] & sets[first, word] & sets[second, word])
    return n_few


@helper
def list_few(tables: Tables, finding: Finding, first: Unsigned, second: Unsigned) -> Unsigned:
    """List those of these cells that are in both houses, and count them."""
    sets, n_few = tables.layout.house_sets, np.uint64(0)
    for word in range(np.uint64(sets.shape[1])):
        rest = finding.sets[FEW, word] & sets[first, word] & sets[second, word]
        while rest != 0:
            finding.numbers[0, n_few] = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            n_few += BIT
    return n_few


@helper
def shows(tables: Tables, finding: Finding, first: Unsigned, second: Unsigned, size: int) -> bool:
    """Return whether some of these cells in both houses are a subset that shows something new."""
    few, cand = finding.numbers[0], tables.cand
    n_few = list_few(tables, finding, first, second)
    for i in range(n_few):
        for j in range(i + BIT, n_few):
            # A pair ends here: its third cell is its second one again.
            start, end = (j + BIT, n_few) if size == 3 else (j, j + BIT)
            for k in range(start, end):
                digits = cand[few[i]] | cand[few[j]] | cand[few[k]]
                if popcount64(digits) != np.uint64(size):
                    continue
                lock(tables, finding, first, second, (few[i], few[j], few[k]), digits)
                if is_new(finding):
                    return True
    return False


@helper
def lock(
    tables: Tables,
    finding: Finding,
    first: Unsigned,
    second: Unsigned,
    cells: tuple[Unsigned, Unsigned, Unsigned],
    digits: Unsigned,
) -> None:
    """Note what a locked subset rules out, if that is something in each house alone."""
    a, b, c = cells
    begin_drawing(finding, digits)
    for cell in cells:
        draw(finding, CELLS, cell)
    sets = tables.layout.house_sets
    n_alone = np.uint64(0)
    for house, other in ((first, second), (second, first)):
        draw(finding, HOUSES, house)
        draw(finding, ACTS_ON, house)
        is_acting = False
        for place in range(np.uint64(tables.layout.houses.shape[1])):
            cell = tables.layout.houses[house, place]
            if cell != a and cell != b and cell != c and tables.cand[cell] & digits != 0:
                is_acting |= sets[other, word_of(cell)] & bit_in_word(cell) == 0
                eliminate(tables, finding, cell, digits)
        n_alone += np.uint64(is_acting)
    if n_alone != np.uint64(2):
        forget(finding)
