"""Compact-Table: the tuples that are left are a sparse bit set, and so are those with each value.

The constants: the number of words; for each variable its least value, and where in `data` the rows
of its values begin; the rows themselves: the tuples that have the value. The cells: how many words
are not 0; the words; the sizes of the domains when they were last looked at. The memory: the
words' places, those that are not 0 first; for each row, the word where a tuple was found last.

References
----------
J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
sparse bit-sets, CP 2016. H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to
negative and short tables, AAAI 2017.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, Value, high, low, next_value, put, remove, size
from csp.kernels.propagate import FAILED, FIXPOINT, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

TWO = np.uint64(2)


def table(handle: Any, p: Any) -> int:
    """Drop the tuples with values that are gone, and the values without tuples."""
    state = opened(handle)
    update(state, p)
    if state.cells[cells_of(state, p)] == ZERO:
        return FAILED
    sizes = sizes_of(state, p)
    for k in range(arity(state, p)):
        v = variable(state, p, k)
        value, last = low(state, v), high(state, v)
        while value <= last:
            if not is_supported(state, p, np.uint64(k), value) and not remove(state, v, value):
                return FAILED
            value = next_value(state, v, value + 1)
        put(state, sizes + k, size(state, v))
    return FIXPOINT


@helper
def sizes_of(state: State, p: Unsigned) -> Unsigned:
    """Return the first of the cells for the sizes of the domains."""
    return cells_of(state, p) + ONE + np.uint64(state.data[constants(state, p)])


@helper
def update(state: State, p: Unsigned) -> None:
    """Drop the tuples with values that went since the last call, and note the sizes."""
    sizes = sizes_of(state, p)
    for k in range(arity(state, p)):
        n_values = size(state, variable(state, p, k))
        if state.cells[sizes + k] != n_values:
            gather(state, p, np.uint64(k))
            drop(state, p)
            put(state, sizes + k, n_values)


@helper
def row_of(state: State, p: Unsigned, k: Unsigned, value: Value) -> Unsigned:
    """Return where in `data` the tuples are that have a value for variable `k`."""
    first = constants(state, p)
    place = first + ONE + TWO * k
    n_words = state.data[first]
    return first + np.uint64(state.data[place + ONE] + (value - state.data[place]) * n_words)


@helper
def gather(state: State, p: Unsigned, k: Unsigned) -> None:
    """Make in `scratch` the union of the tuples that have a value of variable `k`."""
    live, index = state.cells[cells_of(state, p)], memory_of(state, p)
    for i in range(live):
        state.scratch[i] = ZERO
    v = variable(state, p, k)
    value, last = low(state, v), high(state, v)
    while value <= last:
        row = row_of(state, p, k, value)
        for i in range(live):
            word = np.uint64(state.memory[index + i])
            state.scratch[i] |= np.uint64(state.data[row + word])
        value = next_value(state, v, value + 1)


@helper
def drop(state: State, p: Unsigned) -> None:
    """Keep the tuples that were gathered."""
    first, index = cells_of(state, p), memory_of(state, p)
    live = state.cells[first]
    i = live
    while i > ZERO:
        i -= ONE
        word = np.uint64(state.memory[index + i])
        cell = first + ONE + word
        rest = state.cells[cell] & state.scratch[i]
        if rest != state.cells[cell]:
            put(state, cell, rest)
            if rest == ZERO:
                live -= ONE
                state.memory[index + i] = state.memory[index + live]
                state.memory[index + live] = word
    if live != state.cells[first]:
        put(state, first, live)


@helper
def is_supported(state: State, p: Unsigned, k: Unsigned, value: Value) -> bool:
    """Tell whether a tuple with this value is left."""
    row, first = row_of(state, p, k, value), cells_of(state, p)
    n_words = np.uint64(state.data[constants(state, p)])
    rows = constants(state, p) + ONE + TWO * arity(state, p)
    index = memory_of(state, p)
    residue = index + n_words + (row - rows) // n_words
    word = np.uint64(state.memory[residue])
    if state.cells[first + ONE + word] & np.uint64(state.data[row + word]) != ZERO:
        return True
    for i in range(state.cells[first]):
        word = np.uint64(state.memory[index + i])
        if state.cells[first + ONE + word] & np.uint64(state.data[row + word]) != ZERO:
            state.memory[residue] = word
            return True
    return False
