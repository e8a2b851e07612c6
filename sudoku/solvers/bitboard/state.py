"""The position of a search of one puzzle on the bitboard: a stack of grids of candidates."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U64

RANDOM = 3
"""The index in `State.position` after those that `sudoku.solvers.grid_stack` names."""


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
    position  (4,)                 WAITING ...      where the search stands, its counters, and the
                                                    state of random numbers: 0 for a fixed order
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
