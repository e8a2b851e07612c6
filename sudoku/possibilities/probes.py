"""The two searches for true candidates, for any kind of grids: of the tree, and by probes.

A kind of grids has three functions, which are arguments here:

- `search_on(state, tally, last_node)` searches the grids on the stack until the next solution,
  which it counts; it leaves out grids without a wanted candidate, and returns a status;
- `place(state, root, cell, digit)` makes the root with one more digit the only grid on the stack;
- `narrow(state, tally, root, cell)` propagates the root after a candidate of a cell was removed;
  it returns False if nothing is left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL
from sudoku.possibilities.tally import FOUND, Tally, has_room
from sudoku.solvers.grid_stack import NODES, WAITING

# The indices of `Probes.current`.
CELL, DIGIT = range(2)
NO_PROBE = np.uint64(0xFFFFFFFF)
ZERO = np.uint64(0)
ONE = np.uint64(1)

Position = NDArray[np.uint64]


class Probes(NamedTuple):
    """A search candidate by candidate.

    ======= ============= =========== ==========================================================
    array   shape, uint64 indexed by  holds
    ======= ============= =========== ==========================================================
    root    (n_cells,)    cell        the candidates that may be in a solution, a bit each
    current (2,)          CELL, DIGIT the candidate that is searched, digits from 0; or NO_PROBE
    ======= ============= =========== ==========================================================
    """

    root: U64
    current: U64


def probes_of(root: U64) -> Probes:
    """Return a search that has not begun.

    Examples
    --------
    >>> bool(probes_of(np.array([3], dtype=np.uint64)).current[CELL] == NO_PROBE)
    True
    """
    return Probes(root.copy(), np.array([NO_PROBE, 0], dtype=np.uint64))


@helper
def search_each(
    search_on: Any, state: Any, position: Position, tally: Tally, n_nodes: int, room: int
) -> int:
    """Count the solutions of the stack, but for grids without a wanted candidate.

    When it is exhausted, no further solution has a wanted candidate.
    """
    last_node = position[NODES] + np.uint64(n_nodes)
    last_solution = tally.numbers[FOUND] + np.uint64(room)
    while tally.numbers[FOUND] < last_solution and has_room(tally):
        status = search_on(state, tally, last_node)
        if status != OUT_FULL:
            return int(status)
    return OUT_FULL


@helper
def probe_each(
    search_on: Any,
    place: Any,
    narrow: Any,
    state: Any,
    position: Position,
    tally: Tally,
    probes: Probes,
    n_nodes: int,
    room: int,
) -> int:
    """Search the solutions with one wanted candidate after the other.

    A candidate is settled if all its solutions were counted. If it has none, it is removed from the
    root, where more may follow from that.
    """
    last_node = position[NODES] + np.uint64(n_nodes)
    last_solution = tally.numbers[FOUND] + np.uint64(room)
    while tally.numbers[FOUND] < last_solution and has_room(tally):
        if position[WAITING] == ZERO:
            if not _settle(narrow, state, tally, probes) or not _choose(tally, probes):
                return EXHAUSTED
            place(state, probes.root, probes.current[CELL], probes.current[DIGIT])
        status = search_on(state, tally, last_node)
        if status == BUDGET_SPENT:
            return BUDGET_SPENT
        if status == OUT_FULL and not _is_wanted(tally, probes):
            position[WAITING] = ZERO
    return OUT_FULL


@helper
def _is_wanted(tally: Tally, probes: Probes) -> bool:
    """Return whether the candidate that is searched is still wanted."""
    cell, digit = probes.current[CELL], probes.current[DIGIT]
    return bool(tally.wanted[cell] >> digit & ONE != ZERO)


@helper
def _settle(narrow: Any, state: Any, tally: Tally, probes: Probes) -> bool:
    """Settle the candidate whose solutions were all searched; return False if nothing is left."""
    cell, digit = probes.current[CELL], probes.current[DIGIT]
    if cell == NO_PROBE or not _is_wanted(tally, probes):
        return True
    tally.wanted[cell] &= ~(ONE << digit)
    if tally.counts[cell, digit] > ZERO:
        return True
    root = probes.root
    root[cell] &= ~(ONE << digit)
    is_left = narrow(state, tally, root, cell)
    for k in range(np.uint64(len(root))):
        root[k] = root[k] if is_left else ZERO
        tally.wanted[k] &= root[k]
    return bool(is_left)


@helper
def _choose(tally: Tally, probes: Probes) -> bool:
    """Choose a wanted candidate, in a cell with the fewest; return False if there is none."""
    probes.current[CELL] = NO_PROBE
    fewest = np.uint64(65)
    for cell in range(np.uint64(len(probes.root))):
        wanted = probes.root[cell] & tally.wanted[cell]
        n_digits = popcount64(probes.root[cell])
        if wanted != ZERO and n_digits < fewest:
            fewest = n_digits
            probes.current[CELL] = cell
            probes.current[DIGIT] = trailing_zeros64(wanted)
    return bool(probes.current[CELL] != NO_PROBE)
