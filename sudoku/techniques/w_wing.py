"""W-wing: two cells with the same two digits, connected by a strong link of one of the digits.

Each of the two places of the link is seen by one of the cells. So not both cells hold the digit of
the link, and cells that see both cells lose the other digit.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import copy, keep_peers, meet
from sudoku.techniques.finding import (
    HOUSES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_link,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, Tables, bit_of, sees
from sudoku.techniques.turbot import ends_of

SEEN = 0
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next W-wing, by its first cell."""
    forget(finding)
    cand = tables.cand
    n_cells = np.uint64(len(cand))
    for one in range(finding.cursor[SPOT], n_cells):
        if popcount64(cand[one]) != TWO:
            continue
        come_to(finding, one)
        for other in range(one + BIT, n_cells):
            if cand[other] == cand[one] and has_wing(tables, finding, one, other):
                return True
    return False


@helper
def has_wing(tables: Tables, finding: Finding, one: Unsigned, other: Unsigned) -> bool:
    """Return whether a link holds two cells together such that something follows."""
    pair, seen = tables.cand[one], finding.sets[SEEN]
    copy(seen, tables.layout.peer_sets[one])
    keep_peers(tables, seen, other)
    lowest = trailing_zeros64(pair)
    highest = trailing_zeros64(pair & ~bit_of(lowest))
    for digit, last in ((lowest, highest), (highest, lowest)):
        if not meet(seen, tables.places[last]):
            continue
        for house in range(np.uint64(len(tables.left))):
            if popcount64(tables.pos[house, digit]) != TWO:
                continue
            end, end_2 = ends_of(tables, house, digit)
            if end in (one, other) or end_2 in (one, other):
                continue
            if not (sees(tables, one, end) and sees(tables, other, end_2)):
                end, end_2 = end_2, end
            if sees(tables, one, end) and sees(tables, other, end_2):
                eliminate_digit(tables, finding, last, seen)
                if is_new(finding):
                    n = np.uint64(tables.pos.shape[1])
                    begin_drawing(finding, pair)
                    draw(finding, HOUSES, house)
                    # The chain from the last digit of one cell to that of the other.
                    draw_link(finding, one, last, n)
                    draw_link(finding, one, digit, n)
                    draw_link(finding, end, digit, n)
                    draw_link(finding, end_2, digit, n)
                    draw_link(finding, other, digit, n)
                    draw_link(finding, other, last, n)
                    return True
    return False
