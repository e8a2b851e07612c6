"""The lowest rungs of a ladder, climbed by one kernel: most steps of most puzzles are theirs."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.layout import U32
from sudoku.techniques import (
    fish,
    full_house,
    hidden_single,
    hidden_subset,
    locked_candidates,
    naked_single,
    naked_subset,
)
from sudoku.techniques.finding import SPOT, Finding, apply, restart_cover
from sudoku.techniques.tables import Tables, is_sound

__all__ = ["KINDS", "climb_quick"]

find_full_house, find_naked_single = full_house.find, naked_single.find
find_hidden_single, find_locked = hidden_single.find, locked_candidates.find
find_naked_subset, find_hidden_subset, find_fish = naked_subset.find, hidden_subset.find, fish.find

KINDS = MappingProxyType(
    {
        "full_house": 0,
        "naked_single": 1,
        "hidden_single": 2,
        "pointing": 10,
        "claiming": 11,
        "naked_pair": 22,
        "naked_triple": 23,
        "naked_quad": 24,
        "hidden_pair": 32,
        "hidden_triple": 33,
        "hidden_quad": 34,
        "x_wing": 42,
        "swordfish": 43,
        "jellyfish": 44,
    }
)
"""The techniques that this kernel knows: ten times the kind, and what it is asked for."""


@kernel
def climb_quick(tables: Tables, finding: Finding, rungs: U32, counts: NDArray[np.int64]) -> bool:
    """Take the first step that any of the rungs finds, again and again; count them by rung.

    Returns
    -------
    bool
        Whether all is filled, or a cell or digit is left without any place.
    """
    while is_sound(tables):
        if is_filled(tables):
            return True
        is_stuck = True
        for k in range(np.uint32(len(rungs))):
            restart_cover(finding)
            finding.cursor[SPOT] = 0
            if finds(tables, finding, rungs[k]):
                apply(tables, finding)
                counts[k] += 1
                is_stuck = False
                break
        if is_stuck:
            return False
    return True


@helper
def is_filled(tables: Tables) -> bool:
    """Tell whether every cell is placed."""
    n_blank = 0
    for digit in tables.grid:
        n_blank += digit == 0
    return n_blank == 0


@helper
def finds(tables: Tables, finding: Finding, rung: Unsigned) -> bool:
    """Look for the next step of a technique."""
    kind = rung // np.uint32(10)
    setting: Unsigned = np.int64(rung % np.uint32(10))
    if rung == 0:
        return find_full_house(tables, finding)
    if rung == 1:
        return find_naked_single(tables, finding)
    if rung == 2:
        return find_hidden_single(tables, finding)
    if kind == 1:
        return find_locked(tables, finding, setting)
    if kind == 2:
        return find_naked_subset(tables, finding, setting)
    if kind == 3:
        return find_hidden_subset(tables, finding, setting)
    return find_fish(tables, finding, setting)
