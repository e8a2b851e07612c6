"""Locked candidates: all places of a digit in a house lie in a second one, whose rest loses it.

From a box it is called pointing ("pointing pairs"), from a row or column claiming ("box/line
reduction"). It works between any two houses that overlap.
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE, OTHER
from sudoku.techniques.finding import SPOT, Finding, eliminate, forget, set_pattern
from sudoku.techniques.kinds import Locked
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, lies_in

FROM_LINE = int(Locked.FROM_LINE)


@kernel
def find(tables: Tables, finding: Finding, kind: int) -> bool:
    """Find the next from rows and columns (`FROM_LINE`), or from other houses."""
    forget(finding)
    layout = tables.layout
    n = np.uint64(layout.houses.shape[1])
    first, after = finding.cursor[SPOT] // n, finding.cursor[SPOT] % n
    for house in range(first, np.uint64(layout.houses.shape[0])):
        start = after if house == first else np.uint64(0)
        if (layout.ways[house] != OTHER) != (kind == FROM_LINE):
            continue
        for digit in range(start, n):
            if tables.pos[house, digit] != 0 and locks(tables, finding, house, digit):
                finding.cursor[SPOT] = house * n + digit + BIT
                return True
    return False


@helper
def locks(tables: Tables, finding: Finding, house: Unsigned, digit: Unsigned) -> bool:
    """Return whether a digit's places in a house lock it in another, and note what follows."""
    layout, places = tables.layout, tables.pos[house, digit]
    cell = layout.houses[house, trailing_zeros64(places)]
    for k in range(layout.first_position[cell], layout.first_position[cell + ONE]):
        other = layout.positions[k, HOUSE]
        # With no more places than these, the other house has no rest.
        has_rest = popcount64(tables.pos[other, digit]) > popcount64(places)
        if other != house and has_rest and all_lie_in(tables, house, digit, other):
            clear_rest(tables, finding, house, other, digit)
            set_pattern(finding, house, other, bit_of(digit), places)
            return True
    return False


@helper
def all_lie_in(tables: Tables, house: Unsigned, digit: Unsigned, other: Unsigned) -> bool:
    """Return whether the cells of a house that may hold a digit lie in another one, too."""
    houses, outside = tables.layout.house_sets, np.uint64(0)
    for word in range(np.uint64(houses.shape[1])):
        outside |= tables.places[digit, word] & houses[house, word] & ~houses[other, word]
    return bool(outside == 0)


@helper
def clear_rest(
    tables: Tables, finding: Finding, house: Unsigned, other: Unsigned, digit: Unsigned
) -> None:
    """Eliminate the digit from the cells of the other house that are not in this one."""
    rest = tables.pos[other, digit]
    while rest != 0:
        cell = tables.layout.houses[other, trailing_zeros64(rest)]
        rest &= rest - BIT
        if not lies_in(tables.layout, cell, house):
            eliminate(tables, finding, cell, bit_of(digit))
