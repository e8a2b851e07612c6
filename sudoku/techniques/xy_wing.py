"""XY-wing, XYZ-wing: a hinge and two pincers, one of which holds the digit that they share.

The hinge has the digits X and Y (and Z); the pincers, which see it, have X and Z, and Y and Z.
Whatever the hinge holds, one of the cells with Z holds Z: cells that see all of these lose it.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import copy, keep_peers
from sudoku.techniques.finding import (
    CELLS,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, Tables

SEEN = 0
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next wing whose hinge has `size` digits."""
    forget(finding)
    layout, cand, near = tables.layout, tables.cand, finding.numbers[0]
    for hinge in range(finding.cursor[SPOT], np.uint64(len(cand))):
        if popcount64(cand[hinge]) != np.uint64(size):
            continue
        come_to(finding, hinge)
        n_near = np.uint64(0)
        for k in range(layout.first_peer[hinge], layout.first_peer[hinge + BIT]):
            if popcount64(cand[layout.peers[k]]) == TWO:
                near[n_near] = layout.peers[k]
                n_near += BIT
        for i in range(n_near):
            for j in range(i + BIT, n_near):
                note(tables, finding, size, hinge, near[i], near[j])
                if is_new(finding):
                    begin_drawing(finding, cand[near[i]] | cand[near[j]])
                    draw(finding, CELLS, hinge)
                    draw(finding, CELLS, near[i])
                    draw(finding, CELLS, near[j])
                    return True
    return False


@helper
def note(
    tables: Tables, finding: Finding, size: int, hinge: Unsigned, one: Unsigned, other: Unsigned
) -> None:
    """Note what a hinge and two pincers rule out, if that is what they are."""
    cand, seen = tables.cand, finding.sets[SEEN]
    shared, all_digits = cand[one] & cand[other], cand[one] | cand[other]
    in_hinge = all_digits if np.uint64(size) != TWO else all_digits & ~shared
    if popcount64(shared) != BIT or cand[hinge] != in_hinge:
        return
    copy(seen, tables.layout.peer_sets[one])
    keep_peers(tables, seen, other)
    if np.uint64(size) != TWO:
        keep_peers(tables, seen, hinge)
    eliminate_digit(tables, finding, trailing_zeros64(shared), seen)
