"""The schedules of `method="auto"`: which engines have time slices, how long ones, and why.

The rules and numbers are measured: see docs/explanation/portfolio.md. This module has
what every search enters; the others are imported when a search is long.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from exactcover.engines.masks.shape import roomy_shape, shape_of, why_not, why_not_with_bounds
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import load
from exactcover.portfolio import lengths
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.portfolio.schedule import Schedule, TimeSlice
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED

LEAST_HIDDEN = 0.05
"""Masks are used where an option hides at least this many nodes for each byte of a row.

Of 36 instances and 60 problems made at random, masks took 0.01 to 0.7 of the time of dancing cells
on those that have a share of 0.05 to 80 (but up to 0.9 on Latin squares and sudokus), and 0.4 to
1.4 on those with a smaller one.
"""
WITH_BOUNDS = "multicover_masks", "multicover"
"""The engines for items with bounds that correspond to masks and dancing cells."""
UNITS = "multicover_units"
"""The engine for options with multiplicities."""

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
    if problem.n_nodes < lengths.LARGE or first_branch(problem) < lengths.FIRST_UPDATES:
        yield task.slice(
            plain, "the search may be short", lengths.FIRST_NODES, lengths.FIRST_UPDATES
        )
    are_faster, why = prefers_masks(problem)
    method = masks if are_faster else plain
    # Short searches end here: what long ones need is imported only now.
    if problem.has_multiplicities:
        from exactcover.portfolio.units import with_units

        yield from with_units(task)
    elif goal is Goal.COUNT:
        from exactcover.portfolio.counting import counting

        yield from counting(task, method, why)
    elif task.has_won():
        yield task.slice(method, why)
    else:
        from exactcover.portfolio.searching import searching

        yield from searching(task, method, why)


def masks_and_plain(problem: Problem) -> tuple[str, str]:
    """Return the engines that search a problem on masks, if these can, and on sparse sets."""
    if problem.has_multiplicities:
        return UNITS, UNITS
    return WITH_BOUNDS if problem.has_bounds else ("masks", "dancing_cells")


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
    hidden, n_bytes = _hidden(problem), row_bytes(problem)
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


def row_bytes(problem: Problem) -> int:
    """Return the length of a row of the table of masks, in bytes."""
    shape = roomy_shape if problem.has_bounds else shape_of
    return shape(problem.sizes[: problem.n_primary]).n_bytes
