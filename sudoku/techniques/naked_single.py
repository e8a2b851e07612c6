"""Naked single: a cell with one candidate holds it ("singleton domain")."""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import kernel
from sudoku.techniques.finding import NO_HOUSE, SPOT, Finding, forget, set_pattern, set_placement
from sudoku.techniques.tables import BIT, ONE, Tables


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next cell with one candidate."""
    forget(finding)
    for cell in range(np.uint32(finding.cursor[SPOT]), np.uint32(len(tables.cand))):
        mask = tables.cand[cell]
        if mask != 0 and mask & (mask - BIT) == 0:
            set_placement(finding, cell, np.uint32(trailing_zeros64(mask)) + ONE)
            set_pattern(finding, NO_HOUSE, NO_HOUSE, mask, np.uint64(0))
            finding.cursor[SPOT] = cell + ONE
            return True
    return False
