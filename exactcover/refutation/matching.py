"""Matchings: some items need more options than other items allow, by the theorem of Hall.

There are two sets of items, of which no option has two of the same set. If each option with an item
of a set S also has one of the set N, and the items of S must be covered more often than those of N
may be, then there is no solution. S and N are found where a maximum flow from the one set of items
to the other is too small.

References
----------
P. Hall, On representatives of subsets, Journal of the London Mathematical Society 10 (1935).
"""

from collections.abc import Iterator

import numpy as np

from exactcover.refutation.classes import columns_of_rows, independent_rows
from exactcover.refutation.system import Mask, Numbers, System
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

ENOUGH, GAVE_UP = -1, -2
"""The results of `match`: all that is needed is matched; or it took too much work."""


def by_matching(system: System, work: int) -> Iterator[Numbers]:
    """Yield -1 for the items that need too much, and 1 for those that allow too little."""
    if len(system.rows) > work >> 4:
        return
    some = independent_rows(system, system.low > 0)
    others = independent_rows(system, ~some)
    if not some.any() or not others.any():
        return
    begin, columns = columns_of_rows(system)
    ends = [_row_of_columns(system, rows) for rows in (some, others)]
    for near, far in (ends, ends[::-1]):
        stop_if_due()
        need = np.where(np.isin(np.arange(system.n_rows), near), system.low, 0)
        need[near[(far < 0) & (near >= 0)]] = 0  # they have options that need none of the others
        seen = np.zeros(system.n_rows, dtype=np.int64)
        last = np.zeros(system.n_rows, dtype=np.int64)
        queue = np.zeros(system.n_rows, dtype=np.int64)
        flow = np.zeros(system.n_columns, dtype=np.int64)
        room = system.high.copy()
        stamp = match(begin, columns, near, far, need, room, flow, seen, last, queue, work)
        if stamp >= 0:
            is_seen = seen == stamp
            weights = np.zeros(system.n_rows, dtype=np.int64)
            weights[near[(near >= 0) & is_seen[near]]] = -1
            weights[far[(far >= 0) & is_seen[far]]] = 1
            yield weights


def _row_of_columns(system: System, chosen: Mask) -> Numbers:
    """Return for each column its row among the chosen ones; -1 if it has none."""
    row_of = np.full(system.n_columns, -1, dtype=np.int64)
    owners = np.repeat(np.arange(system.n_columns), np.diff(system.starts))
    is_chosen = chosen[system.rows]
    row_of[owners[is_chosen]] = system.rows[is_chosen]
    return row_of


@kernel
def match(
    begin: I64,
    columns: I64,
    near: I64,
    far: I64,
    need: I64,
    room: I64,
    flow: I64,
    seen: I64,
    last: I64,
    queue: I64,
    most_work: int,
) -> int:
    """Find a flow along columns that gives each row what it needs.

    Return ENOUGH or GAVE_UP, or the stamp of the rows that are `seen`: of these, the near ones need
    more than all the far ones allow that share a column with one of them.

    Parameters
    ----------
    begin, columns
        The columns of each row.
    near, far
        The two rows of each column; -1 if there is none.
    need, room
        How much each near row still needs, and how much each far one allows.
    flow
        How much flows along each column.
    seen, last, queue
        Zeros: the last stamp under which a row was visited, the column by which a far row was
        reached, the near rows to be visited.
    """
    stamp = work = 0
    for source in range(len(need)):
        while need[source] > 0:
            stamp += 1
            head, tail = 0, 1
            queue[0] = source
            seen[source] = stamp
            end = -1
            while head < tail and end < 0:
                row = queue[head]
                head += 1
                work += begin[row + 1] - begin[row]
                for k in range(begin[row], begin[row + 1]):
                    column = columns[k]
                    other = far[column]
                    if near[column] != row or other < 0 or seen[other] == stamp:
                        continue
                    seen[other] = stamp
                    last[other] = column
                    if room[other] > 0:
                        end = other
                        break
                    work += begin[other + 1] - begin[other]
                    for i in range(begin[other], begin[other + 1]):
                        back = columns[i]
                        before = near[back]
                        if flow[back] > 0 and seen[before] != stamp:
                            seen[before] = stamp
                            # The column by which the flow is taken back.
                            last[before] = back
                            queue[tail] = before
                            tail += 1
            if end < 0:
                return stamp
            if work > most_work:
                return GAVE_UP
            room[end] -= 1
            need[source] -= 1
            while True:
                column = last[end]
                flow[column] += 1
                row = near[column]
                if row == source:
                    break
                back = last[row]
                flow[back] -= 1
                end = far[back]
    return ENOUGH
