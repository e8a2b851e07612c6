"""Hidden single: a digit with one place in a house goes there ("unique number")."""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import kernel
from sudoku.techniques.finding import NO_HOUSE, SPOT, Finding, forget, set_pattern, set_placement
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next house and digit with one place."""
    forget(finding)
    houses = tables.layout.houses
    n = np.uint64(houses.shape[1])
    first, after = finding.cursor[SPOT] // n, finding.cursor[SPOT] % n
    for house in range(first, np.uint64(houses.shape[0])):
        for digit in range(after if house == first else np.uint64(0), n):
            places = tables.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                cell = houses[house, trailing_zeros64(places)]
                set_placement(finding, cell, np.uint32(digit) + ONE)
                set_pattern(finding, house, NO_HOUSE, bit_of(digit), places)
                finding.cursor[SPOT] = house * n + digit + BIT
                return True
    return False
