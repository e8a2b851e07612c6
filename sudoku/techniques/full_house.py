"""Full house: the last blank cell of a house holds the digit that the house lacks."""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import kernel
from sudoku.techniques.finding import NO_HOUSE, SPOT, Finding, forget, set_pattern, set_placement
from sudoku.techniques.tables import BIT, ONE, Tables


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next house with one digit left."""
    forget(finding)
    houses = tables.layout.houses
    for house in range(finding.cursor[SPOT], np.uint64(houses.shape[0])):
        left = tables.left[house]
        if left != 0 and left & (left - BIT) == 0:
            digit = trailing_zeros64(left)
            places = tables.pos[house, digit]
            if places != 0:
                cell = houses[house, trailing_zeros64(places)]
                set_placement(finding, cell, np.uint32(digit) + ONE)
                set_pattern(finding, house, NO_HOUSE, left, places)
                finding.cursor[SPOT] = house + BIT
                return True
    return False
