"""ALS-XY-wing: a set linked to two others by two restricted common digits X and Y.

The hinge lacks one digit at most, so it holds X or Y; the set at that end lacks it and holds all of
its other digits. Cells that see all places of a digit Z that both ends share lose it.
"""

from __future__ import annotations

import numpy as np

from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from sudoku.techniques.finding import SPOT, Finding, begin_drawing, come_to, forget, is_new
from sudoku.techniques.locked_sets import (
    LockedSets,
    commons,
    draw_set,
    eliminate_commons,
    is_linked,
    lost_commons,
    next_linked,
)
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["find"]


@kernel
def find(tables: Tables, finding: Finding, sets: LockedSets) -> bool:
    """Find the next wing, by its ends: few pairs of sets share a digit that something sees."""
    forget(finding)
    n_sets = sets.size[0]
    for spot in range(finding.cursor[SPOT], n_sets * n_sets):
        one, other = spot // n_sets, spot % n_sets
        if one < other:
            lost = lost_commons(tables, sets, one, other)
            if lost != 0:
                come_to(finding, spot)
                if shows(tables, finding, sets, one, other, lost):
                    return True
    return False


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
