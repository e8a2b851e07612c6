"""Locked pair, locked triple: a naked subset in the overlap of two houses acts on both."""

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
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

__all__ = ["find"]


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next locked subset of two or three cells that acts on both houses."""
    forget(finding)
    few, cand = finding.numbers[0], tables.cand
    n_houses = np.uint64(len(tables.left))
    for spot in range(finding.cursor[SPOT], n_houses * n_houses):
        first, second = spot // n_houses, spot % n_houses
        n_few = list_few(tables, finding, first, second, size) if first < second else np.uint64(0)
        come_to(finding, spot)
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
def list_few(
    tables: Tables, finding: Finding, first: Unsigned, second: Unsigned, size: int
) -> Unsigned:
    """List the blank cells in both houses with no more candidates than that, and count them."""
    sets, n_few = tables.layout.house_sets, np.uint64(0)
    for word in range(np.uint64(sets.shape[1])):
        rest = sets[first, word] & sets[second, word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            n_digits = popcount64(tables.cand[cell])
            if n_digits != 0 and n_digits <= np.uint64(size):
                finding.numbers[0, n_few] = cell
                n_few += BIT
    return n_few


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
