"""Triple exclusion: digits of three cells that are in none of their possible combinations.

A combination is impossible if it has a digit twice in cells that see each other, or leaves no
candidate to a cell that sees the cells it takes them from. (Aligned triple exclusion.) Such an
*excluder* has as many candidates as it sees of the three cells, or fewer; there must be two of
them, and one of the cells with two or three candidates must see all three. For two cells see
`sudoku.techniques.pair_exclusion`.

Complexity: for n digits O(n^3) triples see the same cell. A digit of one cell is possible as soon
as one pair of digits of the other two is found that goes with it, which is mostly the first.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.finding import (
    CELLS,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    eliminate,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, SIX, Tables, bit_in_word, sees, word_of

TWO, THREE = np.uint64(2), np.uint64(3)
# The cells with two or three candidates, and those with two, in `Finding.sets`.
FEW, PAIRS = range(2)
# The cells near the one that sees them all, and the excluders, in `Finding.numbers`.
NEAR, EXCLUDERS = range(2)


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next three cells, by a cell with few candidates that sees all of them."""
    forget(finding)
    list_few(tables, finding)
    for spot in range(finding.cursor[SPOT], np.uint64(len(tables.cand))):
        if finding.sets[FEW, word_of(spot)] & bit_in_word(spot) != 0:
            come_to(finding, spot)
            if is_found_near(tables, finding, spot):
                return True
    return False


@helper
def list_few(tables: Tables, finding: Finding) -> None:
    """Write down which cells have two or three candidates."""
    for word in range(np.uint64(tables.layout.peer_sets.shape[1])):
        finding.sets[FEW, word] = finding.sets[PAIRS, word] = 0
    for cell in range(np.uint64(len(tables.cand))):
        size = popcount64(tables.cand[cell])
        if size in (TWO, THREE):
            finding.sets[FEW, word_of(cell)] |= bit_in_word(cell)
        if size == TWO:
            finding.sets[PAIRS, word_of(cell)] |= bit_in_word(cell)


@helper
def is_found_near(tables: Tables, finding: Finding, spot: Unsigned) -> bool:
    """Look at the triples of cells that the spot sees, unless a cell before it sees them, too."""
    n_near = list_near(tables, finding, spot)
    near = finding.numbers[NEAR]
    for i in range(n_near):
        for j in range(i + BIT, n_near):
            for k in range(j + BIT, n_near):
                one, two, three = np.uint64(near[i]), np.uint64(near[j]), np.uint64(near[k])
                n_excluders = list_excluders(tables, finding, one, two, three, spot)
                if n_excluders < TWO:
                    continue
                keep_possible(tables, finding, one, two, three, n_excluders)
                keep_possible(tables, finding, two, one, three, n_excluders)
                keep_possible(tables, finding, three, one, two, n_excluders)
                if is_new(finding):
                    begin_drawing(finding, tables.cand[one] | tables.cand[two] | tables.cand[three])
                    draw(finding, CELLS, one)
                    draw(finding, CELLS, two)
                    draw(finding, CELLS, three)
                    return True
    return False


@helper
def list_near(tables: Tables, finding: Finding, spot: Unsigned) -> Unsigned:
    """List the blank cells that a cell sees, and count them."""
    n_near = np.uint64(0)
    for word in range(np.uint64(tables.layout.peer_sets.shape[1])):
        rest = tables.layout.peer_sets[spot, word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            if tables.cand[cell] != 0:
                finding.numbers[NEAR, n_near] = cell
                n_near += BIT
    return n_near


@helper
def list_excluders(
    tables: Tables, finding: Finding, one: Unsigned, two: Unsigned, three: Unsigned, spot: Unsigned
) -> Unsigned:
    """List the excluders of three cells, and count them; none if one before the spot sees all."""
    seen, n_excluders = tables.layout.peer_sets, np.uint64(0)
    for word in range(np.uint64(seen.shape[1])):
        a, b, c = seen[one, word], seen[two, word], seen[three, word]
        of_all = a & b & c & finding.sets[FEW, word]
        if word < word_of(spot) and of_all != 0:
            return np.uint64(0)
        if word == word_of(spot) and of_all & (bit_in_word(spot) - BIT) != 0:
            return np.uint64(0)
        rest = of_all | ((a & b | a & c | b & c) & finding.sets[PAIRS, word])
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            if cell != one and cell != two and cell != three:
                finding.numbers[EXCLUDERS, n_excluders] = cell
                n_excluders += BIT
    return n_excluders


@helper
def keep_possible(
    tables: Tables,
    finding: Finding,
    one: Unsigned,
    two: Unsigned,
    three: Unsigned,
    n_excluders: Unsigned,
) -> None:
    """Eliminate the digits of the first cell that are in no possible combination."""
    digits = tables.cand[one]
    while digits != 0:
        digit = digits & (~digits + BIT)
        digits ^= digit
        if not is_in_any(tables, finding, one, two, three, digit, n_excluders):
            eliminate(tables, finding, one, digit)


@helper
def is_in_any(
    tables: Tables,
    finding: Finding,
    one: Unsigned,
    two: Unsigned,
    three: Unsigned,
    digit: Unsigned,
    n_excluders: Unsigned,
) -> bool:
    """Return whether some digits of the other two cells go with a digit of the first, as a mask."""
    of_two = tables.cand[two] & ~digit if sees(tables, one, two) else tables.cand[two]
    while of_two != 0:
        digit_2 = of_two & (~of_two + BIT)
        of_two ^= digit_2
        of_three: Unsigned = tables.cand[three]
        if sees(tables, one, three):
            of_three &= ~digit
        if sees(tables, two, three):
            of_three &= ~digit_2
        for k in range(n_excluders):
            cell = np.uint64(finding.numbers[EXCLUDERS, k])
            left = tables.cand[cell]
            if sees(tables, cell, one):
                left &= ~digit
            if sees(tables, cell, two):
                left &= ~digit_2
            if left == 0:
                of_three = np.uint64(0)
            elif left & (left - BIT) == 0 and sees(tables, cell, three):
                of_three &= ~left
        if of_three != 0:
            return True
    return False
