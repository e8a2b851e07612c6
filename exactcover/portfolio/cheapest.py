"""The portfolio for solutions of least cost: the engine "auto" of problems with costs.

The bound of masks and dancing cells is quick, and enough for many problems. The Lagrangian engine
and the relaxation have far better ones, which take longer. They search alternately, and each is
told how much the cheapest solutions cost that the others have found. All slices become longer and
longer, but not those of the quick bound after a round in which only the others found a solution.
The relaxation takes bounds of items as they are, and so searches problems with them alone.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

import numpy as np

from exactcover.engines import registry
from exactcover.engines.cheapest.scaling import scaled
from exactcover.engines.equivalent_problem import encoded
from exactcover.engines.protocol import CheapestEngine
from exactcover.engines.registry import CHEAPEST, ENGINES
from exactcover.engines.trivial import Trivial
from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.portfolio.schedule import CoverSchedule, Task
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.portfolio.schedule import CONTINUES
from exactcover.runtime.search.goal import Goal

AUTO = "auto"
MASKS, CELLS, LAGRANGIAN, LINEAR = CHEAPEST
FIRST_UPDATES = 1 << 21
"""The first time slice: some 10 ms."""
MOST_RELAXED = 64
"""If more solutions of a problem with bounds are wanted, no relaxations are solved."""
AGAIN = 4
"""The second one of the quick bound, after that of the relaxation, is this many times as long."""
SLICE_UPDATES = 1 << 25
"""The later ones begin with about a fifth of a second."""
RELAXED_UPDATES = 1 << 22
"""Those of the relaxation, too: its updates take longer than those of the other engines."""


def method_name(method: str) -> str:
    """Return the name of an engine for costs, or "auto".

    Raises
    ------
    ProblemError
        If there is no such engine, or it knows no costs.
    """
    method = ENGINES.find(method, others=[AUTO])
    if method != AUTO and not ENGINES[method].finds_cheapest:
        names = [name for name in ENGINES if ENGINES[name].finds_cheapest]
        raise ProblemError(
            f"the method {method!r} does not look for the cheapest solutions; "
            f"auto, {', '.join(names[:-1])} and {names[-1]} do"
        )
    return method


def simple_engine(problem: Problem) -> str:
    """Return the fastest engine with a quick bound that can search a problem."""
    return MASKS if not ENGINES[MASKS].refuses(problem.encoded) else CELLS


def load_cheapest(
    method: str, problem: Problem, stated: Problem | None = None
) -> Callable[..., CheapestEngine]:
    """Return the factory of the engine of a name, or of the portfolio.

    It is called with links and the number of solutions, which is None for all. If the problem
    stands for one with bounds, that one is `stated`: it is easier to refute.

    Examples
    --------
    >>> problem = Problem([["p"]], costs=[3])
    >>> load_cheapest("auto", problem)(problem.links, 1).name
    'cheapest_masks'
    """
    method = method_name(method)
    if method != AUTO:
        return cast(Callable[..., CheapestEngine], registry.load(method, problem))
    if problem.has_bounds:
        return partial(_with_bounds, problem)
    if not problem.n_primary:
        return lambda *_: Trivial(AUTO)
    return partial(CheapestPortfolio, problem, stated or problem)


def _with_bounds(problem: Problem, links: Links, k: int | None = None) -> CheapestEngine:
    """Return the engine for a problem with bounds: the relaxation, if few solutions are wanted.

    Where all of them are listed, a lower bound is of little use.
    """
    if k is not None and k <= MOST_RELAXED:
        return CheapestPortfolio(problem, problem, links, k, bounded_schedule)
    make = load_cheapest(AUTO, problem.encoded, problem)
    return cast(CheapestEngine, encoded(problem, make)(links, k))


def _refuted(task: Task, stated: Problem) -> CoverSchedule:
    """Try to refute the problem; what that needs is imported only after the first time slice."""
    from exactcover.portfolio.smaller import refuted
    from exactcover.refutation.refute import LONG

    yield from refuted(task, LONG, stated)


def bounded_schedule(task: Task, stated: Problem, k: int | None) -> CoverSchedule:
    """Schedule the search for the k cheapest solutions of a problem with bounds."""
    first = task.slice(LINEAR, "items have bounds", updates=SLICE_UPDATES, k=k)
    yield first
    yield from _refuted(task, stated)
    yield first.unbounded(CONTINUES)


def cheapest_schedule(task: Task, stated: Problem, k: int | None) -> CoverSchedule:
    """Schedule the search for the k cheapest solutions of a problem; None for all of them."""
    problem = task.problem
    simple = simple_engine(problem)
    first = task.slice(simple, "the search may be short", updates=FIRST_UPDATES, k=k)
    yield first
    better = []
    if problem.costs.any() and k == 1 and not problem.colour_names:
        why = "the simplex finds the best bound"
        relaxed = task.slice(LINEAR, why, updates=RELAXED_UPDATES, k=k)
        yield relaxed
        better.append(relaxed)
        yield first._replace(why=CONTINUES, updates=AGAIN * FIRST_UPDATES)
    yield from _refuted(task, stated)
    if problem.costs.any() and not ENGINES[LAGRANGIAN].refuses(problem):
        better.append(task.slice(LAGRANGIAN, "its bound is better", updates=SLICE_UPDATES, k=k))
    if not better:
        yield first.unbounded("a better bound would be of no use or too large")
        return
    others = task.slice(simple, "it visits more nodes", updates=SLICE_UPDATES, k=k)
    while True:
        before = task.portfolio.solutions
        yield from better
        after = task.portfolio.solutions
        yield others
        better = [each.longer() for each in better]
        if after > before and task.portfolio.solutions == after:
            # It is told of covers that it would not find, so more time would be of little use.
            others = others._replace(why=CONTINUES)
        else:
            others = others.longer()


class CheapestPortfolio(CoverPortfolio):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`.

    Parameters
    ----------
    problem
        The problem.
    stated
        The problem with bounds for which it stands, or the problem itself.
    links
        The problem, laid out.
    k
        The number of solutions that are wanted; None for all.
    schedule
        The schedule of a task, a problem that is refuted more easily, and k.
    """

    finds_cheapest = True

    knows_bounds = True

    def __init__(
        self,
        problem: Problem,
        stated: Problem,
        links: Links,
        k: int | None = None,
        schedule: Callable[[Task, Problem, int | None], CoverSchedule] = cheapest_schedule,
    ) -> None:
        self._price, self._unit = scaled(links)[:2]
        self._k = k
        self._limit: int | None = None
        goal = Goal.LIST if k is None else Goal.FEW
        super().__init__(links, problem, goal, lambda task: schedule(task, stated, k))

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more."""
        self._limit = limit if self._limit is None else min(limit, self._limit)
        for engine in self._engines.values():
            cast(CheapestEngine, engine).lower(self._limit)

    @property
    def bound(self) -> int:
        """The highest lower bound of any engine."""
        return max(cast(CheapestEngine, engine).bound for engine in self._engines.values())

    def _begin_slice(self) -> None:
        """Begin the next time slice; its engine learns what the known solutions cost."""
        super()._begin_slice()
        if self._k is not None and len(self._handed_out) >= self._k:
            costs = [int(self._price[list(key)].sum()) for key in self._handed_out]
            worst = int(np.partition(costs, self._k - 1)[self._k - 1])
            self.lower(worst - self._unit + 1)
        elif self._limit is not None:
            self.lower(self._limit)
