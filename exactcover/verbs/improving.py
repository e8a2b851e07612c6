"""The verb that yields cheaper and cheaper solutions, until the last is proved to be optimal."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from exactcover.problem.costs import exact_cost
from exactcover.problem.option import Options
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import Cost
from exactcover.runtime.lazy_iterators import free
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.progress import gap_of
from exactcover.runtime.search.request import ProgressLike, Request, Seed
from exactcover.verbs.cost_search import CostSearch, bound_of
from exactcover.verbs.solve import Solutions

if TYPE_CHECKING:
    from fractions import Fraction


class ImprovingSolutions(Solutions[Solution]):
    """A lazy iterator over solutions each of which is cheaper than the one before.

    When it is exhausted and `complete`, the last solution has the least cost of all. Costs are
    compared exactly, so the costs of two solutions may look alike where floats are rounded.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["p", "q"], ["p"], ["q"]], costs=[5, 2, 1])
    >>> solutions = problem.improving_solutions()
    >>> [solution.cost for solution in solutions][-1], solutions.bound, solutions.gap
    (3, 3, 0.0)
    """

    def __init__(self, problem: Problem, search: CostSearch) -> None:
        options = Options(problem._option)
        self._costs = search
        super().__init__(search, lambda indices: Solution(map(options.__getitem__, indices)))
        self._problem = problem
        self._cost: Any = None
        self._exact: Fraction | None = None
        self._comparing = Lock()

    def __next__(self) -> Solution:
        with free(self._comparing):
            while True:
                solution = super().__next__()
                exact = exact_cost(self._problem.costs, solution.indices)
                # Where prices are rounded, the search finds some that are no cheaper.
                if self._exact is None or exact < self._exact:
                    self._cost, self._exact = solution.cost, exact
                    return solution

    @property
    def cost(self) -> Any:
        """The cost of the last solution returned; None before the first."""
        return self._cost

    @property
    def bound(self) -> float:
        """The lower bound so far of the cost of all solutions; see `Cheapest.bound`."""
        return bound_of(self._problem, self._costs, self._costs.least)

    @property
    def gap(self) -> float | None:
        """How far `bound` is below `cost`, as a part of it; None before the first solution."""
        return None if self._cost is None else gap_of(self._cost, self.bound)


def improving_solutions(
    problem: Problem,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    max_cost: Cost | None = None,
) -> ImprovingSolutions:
    """Return a lazy iterator over solutions each of which is cheaper than the one before.

    Parameters
    ----------
    problem
        The exact-cover problem.
    time_limit, max_nodes, cancel, progress, seed, chosen
        As for `exactcover.solutions`.
    method, max_cost
        As for `exactcover.cheapest`.

    Returns
    -------
    ImprovingSolutions
        The iterator; it also has a lower bound of the cost of all solutions.

    Raises
    ------
    ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C, by the iterator, which can continue after it.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p"], "B": ["p"], "C": ["p"]}, costs=[3, 1, 2])
    >>> for solution in improving_solutions(problem):
    ...     print(solution.cost, *solution.labels)
    1 B
    """
    check_problem(problem)
    request = Request.of(Goal.LIST, locals())
    return ImprovingSolutions(problem, CostSearch(problem, request, 1))
