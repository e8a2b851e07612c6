"""Pair exclusion: digits of two cells that are in none of their possible combinations.

A combination is impossible if it has a digit twice in cells that see each other, or is all that a
third cell has, which sees both. (Aligned pair exclusion.) For three cells see
`sudoku.techniques.triple_exclusion`.
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
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of, sees

TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next pair of cells, by its first cell."""
    forget(finding)
    cand = tables.cand
    n_cells = np.uint64(len(cand))
    for one in range(finding.cursor[SPOT], n_cells):
        come_to(finding, one)
        for other in range(one + BIT, n_cells):
            if cand[one] == 0 or cand[other] == 0:
                continue
            n_excluders = list_excluders(tables, finding, one, other)
            if n_excluders < TWO:
                continue
            keep_possible(tables, finding, one, other, n_excluders)
            keep_possible(tables, finding, other, one, n_excluders)
            if is_new(finding):
                begin_drawing(finding, cand[one] | cand[other])
                draw(finding, CELLS, one)
                draw(finding, CELLS, other)
                return True
    return False


@helper
def list_excluders(tables: Tables, finding: Finding, one: Unsigned, other: Unsigned) -> Unsigned:
    """List the cells with two candidates that see both, and count them."""
    sets, n_excluders = tables.layout.peer_sets, np.uint64(0)
    for word in range(np.uint64(sets.shape[1])):
        rest = sets[one, word] & sets[other, word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            if popcount64(tables.cand[cell]) == TWO:
                finding.numbers[0, n_excluders] = cell
                n_excluders += BIT
    return n_excluders


@helper
def keep_possible(
    tables: Tables, finding: Finding, one: Unsigned, other: Unsigned, n_excluders: Unsigned
) -> None:
    """Eliminate the digits of one cell that leave none to the other."""
    digits = tables.cand[one]
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        left = tables.cand[other]
        if sees(tables, one, other):
            left &= ~bit_of(digit)
        for k in range(n_excluders):
            pair = tables.cand[finding.numbers[0, k]]
            if pair & bit_of(digit) != 0:
                left &= ~(pair & ~bit_of(digit))
        if left == 0:
            eliminate(tables, finding, one, bit_of(digit))
