"""Forcing chains: follow both alternatives by singles; what both rule out is false.

The alternatives are the two candidates of a cell, or the two places of a digit in a house. *Nishio*
follows one candidate to a contradiction, so it is false; *anti-Nishio* what follows from its being
false, so it is true. *No room* looks one step ahead: a candidate would leave a cell or a digit of a
house without any place at once. With houses alone that is what locked candidates say.

References
----------
A. Bergman et al. (2023), "4.1" and Table 2: the names, the example in Figure 2, and ratings.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.consequences import Alternatives, follow, leaves_places
from sudoku.techniques.finding import (
    HOUSES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_link,
    eliminate,
    forget,
    is_new,
    set_placement,
)
from sudoku.techniques.kinds import Forcing
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of
from sudoku.techniques.turbot import ends_of

CELL, UNIT, NISHIO, ANTI_NISHIO, NO_ROOM = map(int, Forcing)
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, alternatives: Alternatives, kind: int) -> bool:
    """Find the next chain of a kind: from a cell, from a house, or from one candidate."""
    forget(finding)
    n = np.uint64(tables.pos.shape[1])
    n_spots = np.uint64(len(tables.left) if kind == UNIT else len(tables.cand)) * n
    for spot in range(finding.cursor[SPOT], n_spots):
        come_to(finding, spot)
        if kind == CELL:
            is_found = shows_cell(tables, finding, alternatives, spot // n, spot % n)
        elif kind == UNIT:
            is_found = shows_unit(tables, finding, alternatives, spot // n, spot % n)
        else:
            is_found = shows_alone(tables, finding, alternatives, spot // n, spot % n, kind)
        if is_found:
            return True
    return False


@helper
def shows_cell(
    tables: Tables, finding: Finding, alternatives: Alternatives, cell: Unsigned, digit: Unsigned
) -> bool:
    """Return whether both candidates of a cell rule something out; the digit is the lower one."""
    pair = tables.cand[cell]
    if popcount64(pair) != TWO or pair & (~pair + BIT) != bit_of(digit):
        return False
    other = trailing_zeros64(pair & ~bit_of(digit))
    if not rules_out(tables, finding, alternatives, cell, digit, cell, other):
        return False
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, pair)
    draw_link(finding, cell, digit, n)
    draw_link(finding, cell, other, n)
    return True


@helper
def shows_unit(
    tables: Tables, finding: Finding, alternatives: Alternatives, house: Unsigned, digit: Unsigned
) -> bool:
    """Return whether both places of a digit in a house rule something out."""
    if popcount64(tables.pos[house, digit]) != TWO:
        return False
    ends = ends_of(tables, house, digit)
    one, other = np.uint64(ends[0]), np.uint64(ends[1])
    if not rules_out(tables, finding, alternatives, one, digit, other, digit):
        return False
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, bit_of(digit))
    draw(finding, HOUSES, house)
    draw_link(finding, one, digit, n)
    draw_link(finding, other, digit, n)
    return True


@helper
def shows_alone(
    tables: Tables,
    finding: Finding,
    alternatives: Alternatives,
    cell: Unsigned,
    digit: Unsigned,
    kind: int,
) -> bool:
    """Return whether a candidate cannot be true, or cannot be false."""
    is_true = kind != ANTI_NISHIO
    if tables.cand[cell] & bit_of(digit) == 0:
        return False
    if kind == NO_ROOM:
        if leaves_places(tables, alternatives.one, cell, digit):
            return False
    elif follow(tables, alternatives.one, cell, digit, is_true):
        return False
    begin_drawing(finding, bit_of(digit))
    draw_link(finding, cell, digit, np.uint64(tables.pos.shape[1]))
    if is_true:
        eliminate(tables, finding, cell, bit_of(digit))
    else:
        set_placement(finding, np.uint32(cell), np.uint32(digit) + ONE)
    finding.cursor[SPOT] += BIT
    return True


@helper
def rules_out(
    tables: Tables,
    finding: Finding,
    alternatives: Alternatives,
    cell: Unsigned,
    digit: Unsigned,
    cell_2: Unsigned,
    digit_2: Unsigned,
) -> bool:
    """Eliminate what neither of two candidates allows; a contradiction allows nothing."""
    is_sound = follow(tables, alternatives.one, cell, digit, True)
    is_sound_2 = follow(tables, alternatives.other, cell_2, digit_2, True)
    if not (is_sound or is_sound_2):
        return False  # there is no solution, which this technique does not report
    for other in range(np.uint64(len(tables.cand))):
        possible = np.uint64(0)
        if is_sound:
            possible |= alternatives.one.cand[other]
        if is_sound_2:
            possible |= alternatives.other.cand[other]
        eliminate(tables, finding, other, ~possible)
    return is_new(finding)
