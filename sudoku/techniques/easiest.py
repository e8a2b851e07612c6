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
from sudoku.techniques.registry import BUILT_IN, EASIEST
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, is_sound, place, wipe

Digits = NDArray[np.uint8]

MODULES = (
    "full_house",
    "naked_single",
    "hidden_single",
    "locked_subset",
    "locked_candidates",
    "naked_subset",
    "hidden_subset",
    "fish",
)
(
    FULL_HOUSE,
    NAKED_SINGLE,
    HIDDEN_SINGLE,
    LOCKED_SUBSET,
    LOCKED_CANDIDATES,
    NAKED_SUBSET,
    HIDDEN_SUBSET,
    FISH,
) = range(len(MODULES))
"""The indices of the modules."""

LADDER = [each for each in BUILT_IN if each.easiest]
MODULE_OF = np.array([MODULES.index(str(each.module)) for each in LADDER], np.uint8)
"""The index of the module of each technique."""
SIZE_OF = np.array([each.size or 1 for each in LADDER], np.uint64)
"""How many cells, digits or lines each technique looks at; 1 for singles."""
KIND_OF = np.array([int(each.kind or 0) for each in LADDER], np.int64)
"""The kind of each technique that has several; of locked candidates, those of a box or a line.

These are arrays: Numba compiles an index into a tuple with a check that raises an exception, and a
precompiled kernel can raise none."""

NAKED = tuple(map(EASIEST.index, ("naked_single", "naked_pair", "naked_triple", "naked_quad")))
HIDDEN = tuple(map(EASIEST.index, ("hidden_single", "hidden_pair", "hidden_triple", "hidden_quad")))
FISHES = tuple(map(EASIEST.index, ("hidden_single", "x_wing", "swordfish", "jellyfish")))
"""The indices of the techniques of one kind, of the sizes 1, 2, 3 and 4."""

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
    return np.array(
        [EASIEST.index(each) for each in takewhile(EASIEST.__contains__, names)], np.uint32
    )


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
    module, size = MODULE_OF[index], SIZE_OF[index]
    if module == FULL_HOUSE:
        return full_house.find(tables, finding)
    if module == NAKED_SINGLE:
        return naked_single.find(tables, finding)
    if module == HIDDEN_SINGLE:
        return hidden_single.find(tables, finding)
    if module == LOCKED_SUBSET:
        return locked_subset.find(tables, finding, int(size))
    if module == LOCKED_CANDIDATES:
        return locked_candidates.find(tables, finding, int(KIND_OF[index]))
    if module == NAKED_SUBSET:
        return naked_subset.find_in(tables, finding, size, size + n_sizes(tried, HIDDEN))
    if module == HIDDEN_SUBSET:
        return hidden_subset.find_in(tables, finding, size, size + n_sizes(tried, NAKED))
    return fish.find_of(tables, finding, size, size + n_sizes(tried, FISHES))


@helper
def n_sizes(tried: Unsigned, techniques: tuple[int, ...]) -> Unsigned:
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
