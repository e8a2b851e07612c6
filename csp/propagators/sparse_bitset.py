"""Reversible sparse bit-sets: the tuples of a table that are still possible.

A word has 64 tuples. The words that are not 0 are listed first in the memory, so that the others
cost nothing. `csp.propagators.table` and `csp.propagators.sparse_table` differ only in how the
tuples with a value are stored: the `gather` of each unites them in `scratch`.

The cells: the number of words that are not 0; the words; the size of each domain when it was last
looked at. The memory begins with the places of the words, those that are not 0 first. The first
constant is the number of words.

References
----------
J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
sparse bit-sets, CP 2016.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, set_cell, size
from csp.kernels.propagate import arity, cells_of, constants, memory_of, variable
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


@helper
def sizes_of(state: State, p: Unsigned) -> Unsigned:
    """Return the first of the cells for the sizes of the domains."""
    return cells_of(state, p) + ONE + np.uint64(state.data[constants(state, p)])


@helper
def update(state: State, p: Unsigned, gather: Any) -> None:
    """Remove the tuples with values that were removed since the last call, and save the sizes.

    `gather` is a helper: it writes the union of the tuples that have a value of a variable into
    `scratch`.
    """
    sizes = sizes_of(state, p)
    for k in range(arity(state, p)):
        n_values = size(state, variable(state, p, k))
        if state.cells[sizes + k] != n_values:
            gather(state, p, np.uint64(k))
            intersect(state, p)
            set_cell(state, sizes + k, n_values)


@helper
def intersect(state: State, p: Unsigned) -> None:
    """Remove the tuples that are not in `scratch`."""
    first, index = cells_of(state, p), memory_of(state, p)
    live = state.cells[first]
    i = live
    while i > ZERO:
        i -= ONE
        word = np.uint64(state.memory[index + i])
        cell = first + ONE + word
        rest = state.cells[cell] & state.scratch[i]
        if rest != state.cells[cell]:
            set_cell(state, cell, rest)
            if rest == ZERO:
                live -= ONE
                state.memory[index + i] = state.memory[index + live]
                state.memory[index + live] = word
    if live != state.cells[first]:
        set_cell(state, first, live)
