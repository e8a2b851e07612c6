"""Smart tables: rows of sets of values and of comparisons between columns.

A row is possible if each column has a value in its set, and the comparisons of the row leave each
column some. What remains in all possible rows together is what the variables keep: that is domain
consistency where the comparisons of each row form a forest, and arc consistency of each row
elsewhere. Rows that are impossible are not looked at again below that node of the search tree.

The comparisons of a row are a list of revisions: "remove the values of one column that no value of
another one supports". For a forest they go from the leaves to the roots and back, which is enough;
others are repeated as long as something is removed.

The constants: the number of rows; the number of words of all columns together; the place of the
rows. For each variable: its least value, its number of words, and the first of these. The sets, as
words. For each row: the place of the set of each column, or 0 for any value; the place and the
number of its revisions; and whether they are repeated. A revision: its kind, the column that it
revises, the other column, and what is added to the places of the other's values. All places count
from the first constant.

The cell is the number of rows that are possible; the memory has the numbers of the rows, those
first. `scratch` has four parts, each with the words of all columns: the row at hand, the domains,
their union over the rows, and the domains at the root, which explanations use.

References
----------
J.-B. Mairy, Y. Deville and C. Lecoutre, The smart table constraint, CPAIOR 2015.
C. Lecoutre, STR2: optimized simple tabular reduction for table constraints, Constraints 16 (2011).
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, by_values
from csp.kernels.domains import ALL, BITS, LAST_BIT, ONE, ZERO, restrict, set_cell, window
from csp.kernels.propagate import FAILED, FIXPOINT, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bits import highest_one64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

Number = Any
EQUAL, UNEQUAL, AT_MOST, AT_LEAST = range(4)
"""The kinds of revisions."""
EMPTY, SAME, SMALLER = range(3)
"""What a revision leaves of a column."""
COLUMN, MEMBERS = 3, 4
"""The numbers of a column and of a revision."""
TWO, THREE = np.uint64(2), np.uint64(3)
ROW, DOMAINS, UNION, ROOT = (np.uint64(k) for k in range(4))
"""The parts of `scratch`."""


def smart_table(handle: Any, p: Any) -> int:
    """Leave each variable the values that it has in the rows that are possible."""
    state = state_of(handle)
    begin(state, p)
    cell, order, rows = cells_of(state, p), memory_of(state, p), rows_of(state, p)
    live, i = state.cells[cell], ZERO
    while i < live:
        row = rows + np.uint64(state.memory[order + i]) * row_length(state, p)
        if fill(state, p, row, DOMAINS) and revise_row(state, p, row):
            unite(state, p)
            i += ONE
        else:
            live -= ONE
            last = state.memory[order + live]
            state.memory[order + live] = state.memory[order + i]
            state.memory[order + i] = last
    if live == ZERO:
        return FAILED
    if live != state.cells[cell]:
        set_cell(state, cell, live)
    for j in range(arity(state, p)):
        k = np.uint64(j)
        v, least = variable(state, p, k), state.data[column(state, p, k)]
        place = words_in(state, p, k, UNION)
        for n in range(n_words(state, p, k)):
            word = state.scratch[place + np.uint64(n)]
            if not restrict(state, v, least + np.int64(n) * np.int64(64), word):
                return FAILED
    return FIXPOINT


@helper
def begin(state: State, p: Unsigned) -> None:
    """Write the domains into `scratch`, and an empty union."""
    for j in range(arity(state, p)):
        k = np.uint64(j)
        v, least = variable(state, p, k), state.data[column(state, p, k)]
        domain, union = words_in(state, p, k, DOMAINS), words_in(state, p, k, UNION)
        for i in range(n_words(state, p, k)):
            word = window(state, v, least + np.int64(i) * np.int64(64))
            state.scratch[domain + np.uint64(i)] = word
            state.scratch[union + np.uint64(i)] = ZERO


@helper
def column(state: State, p: Unsigned, k: Unsigned) -> Unsigned:
    """Return the place in `data` of the numbers of a column."""
    return constants(state, p) + THREE + np.uint64(COLUMN) * k


@helper
def n_words(state: State, p: Unsigned, k: Unsigned) -> Unsigned:
    """Return the number of words of a column."""
    return np.uint64(state.data[column(state, p, k) + ONE])


@helper
def words_in(state: State, p: Unsigned, k: Unsigned, part: Unsigned) -> Unsigned:
    """Return the place of the words of a column in a part of `scratch`."""
    total = np.uint64(state.data[constants(state, p) + ONE])
    return part * total + np.uint64(state.data[column(state, p, k) + TWO])


@helper
def rows_of(state: State, p: Unsigned) -> Unsigned:
    """Return the place in `data` of the first row."""
    first = constants(state, p)
    return first + np.uint64(state.data[first + TWO])


@helper
def row_length(state: State, p: Unsigned) -> Unsigned:
    """Return how many numbers a row has."""
    return arity(state, p) + THREE


@helper
def fill(state: State, p: Unsigned, row: Unsigned, base: Unsigned) -> bool:
    """Write the values of each column that are in its set; return False if there are none.

    `base` is the part of `scratch` with the domains.
    """
    first = constants(state, p)
    for j in range(arity(state, p)):
        k = np.uint64(j)
        own, domain = words_in(state, p, k, ROW), words_in(state, p, k, base)
        place, left = np.uint64(state.data[row + k]), ZERO
        for i in range(n_words(state, p, k)):
            word = state.scratch[domain + np.uint64(i)]
            if place != ZERO:
                word &= np.uint64(state.data[first + place + np.uint64(i)])
            state.scratch[own + np.uint64(i)] = word
            left |= word
        if left == ZERO:
            return False
    return True


@helper
def unite(state: State, p: Unsigned) -> None:
    """Add the values of the row to the union."""
    total = np.uint64(state.data[constants(state, p) + ONE])
    for i in range(total):
        state.scratch[UNION * total + i] |= state.scratch[i]


@helper
def revise_row(state: State, p: Unsigned, row: Unsigned) -> bool:
    """Remove what contradicts the comparisons of a row; return False if a column becomes empty."""
    after = row + arity(state, p)
    revision = constants(state, p) + np.uint64(state.data[after])
    n, repeats = np.uint64(state.data[after + ONE]), state.data[after + TWO] != 0
    is_changed = n != ZERO
    while is_changed:
        is_changed = False
        for i in range(n):
            left = revise(state, p, revision + np.uint64(MEMBERS) * np.uint64(i))
            if left == EMPTY:
                return False
            is_changed |= left == SMALLER
        is_changed &= repeats
    return True


@helper
def revise(state: State, p: Unsigned, revision: Unsigned) -> Number:
    """Make one revision; return EMPTY, SAME or SMALLER."""
    kind, shift = state.data[revision], state.data[revision + THREE]
    k, other = np.uint64(state.data[revision + ONE]), np.uint64(state.data[revision + TWO])
    own, source = words_in(state, p, k, ROW), words_in(state, p, other, ROW)
    n, n_source = n_words(state, p, k), n_words(state, p, other)
    edge = np.int64(0)
    if kind in (AT_MOST, UNEQUAL):
        edge = shift + last_place(state, source, n_source)
    elif kind == AT_LEAST:
        edge = shift + first_place(state, source, n_source)
    if kind == UNEQUAL and edge != shift + first_place(state, source, n_source):
        return SAME
    left, removed = ZERO, ZERO
    for i in range(n):
        offset = np.int64(i) * np.int64(64)
        if kind == EQUAL:
            kept = bits_from(state, source, n_source, offset - shift)
        elif kind == AT_MOST:
            kept = up_to(edge - offset)
        elif kind == AT_LEAST:
            kept = ~up_to(edge - offset - np.int64(1))
        else:
            kept = ~(up_to(edge - offset) & ~up_to(edge - offset - np.int64(1)))
        word = state.scratch[own + np.uint64(i)]
        state.scratch[own + np.uint64(i)] = word & kept
        left |= word & kept
        removed |= word & ~kept
    if left == ZERO:
        return EMPTY
    return SAME if removed == ZERO else SMALLER


@helper
def up_to(place: Number) -> Unsigned:
    """Return a word with ones up to a place, which may lie outside of the word."""
    if place < 0:
        return ZERO
    return ALL >> np.uint64(np.int64(63) - min(place, np.int64(63)))


@helper
def bits_from(state: State, place: Unsigned, n: Unsigned, start: Number) -> Unsigned:
    """Return 64 bits of some words of `scratch` from any bit on."""
    k, shift = start >> np.int64(6), np.uint64(start) & LAST_BIT
    word = ZERO
    if np.uint64(k) < n:
        word = state.scratch[place + np.uint64(k)] >> shift
    if shift != ZERO and np.uint64(k + np.int64(1)) < n:
        word |= state.scratch[place + np.uint64(k + np.int64(1))] << (BITS - shift)
    return word


@helper
def first_place(state: State, place: Unsigned, n: Unsigned) -> Number:
    """Return the place of the first one in some words of `scratch`, which has ones."""
    i = ZERO
    while state.scratch[place + i] == ZERO and i + ONE < n:
        i += ONE
    return np.int64(i) * np.int64(64) + np.int64(trailing_zeros64(state.scratch[place + i]))


@helper
def last_place(state: State, place: Unsigned, n: Unsigned) -> Number:
    """Return the place of the last one in some words of `scratch`, which has ones."""
    i = n - ONE
    while state.scratch[place + i] == ZERO and i > ZERO:
        i -= ONE
    return np.int64(i) * np.int64(64) + np.int64(highest_one64(state.scratch[place + i]))


SMART_TABLE = Card(
    smart_table,
    explanation=by_values("smart_tables:smart_table"),
    translation=Missing("others get truth values for the conditions of rows"),
    rows=NOT_LINEAR,
)
