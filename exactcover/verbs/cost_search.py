"""The search for solutions of least cost, with a lower bound of their costs."""

from __future__ import annotations

import math
from typing import Any

from exactcover.engines.cheapest.best import UNBOUNDED
from exactcover.engines.cheapest.taxes import least_cost, prices
from exactcover.engines.within_cost import lower_bound
from exactcover.problem.costs import total_cost
from exactcover.problem.problem import Problem
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.request import Request
from exactcover.verbs.cover_search import CoverSearch, Searching, cheap_engine


class CostSearch(CoverSearch):
    """A search for the k cheapest solutions, whose progress has costs and bounds.

    Parameters
    ----------
    problem
        The problem.
    request
        What is asked.
    k
        The number of solutions.

    Attributes
    ----------
    least
        The cost of the cheapest solution found, or None.
    max_cost
        The greatest cost that solutions may have, or None.
    """

    def __init__(self, problem: Problem, request: Request, k: int) -> None:
        self._problem = problem
        self._known: set[tuple[int, ...]] = set()
        self.least: Any = None
        self.max_cost = request.max_cost
        super().__init__(problem, request, cheap_engine(problem, request, k))

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end.

        Where prices are rounded, an engine may find the same solution again.
        """
        found: list[list[int]] = []
        while not found:
            some = super().collect()
            if not some:
                break
            found = [options for options in some if tuple(options) not in self._known]
            self._known.update(map(tuple, found))
        costs = [total_cost(self._problem.costs, options) for options in found]
        if costs:
            self.least = min(costs) if self.least is None else min(*costs, self.least)
        return found

    def _progress(self) -> Progress:
        progress = super()._progress()
        if self.least is None and progress.solutions:
            # The costs of what was found are computed after this report.
            bound = lower_bound(self._problem, _price_bound(self._problem, self), self.engine)
        else:
            bound = bound_of(self._problem, self, self.least)
        return progress._replace(cost=self.least, bound=bound)


def begin_cheapest(problem: Problem, request: Request, k: int) -> Searching:
    """Begin the search for the k cheapest solutions, in this thread or in parallel."""
    if request.parallel is not None:
        from exactcover.parallel.cover_job import cover_run

        return cover_run(problem, request, k=k)
    return CostSearch(problem, request, k)


def bound_of(problem: Problem, search: Searching, least: float | None) -> float:
    """Return a lower bound of the cost of all solutions; `least` is that of the found ones."""
    if search.complete and least is not None:
        return least
    if search.complete:
        max_cost: Any = getattr(search, "max_cost", None)
        return math.inf if max_cost is None else max_cost
    bound = lower_bound(problem, _price_bound(problem, search), getattr(search, "engine", None))
    return bound if least is None else min(bound, least)


def _price_bound(problem: Problem, search: Searching) -> int:
    """Return the bound of the engine; of a parallel run, that of the whole problem."""
    if isinstance(search, CostSearch):
        return int(getattr(search.engine, "bound", -UNBOUNDED))
    inner = problem.encoded
    return least_cost(inner.links, prices(inner.links).share) if inner.n_primary else 0
