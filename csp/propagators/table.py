"""Compact-Table, domain consistent: each value has a row of bits, the tuples that have it.

The tuples that are still possible are a `csp.propagators.sparse_bitset`. The constants: the number
of words; for each variable its least value, and the place of the rows of its values, counted from
the first constant; the rows. The cells and the memory are those of the bit-set; after them the
memory has, for each row, the word where a support was found last (its residue).

References
----------
J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
sparse bit-sets, CP 2016. H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to
negative and short tables, AAAI 2017.
"""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Missing, by_values
from csp.kernels.domains import ONE, ZERO, Value, high, low, next_value, remove, set_cell, size
from csp.kernels.propagate import FAILED, FIXPOINT, arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State, state_of
from csp.propagators.sparse_bitset import sizes_of, update
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TWO = np.uint64(2)


def table(handle: Any, p: Any) -> int:
    """Update the possible tuples; remove the values without support."""
    state = state_of(handle)
    update(state, p, gather)
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
        set_cell(state, sizes + k, size(state, v))
    return FIXPOINT


@helper
def row_of(state: State, p: Unsigned, k: Unsigned, value: Value) -> Unsigned:
    """Return the place in `data` of the row of a value of variable `k`."""
    first = constants(state, p)
    place = first + ONE + TWO * k
    n_words = state.data[first]
    return first + np.uint64(state.data[place + ONE] + (value - state.data[place]) * n_words)


@helper
def gather(state: State, p: Unsigned, k: Unsigned) -> None:
    """Write the union of the tuples that have a value of variable `k` into `scratch`."""
    live, index = state.cells[cells_of(state, p)], memory_of(state, p)
    for i in range(live):
        state.scratch[i] = ZERO
    v = variable(state, p, k)
    value, last = low(state, v), high(state, v)
    # Tuples 0 and 1 have one value (0b0011) and tuple 3 the other one (0b1000): 0b1011 together.
    while value <= last:
        row = row_of(state, p, k, value)
        for i in range(live):
            word = np.uint64(state.memory[index + i])
            state.scratch[i] |= np.uint64(state.data[row + word])
        value = next_value(state, v, value + 1)


@helper
def is_supported(state: State, p: Unsigned, k: Unsigned, value: Value) -> bool:
    """Return whether a tuple with this value is still possible."""
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


TABLE = Card(
    table,
    explanation=by_values("tables:table"),
    translation=Missing("others get tables as tuples"),
    rows=NOT_LINEAR,
)
