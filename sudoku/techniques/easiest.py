"""The easiest techniques, asked in turn by one kernel: most steps of any puzzle are theirs.

A call from Python costs more than most of them do.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, Unsigned
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
from sudoku.techniques.registry import EASIEST
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, is_sound, place, wipe

__all__ = [
    "OVER",
    "SOLVED",
    "STUCK",
    "climb_each",
    "climb_easiest",
    "easiest_indices",
    "go_on",
]

Digits = NDArray[np.uint8]

STUCK, OVER, SOLVED = (np.uint32(len(EASIEST) + k) for k in range(3))
"""What `go_on` returns if none of them finds anything, or if there is nothing more to find."""


def easiest_indices(names: Iterable[str]) -> U32:
    """Return for the first techniques of a ladder, as far as they are of these, their indices.

    Examples
    --------
    >>> easiest_indices(["hidden_single", "naked_single", "aic", "full_house"]).tolist()
    [2, 1]
    """
    return np.array([EASIEST.index(each) for each in takewhile(_is_easy, names)], np.uint32)


def _is_easy(name: str) -> bool:
    return name in EASIEST


@kernel
def go_on(tables: Tables, finding: Finding, indices: U32) -> Unsigned:
    """Do what was found last, and find the next step.

    Return the place in `indices` of the first technique that finds something; or STUCK; or OVER if
    all cells are filled, or a cell or digit is left without any place.
    """
    apply(tables, finding)
    forget(finding)
    if not is_sound(tables) or is_filled(tables):
        return OVER
    for number in range(np.uint32(len(indices))):
        restart(finding)
        if asked(tables, finding, indices[number]):
            return np.uint32(number)
    return STUCK


@helper
def is_filled(tables: Tables) -> bool:
    """Return whether every cell is placed."""
    n_blank = 0
    for digit in tables.grid:
        n_blank += digit == 0
    return n_blank == 0


@helper
def asked(tables: Tables, finding: Finding, index: Unsigned) -> bool:
    """Ask a technique by its index."""
    which: Unsigned = np.int64(index)
    if which == 0:
        return full_house.find(tables, finding)
    if which == 1:
        return naked_single.find(tables, finding)
    if which == 2:
        return hidden_single.find(tables, finding)
    if which in (3, 4):
        return locked_subset.find(tables, finding, which - 1)
    if which in (5, 6):
        return locked_candidates.find(tables, finding, which - 5)
    if which in (7, 9, 11):
        return naked_subset.find(tables, finding, (which - 3) // 2)
    if which in (8, 10, 12):
        return hidden_subset.find(tables, finding, (which - 4) // 2)
    return fish.find(tables, finding, which - 11)


@kernel
def climb_easiest(tables: Tables, finding: Finding, indices: U32, counts: U32) -> Unsigned:
    """Climb as far as these techniques lead, and count the steps of each; STUCK or OVER."""
    while True:
        number = go_on(tables, finding, indices)
        if number >= STUCK:
            return number
        counts[number] += ONE


@kernel
def climb_each(
    tables: Tables, finding: Finding, puzzles: Digits, indices: U32, counts: U32, ends: Digits
) -> None:
    """Climb many puzzles one after another; how each ends is STUCK, OVER or, if solved, SOLVED."""
    for puzzle in range(np.uint64(len(puzzles))):
        wipe(tables)
        forget(finding)
        for cell in range(np.uint32(puzzles.shape[1])):
            if puzzles[puzzle, cell] != 0:
                # A clue that was taken from its cell clashes with another one.
                if tables.cand[cell] & bit_of(np.uint64(puzzles[puzzle, cell]) - BIT) == 0:
                    break
                place(tables, cell, np.uint32(puzzles[puzzle, cell]))
        else:
            ends[puzzle] = climb_easiest(tables, finding, indices, counts[puzzle])
            if is_filled(tables):
                ends[puzzle] = SOLVED
            continue
        ends[puzzle] = OVER
