"""The arrays of a search for nested chains, in one tuple, `NestedSearch`.

A candidate is numbered by its place among those of the position; a node is ``2 * candidate +
truth``: that a candidate is false (0), or true (1). An assumption is a node, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U16, U64
from sudoku.ratings.explainer.board import (
    N_CANDIDATES,
    N_CELLS,
    N_DIGITS,
    N_HOUSES,
    N_NODES,
    N_WEAK,
)

Index: TypeAlias = Any
"""A number of a candidate, a unit or a node in a kernel: a signed integer."""
I32 = NDArray[np.int32]

N_WORDS = -(-N_CANDIDATES // 64)
N_UNITS = N_CELLS + N_HOUSES * N_DIGITS
N_WAYS = 4
"""The units of a candidate: its cell, and its digit in its box, row and column."""
NOBODY = -1
"""Stands for no candidate."""

FALSE, TRUE = range(2)

# The indices of `Net.sizes`.
COUNT, WORDS = range(2)
# What is kept in `Implications.conflict`.
FOUND, CANDIDATE, TRUTH, CAUSE, LENGTH = range(5)
# What is kept in `Implications.ends`.
HEAD_ON, TAIL_ON, HEAD_OFF, TAIL_OFF = range(4)
# What is kept in `EasiestChains.facts`.
KIND, UNIT, NODE = range(3)
# What is kept in `Eliminations.ends`.
FIRST, END = range(2)

N_RECORDS = 1 << 16
"""The most findings of all assumptions of a position together."""
MOST_OF_ONE = 4096
"""The most findings of one assumption."""
MOST_NESTED = 4096
"""The most nested chains that a chain uses."""


class Net(NamedTuple):
    """The candidates of a position and their units: cells, and digits in houses.

    ========= =================== =============== ==============================================
    array     shape, dtype        indexed by      holds
    ========= =================== =============== ==============================================
    sizes     (2,), int64         COUNT, WORDS    the number of candidates, and of words of a set
    cell      (729,), int32       candidate       its cell
    digit     (729,), int32       candidate       its digit, from 0
    number    (729,), int32       9 cell + digit  the candidate, or NOBODY
    units     (729, 4), int32     candidate, way  its cell; its digit in its box, row and column
    members   (324, 12), uint64   unit            a set of candidates
    weak      (729, 28), int32    candidate       what it rules out, in the explainer's order
    weak_way  (729, 28), int32    candidate       the way in which it does
    n_weak    (729,), int32       candidate       how many
    houses    (27,), int32        0 ..            boxes, columns, rows
    n_blank   (27,), int32        0 ..            the cells without a digit of each of these
    ========= =================== =============== ==============================================

    A set of candidates is a bit for each. Unit ``cell`` is a cell, and ``81 + 9 * house + digit``
    a digit in a house. A node is ``2 * candidate + truth``.
    """

    sizes: NDArray[np.int64]
    cell: I32
    digit: I32
    number: I32
    units: I32
    members: U64
    weak: I32
    weak_way: I32
    n_weak: I32
    houses: I32
    n_blank: I32


class Implications(NamedTuple):
    """The implications of assumptions, where some candidates of a net are left.

    ======== ===================== ================ =============================================
    array    shape, dtype          indexed by       holds
    ======== ===================== ================ =============================================
    base     (12,), uint64         -                the candidates that are left at the beginning
    live     (12,), uint64         -                those that are left under an assumption
    on       (1458, 12), uint64    assumption       the candidates that are true
    off      (1458, 12), uint64    assumption       the candidates that are false
    cause    (1458, 1458), uint16  assumption, node of a false one, the true one, or ADVANCED + the
                                                    number of a record; of a true one, the way;
                                                    SOURCE
    size     (1458, 1458), uint16  assumption, node how many candidates it follows from, and itself
    conflict (1458, 5), int64      assumption       FOUND; the CANDIDATE that is both true and
                                                    false, its last TRUTH and its CAUSE; the LENGTH
                                                    of both chains
    causes   (1458, 24), uint64    node             what it follows from: true and false candidates
    queue    (2, 729), int32       truth            candidates whose implications are still to be
                                                    followed
    ends     (4,), int64           HEAD_ON ...      the parts of the queues in use
    traced   (24,), uint64         -                the true and false candidates of a chain
    stack    (1458,), int32        0 ..             nodes still to be traced
    ======== ===================== ================ =============================================
    """

    base: U64
    live: U64
    on: U64
    off: U64
    cause: U16
    size: U16
    conflict: NDArray[np.int64]
    causes: U64
    queue: NDArray[np.int32]
    ends: NDArray[np.int64]
    traced: U64
    stack: NDArray[np.int32]


class SingleChains(NamedTuple):
    """The implications of single candidates, and arrays to search them.

    ======== ================== ============= ===================================================
    array    shape, dtype       indexed by    holds
    ======== ================== ============= ===================================================
    strong   (729, 4), int32    candidate     what is true if it is false, by each way, or NOBODY
    two      (729,), uint8      candidate     1 if its cell has two candidates
    parent   (2, 729), int32    truth,        what it was reached from, or NOBODY
                                candidate
    way      (2, 729), int32    the same      in which way
    depth    (2, 729), int32    the same      in how many steps
    queue    (1458,), int32     0 ..          nodes whose implications are still to be followed
    chain    (24,), uint64      -             the true and the false candidates of a chain
    needs    (12,), uint64      -             the false candidates that it follows from
    seen     (2, 12), uint64    truth         what sees a true, or a false, candidate of a cycle
    ======== ================== ============= ===================================================
    """

    strong: NDArray[np.int32]
    two: NDArray[np.uint8]
    parent: NDArray[np.int32]
    way: NDArray[np.int32]
    depth: NDArray[np.int32]
    queue: NDArray[np.int32]
    chain: U64
    needs: U64
    seen: U64


class EasiestChains(NamedTuple):
    """The easiest nested chain for each candidate that some chain eliminates.

    ======== =================== ============ ====================================================
    array    shape, dtype        indexed by   holds
    ======== =================== ============ ====================================================
    key      (729,), int64       candidate    orders chains by their rating, length and kind, and
                                              by when they were found; NO_HINT
    length   (729,), int64       candidate    the length of the chain
    facts    (729, 3), int64     candidate    the KIND of chain, and what it is about: a UNIT, or an
                                              assumption, and a NODE
    parents  (729, 12), uint64   candidate    the false candidates that the chain follows from
    name     (729,), uint64      candidate    a number that equal chains share
    order    (729,), int64       0 ..         candidates, the easiest chain first
    found    (1,), int64         -            how many chains were looked at
    ======== =================== ============ ====================================================
    """

    key: NDArray[np.int64]
    length: NDArray[np.int64]
    facts: NDArray[np.int64]
    parents: U64
    name: U64
    order: NDArray[np.int64]
    found: NDArray[np.int64]


class Eliminations(NamedTuple):
    """The findings of nested techniques; those of an assumption stand together.

    ======== ==================== ============= ==================================================
    array    shape, dtype         indexed by    holds
    ======== ==================== ============= ==================================================
    parents  (65536, 12), uint64  record        the false candidates that it follows from
    length   (65536,), int64      record        the length of the nested chain; 0: it is none
    name     (65536,), uint64     record        a number that equal nested chains share
    first    (1458,), int64       assumption    its first record
    ends     (2,), int64          FIRST, END    of the records of the assumption that is followed
    goes     (12,), uint64        -             the candidates that a technique eliminates
    needs    (12,), uint64        -             the false candidates that it follows from
    order    (729,), int64        0 ..          candidates in the order in which they go
    ======== ==================== ============= ==================================================
    """

    parents: U64
    length: NDArray[np.int64]
    name: U64
    first: NDArray[np.int64]
    ends: NDArray[np.int64]
    goes: U64
    needs: U64
    order: NDArray[np.int64]


class NestedSearch(NamedTuple):
    """All arrays of the search.

    ============ ================ ============================================================
    array        shape, dtype     holds
    ============ ================ ============================================================
    net          -                the candidates of the position, and their units
    implied      -                what follows from each assumption
    within       -                what follows from further assumptions within one assumption
    singles      -                chains of single implications within an assumption
    easiest      -                the easiest nested chain that eliminates each candidate
    eliminations -                what nested techniques eliminated under each assumption
    counted      (4096,), uint64  the names of the nested chains that a chain has used so far
    ============ ================ ============================================================
    """

    net: Net
    implied: Implications
    within: Implications
    singles: SingleChains
    easiest: EasiestChains
    eliminations: Eliminations
    counted: NDArray[np.uint64]


def nested9() -> NestedSearch:
    """Return empty arrays for the search."""
    net = Net(
        np.zeros(2, np.int64),
        np.zeros(N_CANDIDATES, np.int32),
        np.zeros(N_CANDIDATES, np.int32),
        np.zeros(N_CANDIDATES, np.int32),
        np.zeros((N_CANDIDATES, N_WAYS), np.int32),
        np.zeros((N_UNITS, N_WORDS), np.uint64),
        np.zeros((N_CANDIDATES, N_WEAK), np.int32),
        np.zeros((N_CANDIDATES, N_WEAK), np.int32),
        np.zeros(N_CANDIDATES, np.int32),
        np.zeros(N_HOUSES, np.int32),
        np.zeros(N_HOUSES, np.int32),
    )
    implied, within = (
        Implications(
            np.zeros(N_WORDS, np.uint64),
            np.zeros(N_WORDS, np.uint64),
            np.zeros((N_NODES, N_WORDS), np.uint64),
            np.zeros((N_NODES, N_WORDS), np.uint64),
            np.zeros((N_NODES, N_NODES), np.uint16),
            np.zeros((N_NODES, N_NODES), np.uint16),
            np.zeros((N_NODES, 5), np.int64),
            np.zeros((N_NODES, 2 * N_WORDS), np.uint64),
            np.zeros((2, N_CANDIDATES), np.int32),
            np.zeros(4, np.int64),
            np.zeros(2 * N_WORDS, np.uint64),
            np.zeros(N_NODES, np.int32),
        )
        for _ in range(2)
    )
    singles = SingleChains(
        np.zeros((N_CANDIDATES, N_WAYS), np.int32),
        np.zeros(N_CANDIDATES, np.uint8),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros(2 * N_CANDIDATES, np.int32),
        np.zeros(2 * N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros((2, N_WORDS), np.uint64),
    )
    easiest = EasiestChains(
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros((N_CANDIDATES, 3), np.int64),
        np.zeros((N_CANDIDATES, N_WORDS), np.uint64),
        np.zeros(N_CANDIDATES, np.uint64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(1, np.int64),
    )
    eliminations = Eliminations(
        np.zeros((N_RECORDS, N_WORDS), np.uint64),
        np.zeros(N_RECORDS, np.int64),
        np.zeros(N_RECORDS, np.uint64),
        np.zeros(2 * N_CANDIDATES, np.int64),
        np.zeros(2, np.int64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros(N_CANDIDATES, np.int64),
    )
    counted = np.zeros(MOST_NESTED, np.uint64)
    return NestedSearch(net, implied, within, singles, easiest, eliminations, counted)
