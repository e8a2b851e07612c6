"""Compact-Table for large tables and for negative tables: rows are stored without words that are 0.

The tuples that are still possible are a `csp.propagators.sparse_bitset`. The row of a value is a
list of pairs: the number of a word, and a mask of the tuples in it that have the value.

The constants: the number of words; the place of the groups; for each variable its least value, the
place of its rows, and the number of rows of the variables before it. The rows of a variable: where
each begins, and where the last ends; the first row is that of the tuples with any value. All places
count from the first constant.

A group of a negative table is the tuples with any value for the same variables: where it begins and
ends, in words; the number of variables for which they give a value, and these variables.

The cells and the memory are those of the bit-set; after them the memory has, for each row, the pair
where a support was found last.

References
----------
H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to negative and short tables, AAAI
2017.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, Naive, by_values
from csp.kernels.domains import (
    BITS,
    ONE,
    ZERO,
    Value,
    high,
    low,
    next_value,
    remove,
    set_cell,
    size,
)
from csp.kernels.propagate import (
    DONE,
    FAILED,
    FIXPOINT,
    arity,
    cells_of,
    constants,
    memory_of,
    variable,
)
from csp.kernels.state import State, state_of
from csp.propagators.sparse_bitset import sizes_of, update
from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TWO, THREE = np.uint64(2), np.uint64(3)


def table(handle: Any, p: Any) -> int:
    """Update the possible tuples; remove the values without support."""
    state = state_of(handle)
    update(state, p, gather)
    if state.cells[cells_of(state, p)] == ZERO:
        return FAILED
    sizes = sizes_of(state, p)
    for j in range(arity(state, p)):
        k = np.uint64(j)
        v = variable(state, p, k)
        if not has_support(state, p, k, ZERO):
            value, last = low(state, v), high(state, v)
            while value <= last:
                is_supported = has_support(state, p, k, row_of(state, p, k, value))
                if not is_supported and not remove(state, v, value):
                    return FAILED
                value = next_value(state, v, value + 1)
        set_cell(state, sizes + k, size(state, v))
    return FIXPOINT


def forbidden(handle: Any, p: Any) -> int:
    """Update the possible tuples; remove the values that a group forbids with all others."""
    state = state_of(handle)
    update(state, p, gather)
    first = constants(state, p)
    group = first + np.uint64(state.data[first + ONE])
    n_groups = state.data[group]
    group += ONE
    for _ in range(n_groups):
        for k in range(arity(state, p)):
            if not remove_forbidden(state, p, group, np.uint64(k)):
                return FAILED
        group += THREE + np.uint64(state.data[group + TWO])
    return DONE


@helper
def remove_forbidden(state: State, p: Unsigned, group: Unsigned, k: Unsigned) -> bool:
    """Remove the values of a variable that a group forbids in all combinations of the others.

    The tuples of a group differ, so it is enough to count them.
    """
    begin, end = np.uint64(state.data[group]), np.uint64(state.data[group + ONE])
    most = (end - begin) * BITS
    wanted, is_free, sizes = ONE, True, sizes_of(state, p)
    for i in range(group + THREE, group + THREE + np.uint64(state.data[group + TWO])):
        other = np.uint64(state.data[i])
        if other == k:
            is_free = False
        elif wanted <= most:
            wanted *= state.cells[sizes + other]
    if wanted > most:
        return True
    if is_free:
        return bool(n_possible(state, p, k, ZERO, begin, end) != wanted)
    v = variable(state, p, k)
    value, last = low(state, v), high(state, v)
    while value <= last:
        row = row_of(state, p, k, value)
        if n_possible(state, p, k, row, begin, end) == wanted and not remove(state, v, value):
            return False
        value = next_value(state, v, value + 1)
    return True


@helper
def column(state: State, p: Unsigned, k: Unsigned) -> Unsigned:
    """Return the place in `data` of the three constants of a variable."""
    return constants(state, p) + TWO + THREE * k


@helper
def row_of(state: State, p: Unsigned, k: Unsigned, value: Value) -> Unsigned:
    """Return the number of the row of a value among those of its variable."""
    return np.uint64(value - state.data[column(state, p, k)]) + ONE


@helper
def start_of(state: State, p: Unsigned, k: Unsigned, row: Unsigned) -> Unsigned:
    """Return the place in `data` of the first pair of a row."""
    first = constants(state, p)
    rows = first + np.uint64(state.data[column(state, p, k) + ONE])
    return first + np.uint64(state.data[rows + row])


@helper
def gather(state: State, p: Unsigned, k: Unsigned) -> None:
    """Make in `scratch` the union of the tuples that have a value of variable `k`.

    It is made after the first words, each word at its own place, and then copied in the order of
    the words of the bit-set.
    """
    scratch, n_words = state.scratch, np.uint64(state.data[constants(state, p)])
    live, index = state.cells[cells_of(state, p)], memory_of(state, p)
    for i in range(live):
        scratch[n_words + np.uint64(state.memory[index + i])] = ZERO
    collect(state, p, k, ZERO, n_words)
    v = variable(state, p, k)
    value, last = low(state, v), high(state, v)
    while value <= last:
        collect(state, p, k, row_of(state, p, k, value), n_words)
        value = next_value(state, v, value + 1)
    for i in range(live):
        scratch[i] = scratch[n_words + np.uint64(state.memory[index + i])]


@helper
def collect(state: State, p: Unsigned, k: Unsigned, row: Unsigned, place: Unsigned) -> None:
    """Unite the tuples of a row with those at a place of `scratch`."""
    pair, end = start_of(state, p, k, row), start_of(state, p, k, row + ONE)
    while pair < end:
        state.scratch[place + np.uint64(state.data[pair])] |= np.uint64(state.data[pair + ONE])
        pair += TWO


@helper
def has_support(state: State, p: Unsigned, k: Unsigned, row: Unsigned) -> bool:
    """Return whether a tuple of a row is still possible."""
    start, end = start_of(state, p, k, row), start_of(state, p, k, row + ONE)
    n_words = np.uint64(state.data[constants(state, p)])
    rows_before = np.uint64(state.data[column(state, p, k) + TWO])
    residue = memory_of(state, p) + n_words + rows_before + row
    words = cells_of(state, p) + ONE
    pair = start + np.uint64(state.memory[residue])
    if pair < end and is_common(state, words, pair):
        return True
    pair = start
    while pair < end:
        if is_common(state, words, pair):
            state.memory[residue] = np.int64(pair - start)
            return True
        pair += TWO
    return False


@helper
def is_common(state: State, words: Unsigned, pair: Unsigned) -> bool:
    """Return whether a tuple of a pair is still possible."""
    word = state.cells[words + np.uint64(state.data[pair])]
    return bool(word & np.uint64(state.data[pair + ONE]) != ZERO)


@helper
def n_possible(
    state: State, p: Unsigned, k: Unsigned, row: Unsigned, begin: Unsigned, end: Unsigned
) -> Unsigned:
    """Return the number of tuples of a row that are still possible, from one word to another."""
    pair, last = start_of(state, p, k, row), start_of(state, p, k, row + ONE)
    words, n = cells_of(state, p) + ONE, ZERO
    while pair < last and np.uint64(state.data[pair]) < end:
        word = np.uint64(state.data[pair])
        if word >= begin:
            n += popcount64(state.cells[words + word] & np.uint64(state.data[pair + ONE]))
        pair += TWO
    return n


TABLE = Card(
    table,
    explanation=by_values("tables:sparse_table"),
    translation=Missing("others get tables as tuples"),
    rows=NOT_LINEAR,
)
FORBIDDEN = Card(
    forbidden,
    explanation=Naive("it has none yet; the domains of all variables are its reason"),
    translation=Missing("others get tables as tuples"),
    rows=NOT_LINEAR,
)
