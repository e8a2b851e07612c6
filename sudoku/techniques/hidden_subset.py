"""Hidden pair, triple, quad: k digits with k places between them in a house keep these."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cover import cover
from sudoku.techniques.finding import SPOT, Finding, eliminate, forget, set_pattern
from sudoku.techniques.tables import Tables, bit_of


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next subset of `size` digits."""
    return find_in(tables, finding, np.uint64(size), np.uint64(0))


@helper
def find_in(tables: Tables, finding: Finding, size: Unsigned, most: Unsigned) -> bool:
    """Find the next subset in houses with more than `most` digits left."""
    forget(finding)
    houses = tables.layout.houses
    n = np.uint64(houses.shape[1])
    for house in range(finding.cursor[SPOT], np.uint64(houses.shape[0])):
        if popcount64(tables.left[house]) <= most:
            continue
        rows = tables.pos[house]
        digits = cover(rows, size, finding)
        if digits != 0:
            places = np.uint64(0)
            for digit in range(n):
                if digits & bit_of(digit) != 0:
                    places |= rows[digit]
            for place in range(n):
                if places & bit_of(place) != 0:
                    eliminate(tables, finding, houses[house, place], ~digits)
            set_pattern(finding, house, house, digits, places)
            finding.cursor[SPOT] = house
            return True
    return False
