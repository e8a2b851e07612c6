"""What follows from chosen columns by counting: columns that no row has room for, or needs."""

from typing import NamedTuple

import numpy as np

from exactcover.engines.linear.rows import Rows
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64

FREE = 2
"""The value of a column that is not fixed to 0 or 1."""


class Position(NamedTuple):
    """Which columns are fixed, and what rows can amount to.

    ======== ====== ========== ===========================================================
    array    shape  indexed by holds
    ======== ====== ========== ===========================================================
    value    n      column     0, 1 or FREE
    least    m      row        the sum of the entries of columns that are 1
    most     m      row        the same with those that are free
    queue    m                 scratch: rows that wait
    waits    m      row        scratch: whether it waits
    work     1                 the entries visited so far
    ======== ====== ========== ===========================================================
    """

    value: I64
    least: I64
    most: I64
    queue: I64
    waits: I64
    work: I64


def first_position(rows: Rows) -> Position:
    """Return the position in which all columns are free."""
    m = len(rows.low)
    most = np.zeros(m, dtype=np.int64)
    np.add.at(most, rows.owners, rows.entries)
    zeros = np.zeros((3, m), dtype=np.int64)
    value = np.full(rows.n_columns, FREE, dtype=np.int64)
    return Position(value, zeros[0], most, zeros[1], zeros[2], np.zeros(1, dtype=np.int64))


def copy_position(source: Position, target: Position) -> None:
    """Copy the arrays that are no scratch."""
    target.value[:] = source.value
    target.least[:] = source.least
    target.most[:] = source.most


@kernel
def propagate(rows: Rows, own: Position, decisions: I64, is_first: bool) -> bool:
    """Fix columns, and all that follows; return False if a row cannot hold.

    A decision is twice a column, plus its value. The first call looks at all rows.
    """
    m = len(rows.low)
    own.waits[:] = 0
    head, n_waiting = 0, 0
    for k in range(len(decisions)):
        column, value = decisions[k] >> 1, decisions[k] & 1
        if own.value[column] == FREE:
            n_waiting = fix(rows, own, column, value, head, n_waiting)
            if n_waiting < 0:
                return False
        elif own.value[column] != value:
            return False
    if is_first:
        for i in range(m):
            if own.least[i] > rows.high[i] or own.most[i] < rows.low[i]:
                return False
            if own.waits[i] == 0:
                own.queue[(head + n_waiting) % m] = i
                own.waits[i] = 1
                n_waiting += 1
    while n_waiting > 0:
        i = own.queue[head]
        head = (head + 1) % m
        n_waiting -= 1
        own.waits[i] = 0
        if not is_tight(rows, own, i):
            continue
        own.work[0] += rows.starts[i + 1] - rows.starts[i]
        for k in range(rows.starts[i], rows.starts[i + 1]):
            column, entry = rows.columns[k], rows.entries[k]
            if own.value[column] != FREE:
                continue
            value = FREE
            if own.least[i] + entry > rows.high[i]:
                value = 0
            if own.most[i] - entry < rows.low[i]:
                if value == 0:
                    return False
                value = 1
            if value != FREE:
                n_waiting = fix(rows, own, column, value, head, n_waiting)
                if n_waiting < 0:
                    return False
    return True


@helper
def is_tight(rows: Rows, own: Position, i: int) -> bool:
    """Return whether a row may fix columns."""
    room, rest = rows.high[i] - own.least[i], own.most[i] - rows.low[i]
    return bool(min(room, rest) < rows.largest[i])


@helper
def fix(rows: Rows, own: Position, column: int, value: int, head: int, n_waiting: int) -> int:
    """Fix a column; return how many rows wait then, or -1 if one of its rows cannot hold."""
    m = len(rows.low)
    own.value[column] = value
    begin, end = rows.column_starts[column], rows.column_starts[column + 1]
    own.work[0] += end - begin
    for k in range(begin, end):
        i = rows.column_rows[k]
        if value == 1:
            own.least[i] += rows.column_entries[k]
        else:
            own.most[i] -= rows.column_entries[k]
        if own.least[i] > rows.high[i] or own.most[i] < rows.low[i]:
            return -1
        if own.waits[i] == 0 and is_tight(rows, own, i):
            own.queue[(head + n_waiting) % m] = i
            own.waits[i] = 1
            n_waiting += 1
    return n_waiting
