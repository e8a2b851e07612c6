"""The verb for problems with costs: find the cheapest solutions, with proof."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from exactcover.problem.costs import exact_cost, total_cost
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import Cost, check_number, each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.methods import Method
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, Stop
from exactcover.runtime.search.progress import gap_of
from exactcover.runtime.search.request import (
    ExecutorLike,
    ProgressLike,
    Request,
    Seed,
)
from exactcover.runtime.search.result import Interrupted, Statistics, undecided
from exactcover.verbs.cost_search import begin_cheapest, bound_of


@dataclass(frozen=True, slots=True)
class Cheapest:
    """The cheapest solutions, or the cheapest found until the search was stopped.

    Attributes
    ----------
    solutions
        The solutions by ascending cost; those of equal cost by the indices of their options.
    costs
        The costs of these solutions; with several objectives each is a tuple.
    complete
        Whether the whole search was done: then it is proved that these are the cheapest, and where
        there are fewer than were asked for, that there are no others.
    stopped
        Why the search ended before that, or None.
    bound
        No solution costs less than this (with several objectives, in the first of them): the least
        cost if that is proved; infinity if there is no solution; minus infinity if nothing is
        known.
    """

    solutions: tuple[Solution, ...]
    costs: tuple[Any, ...]
    complete: bool
    stopped: Stop | None
    statistics: Statistics
    bound: float = -math.inf
    _repr_html_ = Method("exactcover.pictures.notebook", "cheapest_html")

    @property
    def solution(self) -> Solution | None:
        """The cheapest solution, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def cost(self) -> Any:
        """The cost of the cheapest solution, or None."""
        return self.costs[0] if self.costs else None

    @property
    def gap(self) -> float | None:
        """How far `bound` is below `cost`, as a part of the cost without its sign.

        0 if the optimum is proved; None without a solution; infinite if the cost is 0.
        """
        if self.cost is None:
            return None
        first = self.cost[0] if isinstance(self.cost, tuple) else self.cost
        return gap_of(first, self.bound)

    def __bool__(self) -> bool:
        """Return whether a solution exists.

        Raises
        ------
        UndecidedError
            If the search was stopped before this was known.
        """
        if not self.solutions and not self.complete:
            raise undecided(self.stopped)
        return bool(self.solutions)


MOST_KEPT = 1 << 24
"""The most solutions that `cheapest` may be asked for: the costs of all are kept."""


def cheapest(
    problem: Problem,
    k: int = 1,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    max_cost: Cost | None = None,
    then: Iterable[Iterable[Cost] | Mapping[Any, Cost]] = (),
) -> Cheapest:
    """Find the k cheapest solutions, with proof.

    Costs may be negative. Of solutions that cost as much as the k-th, any may be returned.

    Costs are compared exactly, however large or small they are: each float is the number that it
    holds, 0.1 a little more than a tenth. The costs returned are exact sums; those of floats are
    rounded once, to a float.

    Parameters
    ----------
    problem
        The exact-cover problem.
    k
        The number of solutions, at most 16,777,216.
    time_limit, max_nodes, cancel, progress, seed, chosen, workers, executor, checkpoint, resume
        As for `exactcover.solve`.
    method
        "cheapest_masks", "cheapest_cells", "cheapest_lagrangian" or "cheapest_linear"; "auto" lets
        one of the first two and the others search alternately, or the last one alone if items have
        bounds. Parallel runs take one of the first two.
    max_cost
        Only solutions that cost at most this; the search is the shorter for it.
    then
        Further costs, each as for `Problem`: the first decide between solutions that cost the same,
        the second between those that are still equal, and so on. The costs returned are then
        tuples, and `bound` and `max_cost` are about the first costs. The cost in the progress is
        the first one, and a little more or less for the others.

    Returns
    -------
    Cheapest
        The solutions and their costs, whether it is proved that no others are cheaper, and if not,
        a lower bound.

    Raises
    ------
    ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, with the cheapest solutions found until then.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm X$.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"], "D": ["q"]}, costs=[3, 2, 6, 1])
    >>> best = cheapest(problem, k=2)
    >>> best.solutions, best.costs, best.complete
    ((('A', 'D'), ('A', 'B')), (4, 5), True)

    Of the solutions with the fewest options, the cheapest:

    >>> few = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"], "D": ["p", "q"]}, costs=[1] * 4)
    >>> best = cheapest(few, then=[{"A": 1, "B": 1, "C": 6, "D": 5}])
    >>> best.solution, best.cost
    (('D',), (1, 5))
    """
    check_problem(problem)
    k = check_number("k", k)
    if k > MOST_KEPT:
        raise ProblemError(
            f"k is {shown(k)}: at most {MOST_KEPT} of the cheapest solutions are kept; `solutions` "
            "with max_cost yields any number of them"
        )
    arguments = dict(locals())
    then = arguments.pop("then")
    if isinstance(then, Mapping):
        raise ProblemError(f"then is {shown(then)}: give a list of costs")
    further = list(each_of("then", then))
    request = Request.of(Goal.LIST, arguments)
    if further:
        return _in_order(problem, further, arguments)
    search = begin_cheapest(problem, request, k)
    found: list[tuple[Fraction, list[int]]] = []
    while True:
        some = search.collect()
        new = ((exact_cost(problem.costs, options), options) for options in some)
        found = sorted([*found, *new])[:k]
        if search.interrupted or not some:
            break
    costs = [total_cost(problem.costs, options) for _, options in found]
    result = Cheapest(
        tuple(Solution([problem._option(i) for i in options]) for _, options in found),
        tuple(costs),
        search.complete,
        search.stopped,
        search.statistics,
        bound_of(problem, search, costs[0] if costs else None),
    )
    if search.interrupted:
        raise Interrupted(result)
    return result


def _in_order(problem: Problem, further: list[Any], arguments: dict[str, Any]) -> Cheapest:
    """Find the cheapest solutions by several objectives in order."""
    from exactcover.verbs.objectives import Objectives

    objectives = Objectives.of(problem, further)

    def as_given(found: Cheapest) -> Cheapest:
        options = [solution.indices for solution in found.solutions]
        costs = [objectives.costs_of(some) for some in options]
        is_proved = bool(costs) and found.complete
        return replace(
            found,
            solutions=tuple(Solution(map(problem._option, some)) for some in options),
            costs=tuple(costs),
            bound=costs[0][0] if is_proved else objectives.first_bound(found.bound),
        )

    try:
        return as_given(cheapest(**objectives.arguments(arguments)))
    except Interrupted as stopped:
        raise Interrupted(as_given(cast(Cheapest, stopped.result))) from None
