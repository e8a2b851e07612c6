"""Sets of items of which no option has two, such as the pieces of a tiling, or its white cells."""

import numpy as np

from exactcover.refutation.system import Mask, Numbers, System
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

CHOSEN, EXCLUDED = 1, 2


def columns_of_rows(system: System) -> tuple[Numbers, Numbers]:
    """Return the columns of each row, in compressed form."""
    stop_if_due()
    owners = np.repeat(np.arange(system.n_columns), np.diff(system.starts))
    order = np.argsort(system.rows, kind="stable")
    begin = np.searchsorted(system.rows[order], np.arange(system.n_rows + 1))
    return begin, owners[order]


def independent_rows(system: System, may: Mask) -> Mask:
    """Return rows, no two of which share a column, with as many as are found greedily.

    The rows are visited breadth first. So where the graph of rows that share a column is bipartite,
    as that of a chessboard and dominoes, the result is one of its two sides.

    Parameters
    ----------
    may
        The rows that may be chosen.
    """
    begin, columns = columns_of_rows(system)
    mark = np.where(may, 0, EXCLUDED).astype(np.int64)
    queue = np.zeros(system.n_rows, dtype=np.int64)
    is_queued = np.zeros(system.n_rows, dtype=np.int64)
    is_seen = np.zeros(system.n_columns, dtype=np.int64)
    spread(begin, columns, system.starts, system.rows, mark, queue, is_queued, is_seen)
    is_chosen: Mask = mark == CHOSEN
    return is_chosen


@kernel
def spread(
    begin: I64,
    columns: I64,
    starts: I64,
    rows: I64,
    mark: I64,
    queue: I64,
    is_queued: I64,
    is_seen: I64,
) -> None:
    """Choose rows breadth first, and exclude all that share a column with one of them.

    Parameters
    ----------
    begin, columns
        The columns of each row.
    starts, rows
        The rows of each column.
    mark
        For each row 0, or EXCLUDED if it may not be chosen; receives CHOSEN and EXCLUDED.
    queue, is_queued, is_seen
        Zeros: for rows, rows and columns.
    """
    head = tail = 0
    for first in range(len(mark)):
        if is_queued[first] == 0:
            is_queued[first] = 1
            queue[tail] = first
            tail += 1
        while head < tail:
            row = queue[head]
            head += 1
            is_chosen = mark[row] == 0
            for k in range(begin[row], begin[row + 1]):
                column = columns[k]
                if is_seen[column] != 0 and not is_chosen:
                    continue
                for node in range(starts[column], starts[column + 1]):
                    other = rows[node]
                    if is_chosen:
                        mark[other] = EXCLUDED
                    if is_queued[other] == 0:
                        is_queued[other] = 1
                        queue[tail] = other
                        tail += 1
                is_seen[column] = 1
            if is_chosen:
                mark[row] = CHOSEN
