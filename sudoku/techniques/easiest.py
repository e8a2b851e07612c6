"""The easiest techniques, asked in turn by one kernel: most steps of any puzzle are theirs.

A call from Python costs more than most of them do.
"""

from __future__ import annotations

import numpy as np

from exactcover.jit import kernel
from sudoku.layout import U32
from sudoku.techniques import (
    fish,
    full_house,
    hidden_single,
    hidden_subset,
    locked_candidates,
    locked_subset,
    naked_single,
    naked_subset,
)
from sudoku.techniques.finding import Finding, apply, forget, restart
from sudoku.techniques.tables import Tables, bit_of, is_sound

__all__ = ["EASIEST", "OVER", "STUCK", "climb_easiest", "go_on"]

EASIEST = (
    "full_house",
    "naked_single",
    "hidden_single",
    "locked_pair",
    "locked_triple",
    "pointing",
    "claiming",
    "naked_pair",
    "hidden_pair",
    "naked_triple",
    "hidden_triple",
    "naked_quad",
    "hidden_quad",
    "x_wing",
    "swordfish",
    "jellyfish",
)
"""Their names: the first of the ladder, in its order."""
STUCK, OVER = len(EASIEST), len(EASIEST) + 1
"""What `go_on` returns if none of them finds anything, or if there is nothing more to find."""


@kernel
def go_on(tables: Tables, finding: Finding, wanted: int) -> int:
    """Do what was found last, and find the next step.

    Return the index of its technique, of those that are `wanted`, a bit each; or STUCK, or OVER if
    all is filled or a cell or digit is left without any place.
    """
    apply(tables, finding)
    forget(finding)
    if not is_sound(tables):
        return OVER
    is_blank = False
    for cell in range(np.uint64(len(tables.grid))):
        is_blank |= tables.grid[cell] == 0
    if not is_blank:
        return OVER
    for index in range(STUCK):
        restart(finding)
        if np.uint64(wanted) & bit_of(index) != 0 and asked(tables, finding, index):
            return index
    return STUCK


@kernel
def asked(tables: Tables, finding: Finding, index: int) -> bool:
    """Ask a technique by its index."""
    if index == 0:
        return full_house.find(tables, finding)
    if index == 1:
        return naked_single.find(tables, finding)
    if index == 2:
        return hidden_single.find(tables, finding)
    if index in (3, 4):
        return locked_subset.find(tables, finding, index - 1)
    if index in (5, 6):
        return locked_candidates.find(tables, finding, index - 5)
    if index in (7, 9, 11):
        return naked_subset.find(tables, finding, (index - 3) // 2)
    if index in (8, 10, 12):
        return hidden_subset.find(tables, finding, (index - 4) // 2)
    return fish.find(tables, finding, index - 11)


@kernel
def climb_easiest(tables: Tables, finding: Finding, wanted: int, counts: U32) -> int:
    """Climb as far as these techniques lead, and count their steps; return STUCK or OVER."""
    while True:
        index = go_on(tables, finding, wanted)
        if index >= STUCK:
            return index
        counts[index] += np.uint32(1)
