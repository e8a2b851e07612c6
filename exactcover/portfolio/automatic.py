"""The choice of an engine by its name, where "auto" is the portfolio."""

from collections.abc import Callable
from functools import partial

from exactcover.engines import registry
from exactcover.engines.protocol import CoverEngine
from exactcover.portfolio.cover import CoverPortfolio
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.search.goal import Goal

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
    if registry.ENGINES.find(method, others=[AUTO]) == AUTO:
        return partial(CoverPortfolio, problem=problem, goal=goal)
    return registry.load(method, problem)
