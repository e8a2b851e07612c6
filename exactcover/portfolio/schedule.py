"""What `method="auto"` does: which engines take turns at a problem, for how long, and why.

The rules and figures are measured: see "The choice of an engine" in ARCHITECTURE.md.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any, NamedTuple

from exactcover.analysis.components import components
from exactcover.portfolio.features import first_branch, masks_suit
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import UNLIMITED, Engine

FIRST_NODES, FIRST_UPDATES = 1000, 1 << 15
"""What dancing cells may do first: an eighth of a millisecond, in which nothing is set up."""
LARGE = 10_000
"""With fewer nodes of options, one node of the search cannot take long."""
STRETCH = 10_000_000
"""The updates of a search before anything else is thought of: less than a tenth of a second."""
NODE_UPDATES = {"masks_memo": 4, "memo": 12}
"""A node of these costs as much as so many updates, where most of them are looked up."""
LONGER = 16
"""So much longer is the next turn of an engine that counts; of the frontier, a quarter of it."""
MOST_STATES, MOST_BYTES = 1 << 23, 1 << 28
"""What the frontier may hold; where more states are likely it is not even begun."""
LEAST_GAIN = 0.2
"""A search begins anew if so large a share of the options would leave an item without options."""

MEMO = {"masks": "masks_memo", "dancing_cells": "memo"}
"""The engine that counts with a memo, for each that searches without one."""


class Leg(NamedTuple):
    """An engine's turn: it has so many nodes and updates, whichever are spent first."""

    engine: str
    why: str
    make: Callable[[Links], Engine]
    """Makes the engine at its first turn; its kernels are compiled."""
    nodes: int
    updates: int

    @property
    def is_bounded(self) -> bool:
        """Whether another engine may take over."""
        return self.nodes < UNLIMITED or self.updates < UNLIMITED


Question = Callable[[], Any]
"""What a plan wants to know and takes long: it yields a function, and is sent what that returns.

Whoever follows the plan calls it, and may be stopped in it: the plan waits until it is answered.
"""

Plan = Generator[Leg | Question, Any, None]
"""The turns of engines, one after another, and the questions on which they depend."""


class Task(NamedTuple):
    """What a plan looks at, when it comes to that and no sooner.

    Attributes
    ----------
    is_whole
        Whether nothing was chosen before the search, and solutions may come in any order.
    n_found
        Tells how many solutions are found.
    gave_up
        Tells whether the engine of the last leg gave up.
    chosen
        Returns the options that were chosen before the search.
    """

    problem: Problem
    goal: Goal
    is_whole: Callable[[], bool]
    n_found: Callable[[], int]
    gave_up: Callable[[], bool]
    chosen: Callable[[], list[int]]

    def leg(
        self,
        method: str,
        why: str,
        nodes: int = UNLIMITED,
        updates: int = UNLIMITED,
        **settings: Any,
    ) -> Leg:
        """Return a turn for the engine of a name."""
        from exactcover.engines.registry import load

        make = partial(load(method, self.problem), **settings)
        return Leg(method, why, make, nodes, updates)


def legs(task: Task) -> Plan:
    """Plan a search. The last leg has no end, or there are always more."""
    problem, goal = task.problem, task.goal
    if problem.has_bounds:
        yield task.leg("multicover", "items have bounds")
        return
    if problem.n_nodes < LARGE or first_branch(problem) < FIRST_UPDATES:
        yield task.leg("dancing_cells", "the search may be short", FIRST_NODES, FIRST_UPDATES)
    suits, why = masks_suit(problem)
    method = "masks" if suits else "dancing_cells"
    if goal is Goal.COUNT:
        yield from _count(task, MEMO[method], why)
    elif goal is Goal.FEW or not task.n_found():
        yield from _alternate(task, method, why)
    else:
        yield task.leg(method, why)


def _less(task: Task) -> Plan:
    """Search less than the problem instead of it: independent parts, or what reduction leaves."""
    from exactcover.analysis.reduction import reduce
    from exactcover.portfolio.parts import Parts
    from exactcover.portfolio.reduced import Reduced

    problem, goal = task.problem, task.goal
    if not task.is_whole():
        return
    parts = yield partial(components, problem)
    if len(parts) > 1:
        why = f"the problem falls into {len(parts)} independent parts"
        yield Leg(Parts.name, why, partial(Parts, parts=parts, goal=goal), UNLIMITED, UNLIMITED)
    reduction = yield partial(reduce, problem)
    # What is forced, and what clashes with that, no search takes long to find.
    if reduction.infeasible or reduction.log.unsupported >= LEAST_GAIN * problem.n_options:
        n_left = reduction.problem.n_options
        why = f"{n_left} of {problem.n_options} options are left when it is made consistent"
        make = partial(Reduced, reduction=reduction, goal=goal)
        yield Leg(Reduced.name, why, make, UNLIMITED, UNLIMITED)


def _count(task: Task, method: str, why: str) -> Plan:
    """Let the frontier have a part of the time: where it is narrow, it is much the fastest.

    Where masks do not suit it has its turn first. Where they do, they have half a second before it:
    to compile the frontier's kernels takes longer than that.
    """
    is_masks = method == MEMO["masks"]
    reasons = {
        method: f"{why}; what repeats is counted once",
        "frontier": "some problems are narrow, and counted at once",
    }
    order = list(reasons) if is_masks else list(reasons)[::-1]
    first = LONGER * STRETCH if is_masks else STRETCH
    stretch, part = first, STRETCH
    while order:
        for name in tuple(order):
            yield _turn(task, name, reasons[name], stretch, part)
            reasons[name] = "it goes on"
            if task.gave_up():
                order.remove(name)
        if stretch == first:
            yield from _less(task)
        stretch, part = LONGER * stretch, LONGER // 4 * part


def _turn(task: Task, name: str, why: str, stretch: int, part: int) -> Leg:
    """Return a turn of one of the engines that count; the frontier has a part of it."""
    if name == "frontier":
        return task.leg(name, why, updates=part, max_states=MOST_STATES, max_bytes=MOST_BYTES)
    return task.leg(name, why, nodes=stretch // NODE_UPDATES[name], updates=stretch)


def _alternate(task: Task, method: str, why: str) -> Plan:
    """Let search and clause learning take turns: where one is lost, the other often is not.

    If solutions are to be listed, the engine that comes to the first one goes on alone.
    """
    reasons = {method: why, "learning": "the search is long: clauses may cut it short"}
    stretch = STRETCH
    while True:
        for name, reason in reasons.items():
            yield task.leg(name, reason, updates=stretch)
            if task.goal is Goal.LIST and task.n_found():
                yield task.leg(name, "it finds solutions")
        if stretch == STRETCH:
            yield from _less(task)
        reasons = dict.fromkeys(reasons, "it goes on")
        stretch *= 2
