"""The solutions of a diagram whose total cost is at most a bound.

The search goes down from the root with what is left of the bound. A node has one result for all
bounds of an interval: from the greatest cost of a solution that was taken to the least cost of one
that was not. These intervals are disjoint; each node has a search tree of them. Nodes below which
all solutions are cheap enough, or none is, are not searched. Options may be in any order.

References
----------
S. Minato, J. Kawahara, M. Banbara, T. Horiyama, I. Takigawa, Y. Yamaguchi, "Fast enumeration of all
cost-bounded solutions for combinatorial problems using ZDDs" (Discrete Applied Mathematics, 2025).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.diagrams.base import NONE, Nodes
from exactcover.diagrams.nodes import FIRST, add_node, reachable
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.kernels.hash_table import Table, empty_table, with_room
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64, U32, U64, Unsigned
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.work import UnfinishedError

INFINITY = np.int64(1 << 62)
MOST_COST = 1 << 60
"""The sum of all costs, without signs, stays below this in kernels."""
STEPS = 1 << 18
"""The number of steps of the search between two checks of the time."""

DONE, STEPS_SPENT, NODES_FULL, MEMO_FULL, STACK_FULL = range(5)
N_FRAMES, N_INTERVALS, BUDGET = range(3)
"""The indices of `Search.counters`."""
# The columns of `Search.intervals` and, from the third on, of `Search.frames`.
ACCEPTED, REJECTED, RESULT, LEFT, RIGHT = range(5)
NODE, BOUND, STAGE, FRAME_ACCEPTED, FRAME_REJECTED, FRAME_RESULT = range(6)
_ONE, _NOTHING = np.uint64(1), np.uint64(0)


class Search(NamedTuple):
    """The position of the search.

    ========= ==================== ============================================================
    array     shape, dtype         holds
    ========= ==================== ============================================================
    table     Table                the nodes of the results
    image     (size + 2,), uint32  the node of all solutions of each node
    low, high (size + 2,), int64   the least and the greatest cost of a solution of each node
    first     (size + 2,), uint64  the row + 1 of the first interval of each node; 0 for none
    intervals (most, 5), int64     accepted and rejected cost, result, rows + 1 of the intervals
                                   below and above
    frames    (most, 6), int64     the stack: node, bound, stage, result of `lo` and its interval
    last      (3,), int64          accepted and rejected cost and result of the last node
    counters  (3,), uint64         see `N_FRAMES`
    ========= ==================== ============================================================
    """

    table: Table
    image: U32
    low: I64
    high: I64
    first: U64
    intervals: I64
    frames: I64
    last: I64
    counters: U64


def at_most(nodes: Nodes, root: int, whole: I64, limit: int, max_bytes: int) -> tuple[Nodes, int]:
    """Return the diagram of the solutions whose cost, in whole numbers, is at most a limit."""
    size = len(nodes.option)
    search = Search(
        with_room(empty_table(2, 0, UNLIMITED), size, UNLIMITED),
        np.zeros(size, dtype=np.uint32),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.uint64),
        np.zeros((1 << 10, 5), dtype=np.int64),
        np.zeros((1 << 8, 6), dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        np.zeros(3, dtype=np.uint64),
    )
    with np.errstate(over="ignore"):
        _copy(nodes, whole, search)
        search.frames[0, :2] = root, _within(limit)
        search.counters[N_FRAMES] = 1
        status = STEPS_SPENT
        while status != DONE:
            stop_if_due()
            if status not in (DONE, STEPS_SPENT):
                search = _enlarged(search, status, max_bytes)
            search.counters[BUDGET] = STEPS
            status = _search(nodes, whole, search)
    return reachable(search.table, int(search.last[RESULT]))


def _enlarged(search: Search, status: int, max_bytes: int) -> Search:
    """Return the search with more room: half of the memory is for nodes, half for intervals."""
    if status == STACK_FULL:
        return search._replace(frames=np.concatenate((search.frames, np.zeros_like(search.frames))))
    if status == NODES_FULL:
        table = with_room(search.table, 1, max_bytes // 2)
        if table is not search.table:
            return search._replace(table=table)
    elif 2 * search.intervals.nbytes <= max_bytes // 2:
        return search._replace(
            intervals=np.concatenate((search.intervals, np.zeros_like(search.intervals)))
        )
    what = "nodes" if status == NODES_FULL else "intervals of costs"
    number = len(search.table.rows) if status == NODES_FULL else len(search.intervals)
    raise UnfinishedError(
        f"the diagram is not complete: {number} {what} fill the half of max_bytes={max_bytes} "
        "that they may take"
    )


def _within(limit: int) -> int:
    """Return a limit, or the nearest one that kernels take."""
    return min(max(limit, -MOST_COST), MOST_COST)


@kernel
def _copy(nodes: Nodes, cost: I64, search: Search) -> None:
    """Make all nodes of the diagram in the table of results, and find their extreme costs."""
    image, low, high = search.image, search.low, search.high
    image[1] = 1
    low[0], high[0] = INFINITY, -INFINITY
    for node in range(FIRST, np.uint64(len(image))):
        option, lo, hi = nodes.option[node], nodes.lo[node], nodes.hi[node]
        image[node] = add_node(search.table, option, image[lo], image[hi])
        low[node] = min(low[lo], low[hi] + cost[option])
        high[node] = max(high[lo], high[hi] + cost[option])


@kernel
def _search(nodes: Nodes, cost: I64, search: Search) -> int:
    """Search until the stack is empty; return why it ended. The result stands in `last`."""
    frames, counters, last, table = search.frames, search.counters, search.last, search.table
    while counters[N_FRAMES] > _NOTHING:
        if counters[BUDGET] == _NOTHING:
            return STEPS_SPENT
        if table.used[0] == np.uint64(len(table.rows)):
            return NODES_FULL
        if counters[N_INTERVALS] == np.uint64(len(search.intervals)):
            return MEMO_FULL
        if counters[N_FRAMES] == np.uint64(len(frames)):
            return STACK_FULL
        counters[BUDGET] -= _ONE
        frame = counters[N_FRAMES] - _ONE
        node, bound = np.uint64(frames[frame, NODE]), frames[frame, BOUND]
        stage = frames[frame, STAGE]
        option = nodes.option[node]
        if stage == 0:
            if _is_known(search, node, bound):
                counters[N_FRAMES] = frame
            else:
                frames[frame, STAGE] = 1
                _push(search, nodes.lo[node], bound)
        elif stage == 1:
            frames[frame, STAGE] = 2
            for k in range(3):
                frames[frame, FRAME_ACCEPTED + k] = last[k]
            _push(search, nodes.hi[node], bound - cost[option])
        else:
            _finish(search, frame, node, option, cost[option])
            counters[N_FRAMES] = frame
    return DONE


@helper
def _push(search: Search, node: Unsigned, bound: int) -> None:
    frame = search.counters[N_FRAMES]
    search.frames[frame, NODE] = node
    search.frames[frame, BOUND] = bound
    search.frames[frame, STAGE] = 0
    search.counters[N_FRAMES] = frame + _ONE


@helper
def _is_known(search: Search, node: Unsigned, bound: int) -> bool:
    """Return whether the result for a bound is known; if so, write it to `last`."""
    last = search.last
    if bound >= search.high[node]:
        last[ACCEPTED], last[REJECTED] = search.high[node], INFINITY
        last[RESULT] = search.image[node]
        return True
    if bound < search.low[node]:
        last[ACCEPTED], last[REJECTED], last[RESULT] = -INFINITY, search.low[node], NONE
        return True
    intervals = search.intervals
    row: Unsigned = search.first[node]
    while row > _NOTHING:
        row -= _ONE
        if bound < intervals[row, ACCEPTED]:
            row = np.uint64(intervals[row, LEFT])
        elif bound >= intervals[row, REJECTED]:
            row = np.uint64(intervals[row, RIGHT])
        else:
            for k in range(3):
                last[k] = intervals[row, k]
            return True
    return False


@helper
def _finish(search: Search, frame: Unsigned, node: Unsigned, option: Unsigned, cost: int) -> None:
    """Join the results of both sides of a node in `last`, and note the interval."""
    frames, last = search.frames, search.last
    accepted, rejected = last[ACCEPTED], last[REJECTED]
    if accepted > -INFINITY:
        accepted += cost
    if rejected < INFINITY:
        rejected += cost
    lo, hi = np.uint64(frames[frame, FRAME_RESULT]), np.uint64(last[RESULT])
    last[ACCEPTED] = max(accepted, frames[frame, FRAME_ACCEPTED])
    last[REJECTED] = min(rejected, frames[frame, FRAME_REJECTED])
    last[RESULT] = np.int64(lo if hi == _NOTHING else add_node(search.table, option, lo, hi))
    _note(search, node)


@helper
def _note(search: Search, node: Unsigned) -> None:
    """Add `last` to the intervals of a node."""
    intervals, last = search.intervals, search.last
    new = search.counters[N_INTERVALS]
    search.counters[N_INTERVALS] = new + _ONE
    for k in range(3):
        intervals[new, k] = last[k]
    if search.first[node] == _NOTHING:
        search.first[node] = new + _ONE
        return
    row: Unsigned = search.first[node] - _ONE
    while True:
        side = LEFT if last[ACCEPTED] < intervals[row, ACCEPTED] else RIGHT
        if intervals[row, side] == 0:
            intervals[row, side] = np.int64(new + _ONE)
            return
        row = np.uint64(intervals[row, side]) - _ONE
