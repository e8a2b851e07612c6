"""What a schedule knows about its search, and the time slices that it asks for."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import load
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.portfolio.schedule import Schedule, TimeSlice
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED

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
