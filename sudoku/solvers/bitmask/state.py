"""The position of a search on bit masks: a stack of grids of candidates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, U64
from sudoku.solvers.bitmask.board_arrays import Tables, n_house_words
from sudoku.solvers.bitmask.constraint_arrays import ARE_DIFFERENT, ConstraintArrays
from sudoku.solvers.grid_stack import NODES, SOLUTIONS, WAITING, WHOLE

__all__ = [
    "EVERYWHERE",
    "NODES",
    "SOLUTIONS",
    "WAITING",
    "WHOLE",
    "State",
    "constraints_of",
    "state_of",
]

# The indices of `State.position` after those that `sudoku.solvers.grid_stack` names.
SINGLES, UPDATES, CULPRIT, RANDOM = range(3, 7)
# The columns of `State.choices`.
CHOSEN, REST, LEVEL = range(3)

EVERYWHERE = np.uint32(0xFFFFFFFF)
"""The value of `State.changed` for a grid that was never propagated."""


class State(NamedTuple):
    """The position of a search: the grids that are still to be searched, the last one first.

    ========== ======================= ================= ========================================
    array      shape, dtype            indexed by        holds
    ========== ======================= ================= ========================================
    grids      (n_cells + 1, n_cells)  waiting, cell     its candidates, a bit each; uint64
    changed    (n_cells + 1,)          waiting           the cell in which the grid differs from
                                                         a grid that was propagated completely,
                                                         or EVERYWHERE; uint32
    weights    (n_cells + 1,)          waiting           its share of the tree, of WHOLE
    singles    (n_cells + 1,)          0 .. SINGLES      scratch: cells that have one candidate now
    dirty      (n_words,)              word              scratch: houses, then constraints, to look
                                                         at, as in `Tables.watched_by`
    unsplit    (n_house_words,)        word              scratch: houses whose splits to look at
    held       (n,)                    piece of a split  scratch: the candidates in it
    ways       (most_parts, 3)         part of a sum,    scratch: the weights of what it can hold,
                                       OWN ...           what those before it add up to, and which
                                                         of its own can be part of the goal
    lacking    (n,)                    0 .. n_lacking    scratch: candidates of cells that lack many
    choices    (n * n, 3)              waiting,          scratch: digits that a part of a sum has,
                                       CHOSEN ...        others that it may have, and how many of
                                                         `lacking` have one; none without sums
    conflicts  (n_cells,)              cell              how many failures it was part of, lately;
                                                         none if there are no constraints; uint64
    reached    (most_cells + 1, words) cell of a reading scratch: the states before it, a bit each
    arranged   (2**n,)                 set of digits     scratch: the states after them, a bit each
    digit_sets (2**n,)                 0 .. ends         scratch: those that are read, by their size
    ends       (n + 1,)                size              scratch: where those of it end; uint64
    position   (7,), uint64            WAITING ...       where the search stands, its counters, the
                                                         house or constraint looked at last, and a
                                                         random state, or 0 for a fixed order
    ========== ======================= ================= ========================================

    A branch puts a grid in which a cell holds a digit on top of one in which it does not.
    """

    tables: Tables
    grids: U64
    changed: U32
    weights: U64
    singles: U32
    dirty: U64
    unsplit: U64
    held: U64
    ways: U64
    lacking: U64
    choices: U64
    reached: U64
    arranged: U64
    digit_sets: U32
    ends: U64
    conflicts: U64
    position: NDArray[np.uint64]


CHANGING = ("grids", "changed", "weights", "position")
"""The arrays of `State` that a search changes, without the scratch space."""


def state_of(tables: Tables) -> State:
    """Return arrays for a search; `search.begin` begins one.

    The grids are memory that the system provides only as far as the stack grows.
    """
    n_cells, n_words = tables.watched_by.shape
    n_first = n_house_words(len(tables.houses))
    constraints = tables.constraints
    most_parts, most_cells, most_states = constraints.most if constraints else (0, 0, 0)
    n_digits = tables.houses.shape[1]
    n_sets = 1 << n_digits if constraints and constraints.readings[:, ARE_DIFFERENT].any() else 0
    return State(
        tables,
        np.empty((n_cells + 1, n_cells), dtype=np.uint64),
        np.empty(n_cells + 1, dtype=np.uint32),
        np.empty(n_cells + 1, dtype=np.uint64),
        np.empty(n_cells + 1, dtype=np.uint32),
        np.empty(n_words, dtype=np.uint64),
        np.empty(n_first, dtype=np.uint64),
        np.empty(n_digits, dtype=np.uint64),
        np.empty((most_parts, 3), dtype=np.uint64),
        np.empty(n_digits, dtype=np.uint64),
        np.empty((n_digits * n_digits if most_parts else 0, 3), dtype=np.uint64),
        np.empty((most_cells + 1, -(-most_states // 64)), dtype=np.uint64),
        np.zeros(n_sets, dtype=np.uint64),
        np.empty(n_sets, dtype=np.uint32),
        np.empty(n_digits + 1, dtype=np.uint64),
        _busy(tables.watched_by[:, n_first:]) if constraints else np.empty(0, dtype=np.uint64),
        np.zeros(7, dtype=np.uint64),
    )


@helper
def constraints_of(state: State) -> ConstraintArrays:
    """Return the constraints; it is only called if there are some."""
    return state.tables.constraints  # type: ignore[return-value]


def _busy(constraints_of: U64) -> U64:
    """Return one more than the number of constraints on each cell."""
    bits = np.unpackbits(np.ascontiguousarray(constraints_of).view(np.uint8), axis=1)
    return np.asarray(bits.sum(axis=1) + 1, dtype=np.uint64)
