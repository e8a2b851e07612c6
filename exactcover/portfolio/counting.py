"""The schedule of counts: with a memo, by the frontier method, and by tables."""

from __future__ import annotations

import math
from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from exactcover.engines.protocol import CoverEngine
from exactcover.orders.order import best_order
from exactcover.portfolio import lengths
from exactcover.portfolio.schedule import CoverSchedule, Slice, Task, row_bytes
from exactcover.portfolio.smaller import refuted, smaller
from exactcover.portfolio.tables import Tables
from exactcover.portfolio.units import nodes_encoded
from exactcover.problem.problem import Problem
from exactcover.refutation.refute import QUICK
from exactcover.runtime.portfolio.schedule import CONTINUES, Question, one_round

if TYPE_CHECKING:
    from exactcover.engines.frontier.engine import Frontier

FIRST_SHARE = 64
"""A count by a fast engine has at least this part of a time slice before the frontier is tried."""
SHORT_SHARE = 4
"""It has this part of a time slice, too, before tables are tried."""
MIDDLE = 2
"""A count that continues has so many time slices before tables are tried that may be large."""
MOST_TABLE = 1 << 25
"""Larger tables of masks, in bytes, are built only if the frontier is not narrow."""
NODE_UPDATES = {
    "masks_memo": 4,
    "dancing_cells_memo": 12,
    "multicover_memo": 12,
    "multicover_masks_memo": 4,
}
"""The time of a node of these engines in updates, if most nodes are looked up."""
SAFETY = 2.5
"""The frontier engine's estimate of its updates is multiplied by this: it was 0.5 to 2.2 times the
true number."""
SETUP_UPDATES, SETUP_SHARE = 40, 3
"""To begin, the frontier engine takes as long as this many updates for each node of an option. The
search before it takes at least this many times as long."""
NARROW = 22.0
"""The frontier is narrow if the logarithm of the number of its states is estimated to be at most
this; it was 0.4 to 0.92 of the estimate, and 23 or more where masks with a memo were faster."""
QUICK_BITS = 18.0
"""With fewer of these bits, the frontier engine takes some milliseconds: nothing else is tried."""
MEMO = {
    "masks": "masks_memo",
    "dancing_cells": "dancing_cells_memo",
    "multicover": "multicover_memo",
    "multicover_masks": "multicover_masks_memo",
}
"""The engine that counts with a memo, for each that searches without one."""


def counting(task: Task, method: str, why: str) -> CoverSchedule:
    """Count alternately with a memo and by the frontier method, which is best for narrow frontiers.

    If masks are slow, the frontier engine has the first time slice. If they are fast, they have a
    short one, and then a long one, unless the frontier is narrow. The memo is first, too, where the
    frontier engine would take more than a time slice to begin.
    """
    memo_first = method in ("masks", "multicover_masks")
    updates = lengths.GROWTH * lengths.SLICE_UPDATES if memo_first else lengths.SLICE_UPDATES
    if SETUP_UPDATES * task.problem.n_nodes > lengths.SLICE_UPDATES:
        memo_first = True
        updates = max(updates, SETUP_SHARE * SETUP_UPDATES * task.problem.n_nodes)
    price = max(NODE_UPDATES[MEMO[method]], task.problem.n_items // lengths.ITEMS_OF_UPDATE)
    memo = task.slice(
        MEMO[method],
        f"{why}; repeated subproblems are counted once",
        nodes=max(1, updates // price),
        updates=updates,
        growth=lengths.GROWTH,
    )
    narrow, tables, left = _Narrow(task), Tables(task), list[Slice]()
    is_short = memo_first and _begins_quickly(task.problem, method)
    if is_short:
        least = SETUP_SHARE * SETUP_UPDATES * task.problem.n_nodes
        short = min(lengths.SLICE_UPDATES // 2, max(lengths.SLICE_UPDATES // FIRST_SHARE, least))
        memo = yield from _one_slice(task, memo, price, short)
    n_bits = (yield partial(frontier_bits, task.problem)) if memo_first else 0.0
    is_first = n_bits <= NARROW
    if is_short and n_bits > QUICK_BITS:
        left += yield from tables.small_beside(n_bits)
    if is_short and not is_first:
        memo = yield from _one_slice(task, memo, price, lengths.SLICE_UPDATES // SHORT_SHARE)
        yield from refuted(task, QUICK)
    frontier = narrow.first._replace(updates=updates) if memo_first else narrow.first
    first = [frontier, memo] if is_first else [memo, narrow.first]
    if not is_first:
        left += yield from tables.small()
        if tables.are_open(n_bits):
            if not tables.are_open(n_bits / 2):
                memo = yield from _one_slice(task, memo, price, MIDDLE * lengths.SLICE_UPDATES)
            yield from tables.try_others()
    left += yield from one_round(first[:1], task.gave_up)
    if is_first:
        left += yield from tables.small()
    if is_first or not is_short:
        yield from refuted(task, QUICK)
    left += yield from one_round(first[1:], task.gave_up)
    left += yield from tables.others(updates)
    yield from smaller(task)
    # The frontier first: if it is likely to finish soon, it may.
    left.sort(key=lambda each: each.engine != narrow.first.engine)
    while left:
        slices = [narrow.long_enough(each, updates) for each in left]
        left = yield from one_round(slices, task.gave_up)
        updates *= lengths.GROWTH


def _one_slice(
    task: Task, memo: Slice, price: int, updates: int
) -> Generator[Slice | Question, Any, Slice]:
    """Schedule a time slice of so many updates; return the one of before, which continues."""
    part = memo._replace(nodes=max(1, updates // price), updates=max(1, updates))
    yield from one_round([part], task.gave_up)
    return memo._replace(why=CONTINUES)


def _begins_quickly(problem: Problem, method: str) -> bool:
    """Return whether the table of a method is built in less time than a short time slice takes."""
    is_table = method in ("masks", "multicover_masks")
    return not is_table or row_bytes(problem) * problem.n_options <= MOST_TABLE


def is_narrow(problem: Problem) -> bool:
    """Return whether the frontier engine is likely to count the solutions soon.

    >>> from exactcover import tiling
    >>> narrow, wide = (tiling(["##"], (n, n), numbers=None) for n in (6, 40))
    >>> [is_narrow(problem) for problem in (narrow, wide)]
    [True, False]
    """
    return frontier_bits(problem) <= NARROW


def frontier_bits(problem: Problem) -> float:
    """Return the logarithm of the likely states of the frontier; infinite if they are too many."""
    if nodes_encoded(problem) > lengths.MOST_STATES:
        return math.inf
    return best_order(problem.encoded.links).log_states


class _Narrow:
    """The time slices of the frontier engine, which soon knows how long it will take."""

    def __init__(self, task: Task) -> None:
        self._engines: list[Frontier] = []
        slice_ = task.slice(
            "frontier",
            "problems with a narrow frontier are counted at once",
            updates=lengths.SLICE_UPDATES,
            growth=max(1, lengths.GROWTH // 4),
            max_states=lengths.MOST_STATES,
            max_bytes=lengths.MOST_BYTES,
        )

        def make() -> CoverEngine:
            engine = slice_.make()
            self._engines.append(cast("Frontier", engine))
            return engine

        self.first = slice_._replace(make=make)

    def long_enough(self, slice_: Slice, updates: int) -> Slice:
        """Return a time slice; if it is of the frontier, and that will soon finish, a longer one.

        Then it takes about as long as the memo did, which had time slices of up to `updates`.
        """
        if slice_.engine != self.first.engine or not self._engines:
            return slice_
        expected = SAFETY * self._engines[-1].expected_updates
        if slice_.updates < expected <= updates:
            return slice_._replace(updates=int(expected))
        return slice_
