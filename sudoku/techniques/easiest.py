"""One kernel that tries the easiest techniques in turn; they find most steps of any puzzle.

A call from Python takes longer than most of these techniques.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
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

# The indices of the techniques in `EASIEST`.
FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE, LOCKED_PAIR, LOCKED_TRIPLE, POINTING, CLAIMING = range(7)
NAKED_PAIR, HIDDEN_PAIR, NAKED_TRIPLE, HIDDEN_TRIPLE, NAKED_QUAD, HIDDEN_QUAD = range(7, 13)
X_WING, SWORDFISH, JELLYFISH = range(13, len(EASIEST))

STUCK, OVER, SOLVED = (np.uint32(len(EASIEST) + k) for k in range(3))
"""The results of `go_on` if no technique finds a step (STUCK), or none can (OVER); and the end of a
puzzle that is solved."""


def easiest_indices(names: Iterable[str]) -> U32:
    """Return the indices of the easiest techniques with which a ladder begins.

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
    """Apply the last finding, and find the next step.

    Return the position in `indices` of the first technique that finds a step; or STUCK; or OVER if
    all cells are filled, or a cell or digit has no place left.
    """
    apply(tables, finding)
    forget(finding)
    if not is_sound(tables) or is_filled(tables):
        return OVER
    tried = np.uint64(0)
    for number in range(np.uint32(len(indices))):
        restart(finding)
        if find_by_index(tables, finding, indices[number], tried):
            return np.uint32(number)
        tried |= bit_of(indices[number])
    return STUCK


@helper
def is_filled(tables: Tables) -> bool:
    """Return whether every cell is placed."""
    n_blank = 0
    for digit in tables.grid:
        n_blank += digit == 0
    return n_blank == 0


@helper
def find_by_index(tables: Tables, finding: Finding, index: Unsigned, tried: Unsigned) -> bool:
    """Find the next step of the technique with an index; return whether there is one.

    `tried` has the techniques that find nothing at this position, a bit each.
    """
    which: Unsigned = np.int64(index)
    if which == FULL_HOUSE:
        return full_house.find(tables, finding)
    if which == NAKED_SINGLE:
        return naked_single.find(tables, finding)
    if which == HIDDEN_SINGLE:
        return hidden_single.find(tables, finding)
    if which in (LOCKED_PAIR, LOCKED_TRIPLE):
        return locked_subset.find(tables, finding, 2 + which - LOCKED_PAIR)
    if which in (POINTING, CLAIMING):
        return locked_candidates.find(tables, finding, which - POINTING)
    if which in (NAKED_PAIR, NAKED_TRIPLE, NAKED_QUAD):
        size = np.uint64(2 + (which - NAKED_PAIR) // 2)
        n_tried = n_sizes(tried, (HIDDEN_SINGLE, HIDDEN_PAIR, HIDDEN_TRIPLE, HIDDEN_QUAD))
        return naked_subset.find_in(tables, finding, size, size + n_tried)
    if which in (HIDDEN_PAIR, HIDDEN_TRIPLE, HIDDEN_QUAD):
        size = np.uint64(2 + (which - HIDDEN_PAIR) // 2)
        n_tried = n_sizes(tried, (NAKED_SINGLE, NAKED_PAIR, NAKED_TRIPLE, NAKED_QUAD))
        return hidden_subset.find_in(tables, finding, size, size + n_tried)
    size = np.uint64(2 + which - X_WING)
    n_tried = n_sizes(tried, (HIDDEN_SINGLE, X_WING, SWORDFISH, JELLYFISH))
    return fish.find_of(tables, finding, size, size + n_tried)


@helper
def n_sizes(tried: Unsigned, techniques: tuple[int, int, int, int]) -> Unsigned:
    """Return up to which size, from 1, the subsets of one kind are tried; 0 if no size is.

    If `size` of m rows have so many columns between them, the other columns have m - size rows
    between them: a hidden subset is the complement of a naked one in its house, and a fish of rows
    that of a fish of columns. Both remove the same. So no house or digit with m rows needs the
    search for a size if that for m - size found nothing. It did not miss a complement that has
    fewer columns than rows, either: of the smallest set of rows with fewer columns than rows, all
    but one have just as many columns, and are a smaller subset that removes something.
    """
    size = np.uint64(0)
    for technique in techniques:
        if tried & bit_of(technique) == 0:
            break
        size += BIT
    return size


@kernel
def climb_easiest(tables: Tables, finding: Finding, indices: U32, counts: U32) -> Unsigned:
    """Climb with these techniques, count the steps of each, and return STUCK or OVER."""
    while True:
        number = go_on(tables, finding, indices)
        if number >= STUCK:
            return number
        counts[number] += ONE


@kernel
def climb_each(
    tables: Tables,
    finding: Finding,
    puzzles: Digits,
    indices: U32,
    counts: U32,
    ends: Digits,
    start: int,
) -> Unsigned:
    """Climb puzzles one after another, from a number on, until one is stuck.

    Return its number, or how many puzzles there are; the tables have its position. Write to `ends`
    STUCK, OVER or, if solved, SOLVED.
    """
    for puzzle in range(np.uint64(start), np.uint64(len(puzzles))):
        wipe(tables)
        forget(finding)
        for cell in range(np.uint32(puzzles.shape[1])):
            if puzzles[puzzle, cell] != 0:
                # A clue that is no candidate of its cell clashes with another clue.
                if tables.cand[cell] & bit_of(np.uint64(puzzles[puzzle, cell]) - BIT) == 0:
                    break
                place(tables, cell, np.uint32(puzzles[puzzle, cell]))
        else:
            ends[puzzle] = climb_easiest(tables, finding, indices, counts[puzzle])
            if ends[puzzle] == STUCK:
                return puzzle
            if is_filled(tables):
                ends[puzzle] = SOLVED
            continue
        ends[puzzle] = OVER
    return np.uint64(len(puzzles))
