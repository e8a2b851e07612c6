"""The portfolio for exact cover problems (the engine "auto"), and engines by their names."""

from collections.abc import Callable
from functools import partial
from typing import cast

import numpy as np

from exactcover.engines import registry
from exactcover.engines.protocol import CoverEngine
from exactcover.portfolio.schedule import Task, cover_schedule
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.portfolio.portfolio import Key, Portfolio
from exactcover.runtime.portfolio.schedule import Schedule, TimeSlice
from exactcover.runtime.search.goal import Goal


class CoverPortfolio(Portfolio[CoverEngine]):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    links
        The problem, laid out.
    problem
        The problem itself, on whose features the schedule depends.
    goal
        The purpose of the search.
    schedule
        Returns the schedule of a task.

    Attributes
    ----------
    chosen
        The options that were chosen before the search.
    """

    def __init__(
        self,
        links: Links,
        problem: Problem,
        goal: Goal,
        schedule: Callable[[Task], Schedule[CoverEngine]] = cover_schedule,
    ) -> None:
        self.chosen: list[int] = []
        super().__init__(
            links.depth, lambda own: schedule(Task(problem, links, goal, cast(CoverPortfolio, own)))
        )

    @staticmethod
    def key(row: U32, length: int) -> Key:
        """Return the options of a solution, sorted."""
        return tuple(sorted(row[:length].tolist()))

    def keys(self, rows: U32, lengths: U32) -> list[Key]:
        """Return the options of each of some solutions, sorted."""
        if len(lengths) and lengths.min() == lengths.max():  # most problems: one sort for all rows
            return list(map(tuple, np.sort(rows[:, : lengths[0]], axis=1).tolist()))
        return super().keys(rows, lengths)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        self.chosen.extend(options)
        return self._engine.choose(options)

    def _make(self, time_slice: TimeSlice[CoverEngine]) -> CoverEngine:
        """Make the engine of a time slice, with the options chosen."""
        engine = time_slice.make()
        if self.chosen:
            engine.choose(self.chosen)
        return engine


AUTO = "auto"


def load(method: str, problem: Problem, goal: Goal = Goal.LIST) -> Callable[[Links], CoverEngine]:
    """Return the engine of a name, or for "auto" the portfolio; kernels are compiled.

    Raises
    ------
    ProblemError
        If there is no such engine, or it cannot search the problem.

    Examples
    --------
    >>> problem = Problem([["p"]])
    >>> load("auto", problem)(problem.links).name
    'dancing_cells'
    """
    if method == AUTO or registry.ENGINES.find(method, others=[AUTO]) == AUTO:
        return partial(CoverPortfolio, problem=problem, goal=goal)
    return registry.load(method, problem)
