"""Reasons of tables: for each tuple that has a value, the values of it that another variable lacks.

The tuples that are possible at the root and have the value are bits in `scratch`. A variable covers
the tuples none of whose values for it are left: a tuple may have a set of values there, or any
value. The lacking values of covered tuples are the reason; variables are added until all tuples are
covered.
"""

from typing import Any

import numpy as np

from csp.engines.learning.gathering import add_ne, asked, is_possible, root_high, root_low, scope
from csp.engines.learning.state import NOTHING, Learner, learner_of
from csp.kernels.propagate import arity, cells_of, constants
from csp.kernels.state import State, state_of
from csp.propagators.sparse_table import row_of as sparse_row
from csp.propagators.sparse_table import start_of
from csp.propagators.table import row_of
from exactcover.runtime.kernels.jit import helper

Number = Any
ZERO = np.uint64(0)


def table(handle: Any, learner: Any) -> int:
    """Explain that no tuple with a value is left, or no tuple at all."""
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n_words = state.data[np.int64(constants(state, p))]
    begin(state, own, p, n_words)
    for k in range(np.int64(arity(state, p))):
        if scope(state, p, k) == v:
            row = np.int64(row_of(state, p, np.uint64(k), value))
            for j in range(n_words):
                state.scratch[j] &= np.uint64(state.data[row + j])
    for k in range(np.int64(arity(state, p))):
        u = scope(state, p, k)
        if u != v and cover(state, own, p, np.int64(k), u, n_words):
            for other in range(root_low(state, own, u), root_high(state, own, u) + 1):
                if not is_possible(state, own, u, other):
                    row = np.int64(row_of(state, p, np.uint64(k), other))
                    is_useful = False
                    for j in range(n_words):
                        word = np.uint64(state.data[row + j])
                        is_useful |= state.scratch[n_words + j] & word != ZERO
                    if is_useful:
                        add_ne(state, own, u, other)
    return is_covered(state, n_words)


@helper
def cover(state: State, own: Learner, p: Any, k: Number, u: Number, n_words: Number) -> bool:
    """Move the tuples that a variable covers to the second half of `scratch`; return if any are."""
    for j in range(n_words):
        state.scratch[n_words + j] = ZERO
    for value in range(root_low(state, own, u), root_high(state, own, u) + 1):
        if is_possible(state, own, u, value):
            row = np.int64(row_of(state, p, np.uint64(k), value))
            for j in range(n_words):
                state.scratch[n_words + j] |= np.uint64(state.data[row + j])
    covered = ZERO
    # Of the tuples 0b0111, the values that are left have 0b0010: so 0b0101 is covered.
    for j in range(n_words):
        state.scratch[n_words + j] = state.scratch[j] & ~state.scratch[n_words + j]
        state.scratch[j] &= ~state.scratch[n_words + j]
        covered |= state.scratch[n_words + j]
    return bool(covered != ZERO)


def sparse_table(handle: Any, learner: Any) -> int:
    """Explain the same for a table whose rows are stored without words that are 0.

    A tuple has one value of a variable, or any value, and then it is in the row of no single value.
    """
    state, own = state_of(handle), learner_of(learner)
    p, v, _, value = asked(own)
    n_words = state.data[np.int64(constants(state, p))]
    if v == NOTHING:
        begin(state, own, p, n_words)
    for k in range(np.int64(arity(state, p))):
        if scope(state, p, k) == v:
            begin_row(state, own, p, np.uint64(k), value, n_words)
    for k in range(np.int64(arity(state, p))):
        u, column = scope(state, p, k), np.uint64(k)
        if u == v:
            continue
        for other in range(root_low(state, own, u), root_high(state, own, u) + 1):
            if is_possible(state, own, u, other):
                continue
            row, is_useful = sparse_row(state, p, column, other), False
            first = np.int64(start_of(state, p, column, row))
            end = np.int64(start_of(state, p, column, row + np.uint64(1)))
            for pair in range(first, end, 2):
                j, word = state.data[pair], np.uint64(state.data[pair + 1])
                is_useful |= state.scratch[j] & word != ZERO
                state.scratch[j] &= ~word
            if is_useful:
                add_ne(state, own, u, other)
    return is_covered(state, n_words)


@helper
def begin(state: State, own: Learner, p: Any, n_words: Number) -> None:
    """Write the tuples that are possible at the root into `scratch`."""
    first = np.int64(cells_of(state, p)) + 1
    for j in range(n_words):
        state.scratch[j] = own.root[first + j]


@helper
def begin_row(state: State, own: Learner, p: Any, k: Any, value: Number, n_words: Number) -> None:
    """Write those of them that have a value, or any value, into `scratch`."""
    for j in range(n_words):
        state.scratch[j] = ZERO
    cells = np.int64(cells_of(state, p)) + 1
    for side in range(2):
        row = sparse_row(state, p, k, value) if side == 1 else ZERO
        first = np.int64(start_of(state, p, k, row))
        end = np.int64(start_of(state, p, k, row + np.uint64(1)))
        for pair in range(first, end, 2):
            j = state.data[pair]
            state.scratch[j] |= own.root[cells + j] & np.uint64(state.data[pair + 1])


@helper
def is_covered(state: State, n_words: Number) -> bool:
    """Return whether no tuple is left in `scratch`."""
    left = ZERO
    for j in range(n_words):
        left |= state.scratch[j]
    return bool(left == ZERO)
