"""The position of a search: how variables, propagators and the tree are laid out.

Everything that backtracking must undo is a cell of one array: the words of domains, and whatever a
propagator wants to have undone. A cell is saved once a level, on one trail.
"""

from typing import Any, NamedTuple

import numpy as np

from exactcover.compiled.pointers import opener
from exactcover.compiled.types import I64, U64

# The columns of `State.variables`. The wakes from ANY on are for every change, those from BOUNDS on
# for a change of a bound, those from FIXED to END for a variable that is fixed.
FIRST, WIDTH, ORIGIN, ANY, BOUNDS, FIXED, END, GROUPS = range(8)
# Behind the words of a domain of more than one word.
SIZE, LOW, HIGH = np.uint64(0), np.uint64(1), np.uint64(2)
# The columns of `State.propagators`.
ADDRESS, DATA, ARITY, CELL, MEMORY = range(5)
# The columns of `State.wakes`.
WORD, MASK = range(2)
# The columns of `State.trail`.
SAVED_CELL, SAVED_VALUE = range(2)

# Where `State.position` keeps what.
(
    N_TRAIL,
    STAMP,
    LAST_STAMP,
    N_FIXED,
    N_SUMMARY,
    CULPRIT,
    CULPRIT_ARITY,
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
) = range(20)
N_POSITIONS = 20


class State(NamedTuple):
    """Variables and propagators.

    =========== =================== ============ =================================================
    array       shape, dtype        indexed by   holds
    =========== =================== ============ =================================================
    cells       (n_cells,)          cell         what backtracking undoes. A domain is WIDTH words
                                                 from FIRST on: bit k of word j is the value
                                                 ORIGIN + 64 j + k. Where WIDTH > 1, SIZE, LOW and
                                                 HIGH (a count and two places of bits) follow
    stamps      (n_cells,)          cell         the stamp of the level that saved it last
    trail       (room, 2)           0 .. N_TRAIL SAVED_CELL, SAVED_VALUE
    variables   (n_variables, 8)    variable     FIRST ... END, and GROUPS: where in `data` its
                                                 groups are: how many, then, for each, where it is
                                                 and what to add to the variable; int64
    wakes       (n_wakes, 2)        place        WORD, MASK: the propagators to wake, in `waiting`
    waiting     (n,)                word         a bit for each propagator that waits, the cheap
                                                 ones first; before them N_SUMMARY words with a
                                                 bit for each word that is not 0
    propagators (n_propagators, 5)  propagator   ADDRESS; DATA: where its constants are; ARITY;
                                                 CELL: its cells; MEMORY: its own memory; int64
    data        (n,)                place        constants, which begin with the ARITY variables
                                                 they are about; groups; int64
    memory      (n,)                place        what nothing undoes: first the value that each
                                                 variable had last, then what propagators keep;
                                                 int64
    scratch     (n,)                place        what nobody keeps after a call
    fixed       (n_variables + 1,)  0 .. N_FIXED the variables whose fixing is not yet told to their
                                                 groups
    position    (N_POSITIONS,)      N_TRAIL ...  where the search stands, and its counters
    table       (n,)                array        see `exactcover.compiled.pointers`
    =========== =================== ============ =================================================

    All are uint64 where nothing else is said. A group is variables that differ, each after
    adding a constant: in `data`, how many, the variables, and the constants.
    """

    cells: U64
    stamps: U64
    trail: U64
    variables: I64
    wakes: U64
    waiting: U64
    propagators: I64
    data: I64
    memory: I64
    scratch: U64
    fixed: U64
    position: U64
    table: I64


CHANGING = ("cells", "stamps", "trail", "waiting", "memory", "fixed", "position")
"""The arrays that a search changes, and that are of use later."""


def _example() -> State:
    """Return a state of the types that kernels are compiled for."""
    words, table = np.zeros(0, dtype=np.uint64), np.zeros((0, 0), dtype=np.uint64)
    whole, rows = np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
    return State(
        words, words, table, rows, table, words, rows, whole, whole, words, words, words, whole
    )


opened: Any = opener(_example())
"""Return the state of a handle: the first line of every function that is called by address."""
