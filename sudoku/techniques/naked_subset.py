"""Naked pair, triple, quad: k cells of a house with k candidates between them keep these.

All other cells of the house lose them (the occupancy theorem, for preemptive sets).
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cover import cover
from sudoku.techniques.finding import SPOT, Finding, eliminate, forget, set_pattern
from sudoku.techniques.tables import Tables, bit_of


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next subset of `size` cells."""
    return find_in(tables, finding, np.uint64(size), np.uint64(0))


@helper
def find_in(tables: Tables, finding: Finding, size: Unsigned, most: Unsigned) -> bool:
    """Find the next subset in houses with more than `most` blank cells."""
    forget(finding)
    houses, rows = tables.layout.houses, finding.rows
    n = np.uint64(houses.shape[1])
    for house in range(finding.cursor[SPOT], np.uint64(houses.shape[0])):
        if popcount64(tables.left[house]) <= most:
            continue
        for place in range(n):
            rows[place] = tables.cand[houses[house, place]]
        places = cover(rows, size, finding)
        if places != 0:
            digits = np.uint64(0)
            for place in range(n):
                if places & bit_of(place) != 0:
                    digits |= rows[place]
            for place in range(n):
                if places & bit_of(place) == 0:
                    eliminate(tables, finding, houses[house, place], digits)
            set_pattern(finding, house, house, digits, places)
            finding.cursor[SPOT] = house
            return True
    return False
