"""The state of the search for the canonical form of a puzzle whose rows and columns change places.

The search writes the form row by row. It does not try all orders of the columns: it keeps an
ordered partition of them. Columns that could not be told apart by the rows written so far form a
cell of the partition, and stacks that could not be told apart form a class. A row that is written
divides cells and classes. The search branches only where the least row can be written in several
ways.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U64
from sudoku.isomorphs.canonical.filled_grids import Ways, ways_for

# The rows of a position (`State.positions`); each has n entries.
COLUMN, PLACE, CELL, CLASS, SEEN_ROW, SEEN_COLUMN, SOURCE, USED, ALIKE = range(9)
N_ROWS = 9

# The numbers of a position (`State.numbers`).
TRANSPOSED, N_LABELS, N_CHOSEN, ROW, AT, CHECKED = range(6)
N_NUMBERS = 6

# The numbers of a branch (`State.branches`).
KIND, N_CHOICES, NEXT, HITS = range(4)
N_PARTS = 4

# The numbers of the search (`State.search`).
DEPTH, COMMON, IS_LESS, IS_BEGUN, N_FACTORS, N_FOUND, NODES = range(7)
N_OF_SEARCH = 7

NONE = np.uint8(255)
"""The row of a digit that was not seen yet."""


class State(NamedTuple):
    """The position of a search on a board of n rows, in bands of q, and n columns, in stacks of p.

    ========== ======================== ================ ========================================
    array      shape, dtype             indexed by       holds
    ========== ======================== ================ ========================================
    sizes      (4,)                     0 .. 3           n, p, q, and the number of orientations:
                                                         2 if the board may be transposed
    slot_of    (n,), uint64             place            the stack place that it belongs to
    band_of    (n,), uint64             row              its band
    board      (2, n, n), uint8         orientation, row the puzzle, and the transposed puzzle
    is_blank   (2, n), uint8            orientation, row whether a row has no clue
    seen       (3, n), uint64           kind, house      scratch: the digits of each row, column and
                                                         box, a bit each
    n_blank    (2, n), uint8            orientation,     the number of rows of a band that have no
                                        band             clue
    positions  (most + 1, 9, n), uint8  depth, COLUMN .. COLUMN: the column at a place. PLACE: the
                                                         place of a column. CELL: the first place
                                                         of the cell of a place. CLASS: the first
                                                         stack place of the class of a stack place.
                                                         SEEN_ROW, SEEN_COLUMN: for a digit - 1,
                                                         where it was first written: the row of the
                                                         form, or NONE, and the column. SOURCE: the
                                                         row of the board that a row of the form
                                                         is. USED: whether a row of the board was
                                                         written. ALIKE: the number of rows that
                                                         could have been chosen instead, with
                                                         itself, because they are blank as it is
    numbers    (most + 1, 6), uint64    depth,           TRANSPOSED: the orientation. N_LABELS: the
                                        TRANSPOSED ..    labels given so far. N_CHOSEN: the rows
                                                         chosen. ROW, AT: the next row and place to
                                                         write. CHECKED: the cells of the form that
                                                         were compared with the best one
    branches   (most + 1, 4), uint64    depth, KIND ..   KIND: what is chosen there. N_CHOICES: the
                                                         number of choices. NEXT: the next choice.
                                                         HITS: the number of choices that led to
                                                         the best form again, if the branch is on
                                                         its path
    choices    (most + 1, 2n), uint64   depth, choice    rows, stack places or columns to choose
    form       (n * n,), uint8          cell             the form as far as it is written
    best       (n * n,), uint8          cell             the least form so far
    best_rows  (9, n), uint8            COLUMN ..        the position that wrote it
    best_ids   (6,), uint64             TRANSPOSED ..    its numbers
    factors    (most + 1,), uint64      0 .. N_FACTORS   numbers whose product is the number of
                                                         automorphisms that branches found
    found      (any, 2n + 1), uint8     0 .. N_FOUND     for each other way to the best form the
                                                         orientation, the rows and the columns
    search     (7,), uint64             DEPTH ..         DEPTH: the number of open branches. COMMON:
                                                         how many of them chose as the best form
                                                         did. IS_LESS: whether the form is less
                                                         than the best one already
    ========== ======================== ================ ========================================

    `ways` is for filled 9x9 grids, which `sudoku.isomorphs.canonical.filled_grids` writes.
    """

    sizes: U64
    slot_of: U64
    band_of: U64
    board: NDArray[np.uint8]
    is_blank: NDArray[np.uint8]
    n_blank: NDArray[np.uint8]
    seen: U64
    positions: NDArray[np.uint8]
    numbers: U64
    branches: U64
    choices: U64
    form: NDArray[np.uint8]
    best: NDArray[np.uint8]
    best_rows: NDArray[np.uint8]
    best_ids: U64
    factors: U64
    found: NDArray[np.uint8]
    search: U64
    ways: Ways


def state_of(p: int, q: int, *, transposes: bool, n_found: int = 0) -> State:
    """Return arrays for a search on boards with stacks of p columns and bands of q rows.

    Parameters
    ----------
    p, q
        The number of columns of a stack, and of rows of a band.
    transposes
        Whether rows and columns may be exchanged.
    n_found
        The most automorphisms to keep. If there are some, filled grids are searched as puzzles are.
    """
    n = p * q
    most = 3 * n + 3  # a branch chooses a row, or divides a cell or a class
    return State(
        np.array([n, p, q, 1 + transposes], dtype=np.uint64),
        np.arange(n, dtype=np.uint64) // np.uint64(p),
        np.arange(n, dtype=np.uint64) // np.uint64(q),
        np.zeros((2, n, n), dtype=np.uint8),
        np.zeros((2, n), dtype=np.uint8),
        np.zeros((2, n), dtype=np.uint8),
        np.zeros((3, n), dtype=np.uint64),
        np.zeros((most + 1, N_ROWS, n), dtype=np.uint8),
        np.zeros((most + 1, N_NUMBERS), dtype=np.uint64),
        np.zeros((most + 1, N_PARTS), dtype=np.uint64),
        np.zeros((most + 1, 2 * n), dtype=np.uint64),
        np.zeros(n * n, dtype=np.uint8),
        np.zeros(n * n, dtype=np.uint8),
        np.zeros((N_ROWS, n), dtype=np.uint8),
        np.zeros(N_NUMBERS, dtype=np.uint64),
        np.zeros(most + 1, dtype=np.uint64),
        np.zeros((n_found, 2 * n + 1), dtype=np.uint8),
        np.zeros(N_OF_SEARCH, dtype=np.uint64),
        ways_for(is_used=p == q == 3 and not n_found),
    )
