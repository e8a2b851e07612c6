"""The state of a search: the arrays of its variables, propagators, trail and counters.

Everything that backtracking must restore is a cell of one array: the words of domains, and the
reversible state of propagators. A cell is saved at most once a level, on one trail.
"""

from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.pointers import opener
from exactcover.runtime.kernels.types import I64, U64

# The columns of `State.variables`. The rows of `wakes` from ANY on are for all changes, those from
# BOUNDS on for changes of a bound, and those from FIXED to END for variables that become fixed.
FIRST, WIDTH, ORIGIN, ANY, BOUNDS, FIXED, END, GROUPS = range(8)
# The cells after the words of a domain, unless it has one word.
SIZE, LOW, HIGH = np.uint64(0), np.uint64(1), np.uint64(2)
# The columns of `State.propagators`.
ADDRESS, DATA, ARITY, CELL, MEMORY, WORK = range(6)
N_PROPAGATOR_COLUMNS = 6
# The columns of `State.wakes`.
WORD, MASK = range(2)
# The columns of `State.trail`.
SAVED_CELL, SAVED_VALUE = range(2)

MANY_VALUES = 1 << 12
"""A domain with its ends so far apart is not searched from one end towards the best value."""

# The places of `State.position`.
(
    N_TRAIL,
    STAMP,
    LAST_STAMP,
    N_FIXED,
    N_SUMMARY,
    FAILED_SCOPE,
    FAILED_ARITY,
    DEPTH,
    MODE,
    NODES,
    UPDATES,
    SOLUTIONS,
    FAILURES,
    RUN,
    NEXT_RESTART,
    CONFLICT,
    BOUND,
    RANDOM,
    N_REFUTED,
    RAISED,
    PATIENT_UNTIL,
    SMALL_PART,
    IS_RECORDED,
) = range(23)
N_POSITIONS = 23


class State(NamedTuple):
    """The variables and propagators of a search, and its position.

    =========== =================== ============ =================================================
    array       shape, dtype        indexed by   holds
    =========== =================== ============ =================================================
    cells       (n_cells,)          cell         what backtracking restores. A domain is WIDTH
                                                 words from FIRST on: bit k of word j is the value
                                                 ORIGIN + 64 j + k. Unless WIDTH is 1, SIZE, LOW
                                                 and HIGH (a count and two places of bits) follow;
                                                 a wide domain has WIDTH 0 and only these
    stamps      (n_cells,)          cell         the stamp of the level that saved the cell last
    trail       (length, 2)         0 .. N_TRAIL SAVED_CELL, SAVED_VALUE
    variables   (n_variables, 8)    variable     FIRST ... END, and GROUPS: where in `data` its
                                                 groups are listed: how many, then, for each, its
                                                 place and the constant of the view; int64
    wakes       (n_wakes, 2)        place        WORD, MASK: the bits of `queue` to set
    queue       (n,)                word         a bit for each scheduled propagator, cheap ones
                                                 first; before them N_SUMMARY words with a bit for
                                                 each word that is not 0
    propagators (n_propagators, 6)  propagator   ADDRESS of its function; DATA: where its scope of
                                                 ARITY variables and its constants are; CELL: its
                                                 first cell; MEMORY: its first number; WORK: the
                                                 updates that a run counts for; int64
    data        (n,)                place        scopes and constants of propagators; groups; int64
    memory      (n,)                place        what nothing restores: first the last value of
                                                 each variable, then the memory of propagators;
                                                 int64
    scratch     (n,)                place        workspace during one call of a propagator
    fixed       (n_variables + 1,)  0 .. N_FIXED the fixed variables that are not yet propagated to
                                                 their groups
    position    (N_POSITIONS,)      N_TRAIL ...  the position in the tree, and counters
    table       (n,)                array        see `exactcover.runtime.kernels.pointers`
    =========== =================== ============ =================================================

    All are uint64 unless the table says otherwise. A group is views (a variable plus a constant)
    that are all different: in `data`, how many, the variables, and the constants.
    """

    cells: U64
    stamps: U64
    trail: U64
    variables: I64
    wakes: U64
    queue: U64
    propagators: I64
    data: I64
    memory: I64
    scratch: U64
    fixed: U64
    position: U64
    table: I64


CHANGING = ("cells", "stamps", "trail", "queue", "memory", "fixed", "position")
"""The arrays that a search changes, and that a snapshot must have."""


def _example() -> State:
    """Return an empty state with the types that kernels are compiled for."""
    words, table = np.zeros(0, dtype=np.uint64), np.zeros((0, 0), dtype=np.uint64)
    whole, rows = np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
    return State(
        words, words, table, rows, table, words, rows, whole, whole, words, words, words, whole
    )


state_of: Any = opener(_example())
"""Return the state of a handle: the first line of every propagator, which is called by address."""
