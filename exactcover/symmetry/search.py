"""The search for one solution of each class of symmetric solutions, and the number of classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import cast

from exactcover.engines.protocol import CoverEngine
from exactcover.engines.within_cost import lower_for_part
from exactcover.portfolio.cheapest import load_cheapest
from exactcover.portfolio.portfolio import load
from exactcover.problem.bounds import ONCE
from exactcover.problem.links import build
from exactcover.problem.option import Option
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Request
from exactcover.symmetry.branch import Branch
from exactcover.symmetry.engine import ClassEngine
from exactcover.symmetry.representative import Representative
from exactcover.symmetry.symmetries import Symmetries, check_group, symmetries
from exactcover.verbs.cover_search import CoverSearch, steered_engine


class ClassSearch(CoverSearch):
    """A search up to symmetry in this thread.

    Parameters
    ----------
    problem
        The problem.
    request
        The request; its `up_to` is the group, or its name.
    branches
        The branches to search; by default those of the whole problem.

    Attributes
    ----------
    group
        The group, once the search has begun.

    Raises
    ------
    ProblemError
        If the group is that of another problem, or the request asks for what is not possible up to
        symmetry.
    """

    def __init__(
        self, problem: Problem, request: Request, branches: Sequence[Branch] | None = None
    ) -> None:
        check_up_to(problem, request)
        self.group: Symmetries | None = None

        def made() -> CoverEngine:
            self.group = group_of(problem, request)
            counts = has_weights(problem, request)
            parts = branches
            if parts is None:
                parts = branches_of(self.group, request)
            order = self.group.order if counts else 1
            begin = partial(_engine, problem, parts, request)
            return ClassEngine(parts, begin, most_options(problem), order)

        super().__init__(made, request)

    def cover(self, options: Iterable[Option]) -> Representative:
        """Return a solution with the size of its class."""
        found = tuple.__new__(Representative, options)  # as fast as a plain solution, nearly
        found._group = cast(Symmetries, self.group)
        return found


def group_of(problem: Problem, request: Request) -> Symmetries:
    """Return the group of a request, which is searched for if it is a name."""
    up_to = request.up_to
    return up_to if isinstance(up_to, Symmetries) else symmetries(problem, up_to)


def branches_of(group: Symmetries, request: Request) -> list[Branch]:
    """Return the branches of a whole problem, for a count or for a list.

    A search that is steered has one, because what steers it names items of the whole problem.
    """
    problem, max_cost = group.problem, request.max_cost
    if has_weights(problem, request):
        return group.counting_branches
    if request.steering is None:
        found = group.listing_branches
    else:
        found = [group.whole_branch(may_prune=request.steering.pruner is not None)]
    if max_cost is None:
        return found
    return [branch.at_most(problem.costs, max_cost) for branch in found]


def has_weights(problem: Problem, request: Request) -> bool:
    """Return whether classes are counted by the weights of branches; else they are listed."""
    is_unlimited = request.limits.limit == UNLIMITED
    is_plain = request.steering is None and request.max_cost is None and not problem.has_bounds
    return request.goal is Goal.COUNT and is_unlimited and is_plain


def most_options(problem: Problem) -> int:
    """Return an upper bound of the number of options of a solution."""
    most = sum(problem.bounds.get(item, ONCE)[1] for item in problem.primary)
    return min(most, problem.n_options)


def check_up_to(problem: Problem, request: Request) -> None:
    """Raise ProblemError for what is not possible up to symmetry."""
    check_group("up_to", problem, request.up_to)
    if request.chosen:
        raise ProblemError(
            "chosen= and up_to= exclude each other: search problem.with_chosen(...) up to symmetry"
        )


def _engine(
    whole: Problem, branches: Sequence[Branch], request: Request, number: int
) -> CoverEngine:
    """Return the engine that searches a branch."""
    branch = branches[number]
    problem = branch.problem()
    rng = request.generator()
    links = problem.links if rng is None else build(problem, rng)
    if request.steering is not None:
        return steered_engine(problem, request.steering)(links)
    if request.max_cost is not None:
        engine = load_cheapest(request.method, problem)(links, None)
        chosen = costs_of(whole, branch)
        lower_for_part(engine, problem, links, whole.costs, request.max_cost, chosen)
        return engine
    # Where a selector leaves solutions out, a low limit does not end the search of a branch early.
    goal = Goal.LIST if branch.selector else request.engine_goal
    return load(request.method, problem, goal)(links)


def costs_of(whole: Problem, branch: Branch) -> list[float]:
    """Return the costs of the options that are chosen in a branch."""
    costs: list[float] = whole.costs[list(branch.action.chosen)].tolist()
    return costs
