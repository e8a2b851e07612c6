"""Hidden single: a digit with one place in a house goes there ("unique number")."""

import numpy as np

from exactcover.bits import trailing_zeros64
from exactcover.jit import kernel
from sudoku.techniques.finding import NO_HOUSE, Finding, forget, set_pattern, set_placement
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of

__all__ = ["find"]


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the first house and digit with one place."""
    forget(finding)
    houses = tables.layout.houses
    for house in range(np.uint64(houses.shape[0])):
        for digit in range(np.uint32(houses.shape[1])):
            places = tables.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                set_placement(finding, houses[house, trailing_zeros64(places)], digit + ONE)
                set_pattern(finding, house, NO_HOUSE, bit_of(digit), places)
                return True
    return False
