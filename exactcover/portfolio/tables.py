"""The time slices of the engine `decomposition` in the schedule of counts.

After a short search, an order of elimination is looked for, in some milliseconds. If the tables of
the best one are small even if none of their rows is missing, they are made at once. If not, a part
of them is made after a longer search, because most rows may be missing.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.problem.problem import Problem
from exactcover.runtime.portfolio.schedule import Round, TimeSlice, one_round

if TYPE_CHECKING:
    from exactcover.engines.decomposition.engine import Decomposition
    from exactcover.portfolio.task import Task

__all__ = ["Tables"]

NAME = "decomposition"
SHORT_STEPS, LONG_STEPS = 1 << 22, 1 << 23
"""The steps of the search for orders, which takes a few milliseconds; 10 to 20 where it is long."""
MOST_PAIRS = 1 << 21
"""The most pairs of items in options: to find all neighbours takes as many nanoseconds."""
SMALL_COST, MOST_COST = 2e7, 1e16
"""The tables are small if their rows are at most so many; they are not tried if they may be more
than the other number."""
FIRST_UPDATES = 1 << 20
"""The first time slice of the tables, beside what each item takes: 30 ms."""
ITEM_UPDATES = 1 << 12
"""To make a table takes as long as so many updates, and most items take one: see the engine."""
GROWTH = 16
"""The factor by which the time slices of tables grow."""


class Tables:
    """The time slices of the tables of a count.

    Parameters
    ----------
    task
        The count.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._engine: Decomposition | None = None

    def small(self) -> Round[CoverEngine]:
        """Schedule the tables if they are small; return the time slices that are left."""
        if are_many_pairs(self._task.problem):
            return []
        engine = yield partial(_made, self._task)
        if engine.cost > SMALL_COST:
            self._engine = engine if engine.cost <= MOST_COST else None
            return []
        updates = FIRST_UPDATES + ITEM_UPDATES * self._task.problem.n_items
        return (yield from self._made_by(engine, "its tables are small", updates))

    def others(self, updates: int) -> Round[CoverEngine]:
        """Schedule tables of which only a part may be small, for so many updates at first."""
        engine = self._engine
        if engine is None:
            return []
        yield partial(engine.look_for_orders, LONG_STEPS)
        why = "its tables may be small: most of their rows may be missing"
        return (yield from self._made_by(engine, why, updates))

    def _made_by(self, engine: Decomposition, why: str, updates: int) -> Round[CoverEngine]:
        tables: TimeSlice[CoverEngine] = TimeSlice(
            NAME, why, lambda: engine, updates=updates, growth=GROWTH
        )
        return (yield from one_round([tables], self._task.gave_up))


def are_many_pairs(problem: Problem) -> bool:
    """Return whether the graph of the items of a problem takes long to find."""
    lengths = np.diff(problem.incidence.starts)
    return int(np.square(lengths).sum()) > MOST_PAIRS


def _made(task: Task) -> Decomposition:
    """Make the engine after a short look for orders."""
    return cast("Decomposition", task.slice(NAME, "", order_steps=SHORT_STEPS).make())
