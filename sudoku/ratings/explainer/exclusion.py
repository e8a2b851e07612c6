"""Aligned exclusion: cells whose candidates are tried together, as far as others let them.

A combination is out if it puts a digit twice into cells that see each other, or all candidates of
an excluder: a cell that sees all of them, and has no more candidates than they are. There must be
two excluders. A candidate that is in no combination left goes.
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.ratings.explainer.board import CELLS, ONE, Count
from sudoku.ratings.explainer.workspace import State, clear, forget, n_lost, offer
from sudoku.techniques.tables import BIT

PAIR, TRIPLE = 62, 75


@kernel
def find_pairs(state: State) -> Count:
    """Look for two cells."""
    forget(state)
    for first in range(CELLS):
        for second in range(first + ONE, CELLS):
            if state.tables.cand[first] == 0 or state.tables.cand[second] == 0:
                continue
            if n_excluders(state, first, second, second, 2) >= 2:
                clear(state)
                try_all(state, first, second, second)
                if n_lost(state) != 0:
                    offer(state, PAIR, 0)
                    return PAIR
    return 0


@kernel
def find_triples(state: State) -> Count:
    """Look for three cells."""
    forget(state)
    for first in range(CELLS):
        for second in range(first + ONE, CELLS):
            if state.tables.cand[first] == 0 or state.tables.cand[second] == 0:
                continue
            if n_excluders(state, first, second, second, 3) < 2:
                continue
            for third in range(CELLS):
                if third in (first, second) or state.tables.cand[third] == 0:
                    continue
                # It is itself a cell of few candidates that one of them sees, or they are two.
                if n_excluders(state, first, second, third, 3) >= 2:
                    clear(state)
                    try_all(state, first, second, third)
                    if n_lost(state) != 0:
                        offer(state, TRIPLE, 0)
                        return TRIPLE
    return 0


@helper
def n_excluders(
    state: State, first: Unsigned, second: Unsigned, third: Unsigned, most: int
) -> Count:
    """Return the number of cells with at most this many candidates that see all of these cells."""
    count = 0
    for cell in range(CELLS):
        size = popcount64(state.tables.cand[cell])
        if size >= 2 and size <= most and sees(state, cell, first, second, third):
            count += 1
    return count


@helper
def sees(state: State, cell: Unsigned, first: Unsigned, second: Unsigned, third: Unsigned) -> bool:
    """Return whether a cell sees all of these."""
    return bool(
        state.board.sees[cell, first]
        & state.board.sees[cell, second]
        & state.board.sees[cell, third]
    )


@helper
def try_all(state: State, first: Unsigned, second: Unsigned, third: Unsigned) -> None:
    """Note the candidates that are in no combination; with the second cell twice, of two cells."""
    kept: tuple[Unsigned, Unsigned, Unsigned] = (np.uint64(0), np.uint64(0), np.uint64(0))
    mask_1 = state.tables.cand[first]
    while mask_1 != 0:
        one = mask_1 & (~mask_1 + BIT)
        mask_1 ^= one
        mask_2 = state.tables.cand[second]
        while mask_2 != 0:
            two = mask_2 & (~mask_2 + BIT)
            mask_2 ^= two
            if one == two and state.board.sees[first, second]:
                continue
            mask_3 = two if third == second else state.tables.cand[third]
            while mask_3 != 0:
                three = mask_3 & (~mask_3 + BIT)
                mask_3 ^= three
                if third != second and (
                    (one == three and state.board.sees[first, third])
                    or (two == three and state.board.sees[second, third])
                ):
                    continue
                if is_possible(state, first, second, third, one | two | three):
                    kept = kept[0] | one, kept[1] | two, kept[2] | three
    state.workspace.trial[first] = state.tables.cand[first] & ~kept[0]
    state.workspace.trial[second] = state.tables.cand[second] & ~kept[1]
    state.workspace.trial[third] |= state.tables.cand[third] & ~kept[2]


@helper
def is_possible(
    state: State, first: Unsigned, second: Unsigned, third: Unsigned, digits: Unsigned
) -> bool:
    """Return whether the digits leave a candidate to every cell that sees all three."""
    for cell in range(CELLS):
        mask = state.tables.cand[cell]
        if mask != 0 and mask & ~digits == 0 and sees(state, cell, first, second, third):
            return False
    return True
