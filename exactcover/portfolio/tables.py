"""The time slices of the engine `decomposition` in the schedule of counts.

After a short search, an order of elimination is looked for, in some milliseconds. If the tables of
the best one are small even if none of their rows is missing, they are made at once. If not, a part
of them is made after a search that is some times as long as that part takes, because most rows may
be missing; the others come after a longer search.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.problem.problem import Problem
from exactcover.runtime.portfolio.schedule import Round, TimeSlice, one_round

if TYPE_CHECKING:
    from exactcover.engines.decomposition.engine import Decomposition
    from exactcover.portfolio.schedule import CoverSchedule, Task

NAME = "decomposition"
QUICK_STEPS, SHORT_STEPS, LONG_STEPS = 1 << 19, 1 << 22, 1 << 23
"""The steps of the search for orders, which takes a millisecond; a few where it is short, and 10 to
20 where it is long."""
MOST_PAIRS = 1 << 21
"""The most pairs of items in options: to find all neighbours takes as many nanoseconds."""
FEW_PAIRS = MOST_PAIRS // 8
"""The most of them where tables are looked for before anything else has shown to be slow."""
SMALL_COST, MOST_COST = 2e7, 1e16
"""The tables are small if their rows are at most so many; they are not tried if they may be more
than the other number."""
ROWS_OF_STATE = 2
"""Tables are small beside a frontier if they have at most so many rows for each of its states."""
HOPELESS = 256
"""A longer search for orders makes tables a tenth as large, but not smaller than by this."""
FIRST_UPDATES = 1 << 20
"""The first time slice of the tables, beside what each item takes: 30 ms."""
TRIAL_UPDATES = 1 << 21
"""The same for tables of which only a part may be small."""
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
        self._is_begun = False
        self._left = list[TimeSlice[CoverEngine]]()

    def small_beside(self, n_bits: float) -> Round[CoverEngine]:
        """Schedule the tables at once if they are small beside a frontier of 2**n_bits states.

        Return the time slices that are left.
        """
        if are_many_pairs(self._task.problem, FEW_PAIRS):
            return []
        self._engine = yield partial(_made, self._task, QUICK_STEPS)
        if self._engine.cost > min(SMALL_COST, ROWS_OF_STATE * _states(n_bits)):
            return []
        why = "its tables are small beside its frontier"
        return (yield from self._made_by(why, FIRST_UPDATES))

    def small(self) -> Round[CoverEngine]:
        """Schedule the tables if they are small; return the time slices that are left."""
        if self._is_begun or are_many_pairs(self._task.problem):
            return []
        if self._engine is None:
            self._engine = yield partial(_made, self._task, SHORT_STEPS)
        elif self._engine.cost <= HOPELESS * SMALL_COST:
            yield partial(self._engine.look_for_orders, SHORT_STEPS)
        if self._engine.cost > SMALL_COST:
            return []
        return (yield from self._made_by("its tables are small", FIRST_UPDATES))

    def are_open(self, n_bits: float = math.inf) -> bool:
        """Return whether tables may be made that are smaller than a frontier of 2**n_bits states.

        They are not made yet, and perhaps small in spite of their estimate.
        """
        if self._is_begun or self._engine is None or self._engine.cost > MOST_COST:
            return False
        return self._engine.cost <= _states(n_bits)

    def try_others(self) -> CoverSchedule:
        """Schedule a first time slice of tables of which only a part may be small."""
        if self._engine is not None and self.are_open():
            yield partial(self._engine.look_for_orders, LONG_STEPS)
            why = "its tables may be small: most of their rows may be missing"
            self._left = yield from self._made_by(why, TRIAL_UPDATES)

    def others(self, updates: int) -> Round[CoverEngine]:
        """Schedule the next time slice of the same tables, of so many updates."""
        yield from self.try_others()
        slices = [each._replace(updates=updates) for each in self._left]
        return (yield from one_round(slices, self._task.gave_up))

    def _made_by(self, why: str, updates: int) -> Round[CoverEngine]:
        """Schedule the first time slice of tables: so many updates, and those of their items."""
        engine = cast("Decomposition", self._engine)
        self._is_begun = True
        updates += ITEM_UPDATES * self._task.problem.n_items
        tables: TimeSlice[CoverEngine] = TimeSlice(
            NAME, why, lambda: engine, updates=updates, growth=GROWTH
        )
        return (yield from one_round([tables], self._task.gave_up))


def _states(n_bits: float) -> float:
    """Return the number of states of so many bits, as far as floats hold it."""
    return float(2.0 ** min(n_bits, 900.0))


def are_many_pairs(problem: Problem, most: int = MOST_PAIRS) -> bool:
    """Return whether the graph of the items of a problem takes long to find."""
    lengths = np.diff(problem.incidence.starts)
    return int(np.square(lengths).sum()) > most


def _made(task: Task, steps: int) -> Decomposition:
    """Make the engine after a look for orders of so many steps."""
    return cast("Decomposition", task.slice(NAME, "", order_steps=steps).make())
