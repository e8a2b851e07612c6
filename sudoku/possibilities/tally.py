"""The number of solutions with each candidate, counted up to a cap, while they are searched."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.kernels.hash_table import (
    EMPTY,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    with_room,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64

# The indices of `Tally.numbers`.
CAP, FOUND = range(2)
MOST_LISTED = 1 << 12
"""Solutions are listed, so that none is counted twice, up to this cap."""
MOST_BYTES = 1 << 40
"""No table grows so far: a solution is listed for each candidate that it brings nearer the cap."""

ZERO = np.uint64(0)
ONE = np.uint64(1)
BYTE, BYTES = np.uint64(8), np.uint64(8)


class Tally(NamedTuple):
    """What is known of the candidates so far; several searches of one puzzle may share it.

    ======= =================== ============= ===================================================
    array   shape, dtype        indexed by    holds
    ======= =================== ============= ===================================================
    wanted  (n_cells,)          cell          the candidates of which more solutions are sought, a
                                              bit each; uint64
    counts  (n_cells, n)        cell, digit   the solutions with a candidate, at most the cap;
                                              digits from 0; uint64
    latest  (n_cells,)          cell          scratch: the digits of a solution, from 1; uint64
    listed  Table                             the solutions counted, a byte for each cell
    numbers (2,)                CAP, FOUND    the cap, and the solutions counted; uint64
    ======= =================== ============= ===================================================

    Where no solution can be found twice, none is listed: `Table.key` has no words.
    """

    wanted: U64
    counts: U64
    latest: U64
    listed: Table
    numbers: U64


def tally_of(wanted: U64, n: int, cap: int | None) -> Tally:
    """Return the tally before any solution is found.

    Parameters
    ----------
    wanted
        The candidates of each cell, a bit each.
    n
        The number of digits.
    cap
        The number up to which solutions are counted; None for all.

    Examples
    --------
    >>> tally = tally_of(np.array([0b11, 0b10], dtype=np.uint64), 2, 1)
    >>> count_latest(tally, np.array([1, 2]))
    True
    >>> tally.counts.tolist(), tally.wanted.tolist(), digits_in(tally).tolist()
    ([[1, 0], [0, 1]], [2, 0], [[1, 2]])
    """
    n_cells = len(wanted)
    n_words = -(-n_cells // 8) if cap is not None and cap <= MOST_LISTED else 0
    return Tally(
        wanted.copy(),
        np.zeros((n_cells, n), dtype=np.uint64),
        np.zeros(n_cells, dtype=np.uint64),
        empty_table(n_words, 0, MOST_BYTES),
        np.array([UNLIMITED if cap is None else cap, 0], dtype=np.uint64),
    )


def with_more_room(tally: Tally) -> Tally:
    """Return the tally with room for further solutions."""
    table = with_room(tally.listed, 2 * len(tally.listed.rows), MOST_BYTES)
    return tally._replace(listed=table)


def digits_in(tally: Tally) -> NDArray[np.uint8]:
    """Return the solutions that are listed: (n_solutions, n_cells)."""
    rows = tally.listed.rows[: int(tally.listed.used[0])]
    n_cells = len(tally.wanted)
    if not rows.size:
        return np.empty((0, n_cells), dtype=np.uint8)
    return rows.astype("<u8").view(np.uint8)[:, :n_cells]


def count_latest(tally: Tally, digits: NDArray[np.integer]) -> bool:
    """Count a solution that was found elsewhere; return whether it is a new one."""
    tally.latest[:] = digits
    with np.errstate(over="ignore"):
        return bool(note_latest(tally))


@helper
def has_room(tally: Tally) -> bool:
    """Return whether one more solution can be listed."""
    return len(tally.listed.key) == 0 or tally.listed.used[0] < len(tally.listed.rows)


@kernel
def note_latest(tally: Tally) -> bool:
    """Count the solution in `latest`, as `note` does."""
    return note(tally)


@helper
def note(tally: Tally) -> bool:
    """Count the solution in `latest`; return False if it was counted before.

    A candidate that reaches the cap is wanted no more.
    """
    if len(tally.listed.key) > 0 and not _enter(tally):
        return False
    cap = tally.numbers[CAP]
    for cell in range(np.uint64(len(tally.latest))):
        digit = tally.latest[cell] - ONE
        if tally.counts[cell, digit] < cap:
            tally.counts[cell, digit] += ONE
            if tally.counts[cell, digit] == cap:
                tally.wanted[cell] &= ~(ONE << digit)
    tally.numbers[FOUND] += ONE
    return True


@helper
def _enter(tally: Tally) -> bool:
    """List the solution in `latest`; return False if it is listed."""
    table = tally.listed
    for word in range(np.uint64(len(table.key))):
        table.key[word] = ZERO
    for cell in range(np.uint64(len(tally.latest))):
        table.key[cell // BYTES] |= tally.latest[cell] << BYTE * (cell % BYTES)
    digest = hash_key(table)
    slot = find_slot(table, digest)
    if table.slots[slot] != EMPTY:
        return False
    add_row(table, slot, digest)
    return True
