"""The arrays in which the kernels make tables: all rows, their terms, and the operation at hand.

A table is a range of rows. The key of a row has the states of the items in its scope; its value is
a sum of products of two rows made before, its terms. The first rows are the options, whose value is
their weight, and the row `ONE` after them. So the terms are an arithmetic circuit: once they are
known, the values can be computed for any weights, see `exactcover.circuits.circuit`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import I64, U32, U64

N_ROWS, N_TERMS, FIRST_ROW, N_SLOTS, CURSOR, DEPTH, STEPS = range(7)
"""The places of `Work.position`.

N_ROWS, N_TERMS: how many there are. FIRST_ROW: the first row of the operation. N_SLOTS: the slots
of the hash table that are in use, a power of two. CURSOR: the next row to place options into.
DEPTH: the number of ranges on the stack. STEPS: the work done so far, see `STEPS_OF_TERM`.
"""
LEFT_BEGIN, LEFT_END, RIGHT_BEGIN, RIGHT_END, LEVEL, FREE = range(6)
"""The columns of `Work.stack`: a range of rows of both tables, how many fields they agree on, and
the first place of `left_keys` that nothing below on the stack needs."""
N_FRAME = 6
LEAST_SLOTS = 64
STEPS_OF_TERM = 4
"""To test whether two rows, or a row and an option, agree takes a step; a term takes so many."""
DONE, SPENT, FULL = range(3)
"""Why a kernel returned: the operation is done, it took long enough, or an array is full."""


class Work(NamedTuple):
    """The arrays; some become larger.

    ========== ================= ===================================================================
    array      shape             holds
    ========== ================= ===================================================================
    keys       (capacity,)       the key of each row
    is_merged  (capacity,)       whether a row only merges two rows for the join at hand, and is in
                                 no table
    left       (n_terms,)        of each term, one of the rows that are multiplied
    right      (n_terms,)        the other one
    total      (n_terms,)        the row to which the product is added
    slots      (n_slots,)        the hash table of the operation: 0, or a row + 1
    left_keys  (n,)              the keys of the left table of a join, sorted; behind them merged
                                 rows
    left_rows  (n,)              their rows
    right_keys (n,)              the keys of the right table, sorted
    right_rows (n,)              their rows
    stack      (depth, 6)        ranges of both tables that are still to be joined
    prefix     (depth,)          the bits that all rows of a range have in the result
    position   (7,)              see above
    ========== ================= ===================================================================
    """

    keys: U64
    is_merged: NDArray[np.bool_]
    left: U32
    right: U32
    total: U32
    slots: U32
    left_keys: U64
    left_rows: U32
    right_keys: U64
    right_rows: U32
    stack: I64
    prefix: U64
    position: I64


class Fields(NamedTuple):
    """The states in a key that kernels treat one by one: those of more than one bit.

    ======== =========== ==========================================================================
    array    shape       holds
    ======== =========== ==========================================================================
    shift    (n_fields,) the lowest bit of the field
    width    (n_fields,) how many bits it has
    kind     (n_fields,) the kind of its item
    top      (n_fields,) `ItemStates.top` of its item
    least    (n_fields,) if the item ends, its least state at the end, else -1
    ======== =========== ==========================================================================

    A join treats the items of one bit that both tables share as fields, too.
    """

    shift: I64
    width: I64
    kind: I64
    top: I64
    least: I64


class Placing(NamedTuple):
    """To place options into a table.

    ========= ============= =======================================================================
    field     shape         holds
    ========= ============= =======================================================================
    rows      (n_rows,)     the rows of the table
    options   (n,)          their rows
    sets      (n,)          the bits that each sets, and that must not be set before; items of one
                            bit
    values    (n, n_fields) the state to which each takes each of `fields`; 0 for none
    fields    Fields        the fields of the items of more than one bit that end or have options
    may_skip  bool          whether a row stays without any of the options
    need      uint64        the bits that must be set afterwards
    drop      uint64        the bits of the items that end
    ========= ============= =======================================================================
    """

    rows: U32
    options: U32
    sets: U64
    values: I64
    fields: Fields
    may_skip: bool
    need: np.uint64
    drop: np.uint64


class Joining(NamedTuple):
    """To join two tables, which are sorted in `Work`.

    ========= ============= =======================================================================
    field     shape         holds
    ========= ============= =======================================================================
    fields    Fields        the items that both have, from the highest bits of the keys down; those
                            of more than one bit are first
    n_wide    int           the number of fields of more than one bit
    need      uint64        the bits that must be set afterwards
    drop      uint64        the bits of the items that end
    ========= ============= =======================================================================
    """

    fields: Fields
    n_wide: int
    need: np.uint64
    drop: np.uint64


def new_work(n_inputs: int) -> Work:
    """Return the arrays before the first operation: the rows are the options, and `ONE`."""
    n_rows, n_terms = n_inputs + (1 << 12), 1 << 13
    position = np.zeros(7, dtype=np.int64)
    position[N_ROWS] = n_inputs
    return Work(
        np.zeros(n_rows, dtype=np.uint64),
        np.zeros(n_rows, dtype=np.bool_),
        np.empty(n_terms, dtype=np.uint32),
        np.empty(n_terms, dtype=np.uint32),
        np.empty(n_terms, dtype=np.uint32),
        np.zeros(1 << 13, dtype=np.uint32),
        np.empty(0, dtype=np.uint64),
        np.empty(0, dtype=np.uint32),
        np.empty(0, dtype=np.uint64),
        np.empty(0, dtype=np.uint32),
        np.empty((0, N_FRAME), dtype=np.int64),
        np.empty(0, dtype=np.uint64),
        position,
    )
