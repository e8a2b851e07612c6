"""The search for exact covers, as the verbs begin it, and covers as they are returned."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import ENGINES
from exactcover.engines.within_cost import AtMost, at_most
from exactcover.portfolio.cheapest import load_cheapest
from exactcover.portfolio.portfolio import load
from exactcover.problem.choices import choice_numbers, clash_of
from exactcover.problem.links import Links, build
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import Cost
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.registry import find_name, normalised
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.request import DEFAULT, Request
from exactcover.runtime.search.result import Statistics
from exactcover.runtime.search.steering import Steering

if TYPE_CHECKING:
    from exactcover.symmetry.symmetries import Symmetries

UpTo: TypeAlias = "Symmetries | Literal['all', 'rotations', 'reflections'] | None"
"""The symmetries up to which solutions count as one."""
FEW_ROWS = 8
"""As few rows as this are sorted faster one by one."""
STEERED = "steered"
"""The engine that does what a `Steering` asks for."""
NO_OPTION = np.uint32(0xFFFFFFFF)


class Searching(Protocol):
    """The interface of a search for the verbs: that of one engine, or a parallel one."""

    complete: bool
    stopped: Stop | None
    interrupted: bool

    def count(self) -> int:
        """Search to the end, building nothing; return the number of solutions found so far."""

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end."""

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array."""

    def end(self, why: Stop) -> None:
        """Stop the search for good, unless it has ended."""

    @property
    def statistics(self) -> Statistics:
        """The statistics of the search so far."""


def begin(problem: Problem, request: Request) -> Searching:
    """Begin a search, in this thread or in parallel, as the request says."""
    check_problem(problem)
    if request.steering is not None:
        check_steered(request, request.steering)
    elif is_layered(problem, request):
        from exactcover.layered.search import LayeredSearch

        return LayeredSearch(problem, request)
    if request.up_to is not None:
        return _begin_up_to(problem, request)
    if request.parallel is not None:
        from exactcover.parallel.cover_job import cover_run

        return cover_run(problem, request)
    return CoverSearch(problem, request)


def check_steered(request: Request, steering: Steering) -> None:
    """Raise ProblemError if a request also asks for what a steered search cannot do."""
    method = find_name("method", request.method, ("auto", *ENGINES))
    others = {
        f"method={method!r}": method not in ("auto", STEERED),
        "order, symmetries or max_bytes": request.layering is not None,
    }
    for name, is_given in others.items():
        if is_given:
            raise ProblemError(f"{name} and {' or '.join(steering.given)} cannot go together")
    if request.up_to is not None and steering.pruner and request.parallel is not None:
        raise ProblemError(
            "prune and up_to cannot go together with workers, an executor or a checkpoint: the "
            "tasks do not know which classes others have found"
        )


def steered_engine(
    problem: Problem, steering: Steering, max_cost: Cost | None = None
) -> Callable[[Links], CoverEngine]:
    """Return a function that makes the engine of a search that is steered.

    It does not look at costs: solutions that cost more than `max_cost` are dropped.
    """
    from exactcover.engines.steered.engine import steered

    make = steered(problem, steering)
    if max_cost is None:
        return make
    return lambda links: AtMost(make(links), problem.costs, max_cost)


def _begin_up_to(problem: Problem, request: Request) -> Searching:
    """Begin a search up to symmetry, in this thread or in parallel."""
    if request.parallel is not None:
        from exactcover.parallel.class_job import class_run

        return class_run(problem, request)
    from exactcover.symmetry.search import ClassSearch

    return ClassSearch(problem, request)


def is_layered(problem: Problem, request: Request) -> bool:
    """Return whether a request is to count layer by layer, with what only that can do."""
    if request.layering is not None:
        return True
    is_count = request.goal is Goal.COUNT and request.up_to is None
    is_plain = problem.n_primary > 0 and not problem.has_bounds
    is_named = isinstance(request.method, str) and normalised(request.method) == "frontier"
    return is_count and is_plain and is_named


def cheap_engine(problem: Problem, request: Request, k: int | None) -> Callable[[Links], Any]:
    """Return a function that makes the engine for the k cheapest solutions, or for all.

    They cost at most as much as the request allows.
    """
    make = load_cheapest(request.method, problem)
    return lambda links: at_most(make(links, k), problem, links, request.max_cost)


INFEASIBLE = Problem((), ["an item without options"])
"""A problem without solutions."""


def _engine(problem: Problem, request: Request) -> Callable[[Links], CoverEngine]:
    """Return a function that makes the engine of a request."""
    if request.steering is not None:
        return steered_engine(problem, request.steering, request.max_cost)
    if request.max_cost is not None:
        return cheap_engine(problem, request, None)
    return load(request.method, problem, request.engine_goal)


def _without_solution() -> CoverEngine:
    return load("dancing_cells", INFEASIBLE)(INFEASIBLE.links)


class CoverSearch(Search):
    """One search of one problem.

    Parameters
    ----------
    problem
        The problem; or a function that makes an engine with all options chosen, which is searched
        instead. It returns None if no cover has these options.
    request
        What is asked; a low limit makes its goal `Goal.FEW`.
    engine
        A function that makes the engine of the problem's links; by default that of the engine which
        the request's method names.
    why
        Why the engine was chosen, for `Statistics.choice`.
    """

    def __init__(
        self,
        problem: Problem | Callable[[], CoverEngine | None],
        request: Request = DEFAULT,
        engine: Callable[[Links], CoverEngine] | None = None,
        why: str = "asked for",
    ) -> None:
        def made() -> CoverEngine:
            if callable(problem):
                return problem() or _without_solution()
            options = choice_numbers(problem, request.chosen) if request.chosen else []
            make = engine or _engine(problem, request)
            rng = request.generator()
            begun = make(problem.links if rng is None else build(problem, rng))
            if options and not begun.choose(options):
                raise ProblemError(clash_of(problem, options))
            return begun

        super().__init__(made, request.limits, why, request.method)

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end.

        A solution is the sorted list of its options' indices.
        """
        rows, lengths = self._collect()
        if len(rows) > FEW_ROWS:
            rows, lengths = sorted_rows(rows, lengths)
            if (lengths == rows.shape[1]).all():
                return cast(list[list[int]], rows.tolist())
        return [sorted(row[:n]) for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array.

        Returns
        -------
        rows
            The sorted indices of one solution's options a row; `NO_OPTION` fills short rows up.
        lengths
            The number of options in each row.
        """
        return sorted_rows(*self._collect())


def sorted_rows(rows: U32, lengths: U32) -> tuple[U32, U32]:
    """Sort every row, with `NO_OPTION` behind its end, and cut what no row needs."""
    rows[np.arange(rows.shape[1]) >= lengths[:, np.newaxis]] = NO_OPTION
    rows.sort(axis=1)
    return rows[:, : lengths.max(initial=0)], lengths
