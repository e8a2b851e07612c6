"""The schedules of `method="auto"`: which engines have time slices, how long ones, and why.

The rules and numbers are measured: see "The choice of an engine" in ARCHITECTURE.md.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import numpy as np

from exactcover.analysis.components import components
from exactcover.engines.masks.shape import roomy_shape, shape_of, why_not, why_not_with_bounds
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import load
from exactcover.orders.order import best_order
from exactcover.portfolio.tables import Tables
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.refutation.refute import LONG, QUICK, find_certificate
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.portfolio.schedule import CONTINUES, Schedule, TimeSlice, one_round, rounds
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED

if TYPE_CHECKING:
    from exactcover.engines.frontier.engine import Frontier

FIRST_NODES, FIRST_UPDATES = 1000, 1 << 15
"""The first time slice of dancing cells: an eighth of a millisecond, before any other engine."""
LARGE = 10_000
"""With fewer nodes of options, one node of the search takes little time."""
SLICE_UPDATES = 10_000_000
"""The updates of a search before anything else is tried: less than a tenth of a second."""
SHORT_SHARE = 2
"""A count by a fast engine has this part of a time slice before the frontier is looked at."""
MOST_TABLE = 1 << 25
"""Larger tables of masks, in bytes, are built only if the frontier is not narrow."""
ITEMS_OF_UPDATE = 16
"""A node goes through all items, to choose one and to save the sizes: the items that take as long
as one update."""
NODE_UPDATES = {
    "masks_memo": 4,
    "dancing_cells_memo": 12,
    "multicover_memo": 12,
    "multicover_masks_memo": 4,
}
"""The time of a node of these engines in updates, if most nodes are looked up."""
GROWTH = 16
"""The factor by which time slices of counting grow; for the frontier it is a quarter of this."""
MOST_STATES, MOST_BYTES = 1 << 26, 1 << 30
"""The limits of the frontier engine, which gives up early if more states are likely."""
SAFETY = 2.5
"""The frontier engine's estimate of its updates is multiplied by this: it was 0.5 to 2.2 times the
true number."""
SETUP_UPDATES, SETUP_SHARE = 40, 3
"""To begin, the frontier engine takes as long as this many updates for each node of an option.
Where that is much, the search before it takes at least this many times as long."""
NARROW = 22.0
"""The frontier is narrow if the logarithm of the number of its states is estimated to be at most
this; it was 0.4 to 0.92 of the estimate, and 23 or more where masks with a memo were faster."""
LEAST_GAIN = 0.2
"""The least share of options that a reduction must remove for a restart on the reduced problem."""

LEAST_HIDDEN = 0.05
"""Masks are used where an option hides at least this many nodes for each byte of a row.

Of 36 instances and 60 problems made at random, masks took 0.01 to 0.7 of the time of dancing cells
on those that have a share of 0.05 to 80 (but up to 0.9 on Latin squares and sudokus), and 0.4 to
1.4 on those with a smaller one.
"""

MEMO = {
    "masks": "masks_memo",
    "dancing_cells": "dancing_cells_memo",
    "multicover": "multicover_memo",
    "multicover_masks": "multicover_masks_memo",
}
"""The engine that counts with a memo, for each that searches without one."""

WITH_BOUNDS = "multicover_masks", "multicover"
"""The engines for items with bounds that correspond to masks and dancing cells."""
UNITS, FRONTIER_OF_OPTIONS = "multicover_units", "multicover_frontier"
"""The engines for options with multiplicities: the second one counts, with a memo."""
MOST_ENCODED = 1 << 18
"""The most nodes of an equivalent problem of which clauses are learned."""

Slice = TimeSlice[CoverEngine]
CoverSchedule = Schedule[CoverEngine]


class PortfolioState(Protocol):
    """The facts about its portfolio on which a schedule depends."""

    solutions: int
    gave_up: bool
    chosen: list[int]


class Task(NamedTuple):
    """The search for which a schedule is made.

    `portfolio` provides the number of known solutions, whether the engine of the last time slice
    gave up, and which options were chosen before the search.
    """

    problem: Problem
    links: Links
    goal: Goal
    portfolio: PortfolioState

    @property
    def is_whole(self) -> bool:
        """Whether no options were chosen before, and solutions may come in any order."""
        return not self.portfolio.chosen and not self.links.is_shuffled

    def gave_up(self) -> bool:
        """Return whether the engine of the last time slice gave up."""
        return self.portfolio.gave_up

    def has_won(self) -> bool:
        """Return whether the engine of the last time slice should list the solutions alone."""
        return self.goal is Goal.LIST and self.portfolio.solutions > 0

    def slice(
        self,
        method: str,
        why: str,
        nodes: int = UNLIMITED,
        updates: int = UNLIMITED,
        growth: int = 2,
        **settings: Any,
    ) -> Slice:
        """Return a time slice of the engine of a name; see `TimeSlice`."""

        def make() -> CoverEngine:
            return load(method, self.problem)(self.links, **settings)

        return TimeSlice(method, why, make, nodes, updates, growth)


def cover_schedule(task: Task) -> CoverSchedule:
    """Schedule the search of a problem."""
    problem, goal = task.problem, task.goal
    masks, plain = masks_and_plain(problem)
    if problem.n_nodes < LARGE or first_branch(problem) < FIRST_UPDATES:
        yield task.slice(plain, "the search may be short", FIRST_NODES, FIRST_UPDATES)
    are_faster, why = prefers_masks(problem)
    method = masks if are_faster else plain
    if problem.has_multiplicities:
        yield from _with_units(task)
    elif goal is Goal.COUNT:
        yield from _counting(task, method, why)
    elif task.has_won():
        yield task.slice(method, why)
    else:
        yield from _searching(task, method, why)


def masks_and_plain(problem: Problem) -> tuple[str, str]:
    """Return the engines that search a problem on masks, if these can, and on sparse sets."""
    if problem.has_multiplicities:
        return UNITS, UNITS
    return WITH_BOUNDS if problem.has_bounds else ("masks", "dancing_cells")


def _with_units(task: Task) -> CoverSchedule:
    """Alternate the engine that counts units with the frontier method, or with clause learning.

    Where solutions are counted, the first is the frontier method, option by option. Clauses are
    learned from the equivalent problem without bounds, if that is not too large.
    """
    units = task.slice(UNITS, "options cover several units", updates=SLICE_UPDATES)
    if task.has_won():
        yield units.unbounded(units.why)
        return
    slices = [units]
    if task.goal is Goal.COUNT:
        why = "sums that come again are counted once"
        slices.append(task.slice(FRONTIER_OF_OPTIONS, why, updates=SLICE_UPDATES))
    else:
        n_nodes = yield partial(_nodes_encoded, task.problem)
        if n_nodes <= MOST_ENCODED:
            why = f"clauses may help; the equivalent problem has {n_nodes} nodes"
            slices.append(task.slice("learning", why, updates=SLICE_UPDATES))
    left = yield from one_round(slices, task.gave_up, task.has_won)
    yield from refuted(task, LONG)
    if task.is_whole:
        yield from _independent(task)
    yield from rounds(left, task.gave_up, task.has_won)


def _nodes_encoded(problem: Problem) -> float:
    """Return the nodes of the equivalent problem without bounds; infinite if it is too large."""
    try:
        return problem.encoded.n_nodes
    except ProblemError:
        return math.inf


def _counting(task: Task, method: str, why: str) -> CoverSchedule:
    """Count alternately with a memo and by the frontier method, which is best for narrow frontiers.

    If masks are slow, the frontier engine has the first time slice. If they are fast, they have a
    short one, and then a long one, unless the frontier is narrow. The memo is first, too, where the
    frontier engine would take more than a time slice to begin.
    """
    memo_first = method in ("masks", "multicover_masks")
    updates = GROWTH * SLICE_UPDATES if memo_first else SLICE_UPDATES
    if SETUP_UPDATES * task.problem.n_nodes > SLICE_UPDATES:
        memo_first = True
        updates = max(updates, SETUP_SHARE * SETUP_UPDATES * task.problem.n_nodes)
    price = max(NODE_UPDATES[MEMO[method]], task.problem.n_items // ITEMS_OF_UPDATE)
    memo = task.slice(
        MEMO[method],
        f"{why}; repeated subproblems are counted once",
        nodes=max(1, updates // price),
        updates=updates,
        growth=GROWTH,
    )
    narrow = _Narrow(task)
    first = [memo, narrow.first] if memo_first else [narrow.first, memo]
    is_short = memo_first and _begins_quickly(task.problem, method)
    if is_short:
        short_updates = SLICE_UPDATES // SHORT_SHARE
        short = memo._replace(nodes=max(1, short_updates // price), updates=short_updates)
        yield from one_round([short], task.gave_up)
        yield from refuted(task, QUICK)
        memo = memo._replace(why=CONTINUES)
    if memo_first:
        is_first = yield partial(is_narrow, task)
        first = [narrow.first._replace(updates=updates), memo] if is_first else [memo, narrow.first]
    tables, left = Tables(task), list[Slice]()
    if first[0] is memo:
        left += yield from tables.small()
    left += yield from one_round(first[:1], task.gave_up)
    if first[0] is not memo:
        left += yield from tables.small()
    if not is_short:
        yield from refuted(task, QUICK)
    left += yield from one_round(first[1:], task.gave_up)
    left += yield from tables.others(updates)
    yield from _smaller(task)
    # The frontier first: if it is likely to finish soon, it may.
    left.sort(key=lambda each: each.engine != narrow.first.engine)
    while left:
        slices = [narrow.long_enough(each, updates) for each in left]
        left = yield from one_round(slices, task.gave_up)
        updates *= GROWTH


def _begins_quickly(problem: Problem, method: str) -> bool:
    """Return whether the table of a method is built in less time than a short time slice takes."""
    is_table = method in ("masks", "multicover_masks")
    return not is_table or _row_bytes(problem) * problem.n_options <= MOST_TABLE


def is_narrow(task: Task) -> bool:
    """Return whether the frontier engine is likely to count the solutions soon.

    >>> from exactcover import tiling
    >>> narrow, wide = (tiling(["##"], (n, n), numbers=None) for n in (6, 40))
    >>> [is_narrow(Task(problem, problem.links, Goal.COUNT, None)) for problem in (narrow, wide)]
    [True, False]
    """
    if _nodes_encoded(task.problem) > MOST_STATES:
        return False
    return best_order(task.problem.encoded.links).log_states <= NARROW


class _Narrow:
    """The time slices of the frontier engine, which soon knows how long it will take."""

    def __init__(self, task: Task) -> None:
        self._engines: list[Frontier] = []
        slice_ = task.slice(
            "frontier",
            "problems with a narrow frontier are counted at once",
            updates=SLICE_UPDATES,
            growth=max(1, GROWTH // 4),
            max_states=MOST_STATES,
            max_bytes=MOST_BYTES,
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


def _searching(task: Task, method: str, why: str) -> CoverSchedule:
    """Alternate search and clause learning: if one takes too long, the other often does not.

    If solutions are listed, the engine that finds the first one continues alone.
    """
    nodes = max(1, ITEMS_OF_UPDATE * SLICE_UPDATES // task.problem.n_items)
    search = task.slice(method, why, nodes, SLICE_UPDATES)
    may_be_shorter = "the search is long: clauses may cut it short"
    learning = task.slice("learning", may_be_shorter, updates=SLICE_UPDATES)
    left = yield from one_round([search], task.gave_up, task.has_won)
    yield from refuted(task, QUICK)
    left += yield from one_round([learning], task.gave_up, task.has_won)
    if not task.portfolio.solutions and (yield partial(is_narrow, task)):
        left += yield from one_round([_proof(task)], task.gave_up)
    yield from _smaller(task)
    yield from rounds(left, task.gave_up, task.has_won)


def refuted(task: Task, work: int, left: Problem | None = None) -> CoverSchedule:
    """Try to prove without a search that there is no solution, unless one is known.

    Parameters
    ----------
    work
        The work of each argument; see `exactcover.refutation.refute`.
    left
        A problem that has a solution if that of the task has one; by default that one, or what the
        chosen options leave of it.
    """
    from exactcover.portfolio.refuted import Refuted

    if task.portfolio.solutions:
        return
    chosen = task.portfolio.chosen
    if left is None:
        left = task.problem
        if chosen and max(chosen) < left.n_options:
            left = left.with_chosen([left._option(option) for option in chosen])
    certificate = yield partial(find_certificate, left, work)
    if certificate is not None:
        why = "weights of the items prove that there is no solution"
        yield TimeSlice(Refuted.name, why, partial(Refuted, task.links.depth, certificate))


def _proof(task: Task) -> Slice:
    """Return the time slice in which the frontier engine proves that there is no solution."""
    from exactcover.portfolio.proof import Proof

    slice_ = task.slice(
        "frontier",
        "a narrow frontier soon tells whether there is a solution",
        updates=GROWTH * SLICE_UPDATES,
        max_states=MOST_STATES,
        max_bytes=MOST_BYTES,
    )
    return slice_._replace(make=lambda: Proof(slice_.make()))


def _smaller(task: Task) -> CoverSchedule:
    """Search a smaller problem instead: the independent parts, or the reduced problem."""
    from exactcover.analysis.reduction import make_smaller
    from exactcover.portfolio.subproblem import Reduced

    problem, goal = task.problem, task.goal
    if not task.is_whole:
        yield from refuted(task, LONG)
        return
    yield from _independent(task)
    reduction = yield partial(make_smaller, problem)
    if not reduction.infeasible:
        yield from refuted(task, LONG, reduction.problem)
    # Every search soon finds the forced options and the options that clash with them.
    if reduction.infeasible or reduction.log.unsupported >= LEAST_GAIN * problem.n_options:
        n_left = reduction.problem.n_options
        why = f"{n_left} of {problem.n_options} options are left when it is made consistent"
        yield TimeSlice(Reduced.name, why, partial(Reduced, task.links.depth, reduction, goal))


def _independent(task: Task) -> CoverSchedule:
    """Search the independent parts of a problem instead, if there are several."""
    from exactcover.portfolio.parts import Parts

    parts = yield partial(components, task.problem)
    if len(parts) > 1:
        why = f"the problem falls into {len(parts)} independent parts"
        yield TimeSlice(Parts.name, why, partial(Parts, parts, task.goal))


def prefers_masks(problem: Problem) -> tuple[bool, str]:
    """Return whether masks are likely to be faster than dancing cells, and why.

    To choose an option, dancing cells hide all options that share an item with it, and visit the
    other nodes of each; masks go through a whole row of words. The two amounts of work are compared
    for the problem before the search, when both are at their largest.

    Examples
    --------
    >>> queens = [[("row", r), ("column", c)] for r in range(4) for c in range(4)]
    >>> prefers_masks(Problem(queens))
    (True, 'an option hides some 8 nodes, a row of masks has 64 bytes')
    """
    reason = (why_not_with_bounds if problem.has_bounds else why_not)(problem)
    if reason or not problem.n_options:
        return False, f"no masks: {reason or 'there are no options'}"
    hidden, n_bytes = _hidden(problem), _row_bytes(problem)
    why = f"an option hides some {hidden:.0f} nodes, a row of masks has {n_bytes} bytes"
    return hidden >= LEAST_HIDDEN * n_bytes, why


def first_branch(problem: Problem) -> int:
    """Return an estimate of the nodes that dancing cells hide to try all options of one item.

    The item is the primary one with the fewest options, on which a search branches first.

    Examples
    --------
    >>> first_branch(Problem([["p", "q"], ["p", "r"], ["q"], ["r"]]))
    4
    """
    return round(int(problem.sizes[: problem.n_primary].min()) * _hidden(problem))


def _hidden(problem: Problem) -> float:
    """Return how many nodes an option hides, on average over all before any is chosen."""
    starts, members, _ = problem.incidence
    met = np.add.reduceat(problem.sizes[members], starts[:-1])
    return float(np.mean(met * (np.diff(starts) - 1)))


def _row_bytes(problem: Problem) -> int:
    shape = roomy_shape if problem.has_bounds else shape_of
    return shape(problem.sizes[: problem.n_primary]).n_bytes
