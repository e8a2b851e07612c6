"""The rows of a memo that wait until the level of their node is closed: for engines by masks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.counts import NO_ROW, Counts, finish
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned

# The columns of `Pending.rows`.
_ROW, _LEVEL = range(2)
_ONE = np.uint64(1)


class Pending(NamedTuple):
    """The nodes on the path that are being counted.

    ========= ================ ============= ===================================================
    array     shape, uint64    indexed by    holds
    ========= ================ ============= ===================================================
    rows      (n_levels, 2)    0 .. number   ROW: a row of the memo's table; LEVEL: the row is
                                             finished when this level is closed
    number    (1,)                           how many there are
    ========= ================ ============= ===================================================

    Levels never fall from node to node. One can have several nodes, because the last alternative of
    a node is searched on the level of the node.
    """

    rows: U64
    number: U64

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return a copy of the rows in use."""
        return {"pending": self.rows[: self.number[0]].copy()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot."""
        rows = snapshot["pending"]
        self.rows[: len(rows)] = rows
        self.number[0] = len(rows)


def pending_rows(n_levels: int) -> Pending:
    """Return the arrays for a path of at most this many nodes; no row waits yet."""
    return Pending(np.zeros((n_levels, 2), dtype=np.uint64), np.zeros(1, dtype=np.uint64))


@helper
def begin_row(pending: Pending, row: Unsigned, level: Unsigned) -> None:
    """Note that a row is to be finished when a level is closed."""
    if row != NO_ROW:
        number = pending.number[0]
        pending.rows[number, _ROW] = row
        pending.rows[number, _LEVEL] = level
        pending.number[0] = number + _ONE


@helper
def finish_rows(counts: Counts, pending: Pending, opened: Unsigned, work: Unsigned) -> None:
    """Finish the rows of all nodes whose levels are closed."""
    number = pending.number[0]
    while number > 0 and pending.rows[number - _ONE, _LEVEL] >= opened:
        number -= _ONE
        finish(counts, pending.rows[number, _ROW], work)
    pending.number[0] = number
