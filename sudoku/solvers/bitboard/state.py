"""The position of a search of one puzzle on the bitboard: a stack of grids of candidates."""

from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U64
from exactcover.runtime.kernels.vectors import aligned_empty
from sudoku.batches.kernel import N_LEVELS
from sudoku.solvers.bitboard.lanes import N_WORDS

__all__ = ["CHANGING", "State", "new_state"]


class State(NamedTuple):
    """The stack of grids that are still to be searched, and scratch space for choosing a branch.

    ========= ==================== ================ ===========================================
    array     shape, dtype         indexed by       holds
    ========= ==================== ================ ===========================================
    grids     (levels * N_WORDS,)  waiting, then as its candidates; uint16
                                   in `lanes`
    weights   (levels,)            waiting          its share of the tree, of WHOLE
    places    (81,)                row, digit - 1   scratch: a digit's places in a row
    cells     (9,)                 row              scratch: how many digits each of its cells
                                                    has, six bits each
    columns   (9,)                 digit - 1        scratch: how many places it has in each
                                                    column, six bits each
    boxes     (27,)                band, digit - 1  scratch: how many places it has in the box of
                                                    each column, six bits each
    excluded  (81,)                row, digit - 1   scratch: how many candidates a place of it would
                                                    exclude, six bits for each column
    flags     (6,)                 kind, half       scratch: a bit where there is a pair: for each
                                                    row its cells, for each digit its rows and
                                                    columns; the first half has seven of the nine
    position  (3,)                 WAITING ...      where the search stands, and its counters
    ========= ==================== ================ ===========================================

    All but `grids` are uint64. A branch puts the grid in which a candidate is true above the other.
    """

    grids: NDArray[np.uint16]
    weights: U64
    places: U64
    cells: U64
    columns: U64
    boxes: U64
    excluded: U64
    flags: U64
    position: U64


CHANGING = ("grids", "weights", "position")
"""The arrays of `State` that a search changes, without the scratch space."""


_GRIDS = N_LEVELS * N_WORDS // 4
_STARTS = tuple(accumulate((N_LEVELS, 81, 9, 9, 27, 81, 6, 3), initial=_GRIDS))
_PARTS = tuple(slice(*ends) for ends in pairwise(_STARTS))
"""Where the arrays of a state are in one block of words, but for the grids, which come first."""


def new_state() -> State:
    """Return arrays for a search, with an empty stack.

    They share one block of memory: to make each alone would be felt in a short search.
    """
    words = aligned_empty((_STARTS[-1],), np.uint64)
    state = State._make([words[:_GRIDS].view(np.uint16), *map(words.__getitem__, _PARTS)])
    state.position[:] = 0
    return state
