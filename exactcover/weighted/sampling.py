"""`sample`: random solutions, uniform or by weight if all solutions can be held at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.diagrams.base import MAX_BYTES
from exactcover.diagrams.construction import within
from exactcover.portfolio.schedule import masks_and_plain
from exactcover.problem.option import Options
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import check_number, check_whole, generator
from exactcover.runtime.errors import NoSolutionError, UndecidedError
from exactcover.runtime.methods import Method
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, stop_if_due
from exactcover.runtime.search.request import Limits, ProgressLike, Request, Seed
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import UnfinishedError, Work
from exactcover.verbs.solve import find_cover

if TYPE_CHECKING:
    from exactcover.circuits.weights import Weights, WeightsLike
    from exactcover.weighted.construction import Solved


class Samples(tuple[Solution, ...]):
    """Solutions drawn at random, independently of each other; a solution may occur more than once.

    Attributes
    ----------
    uniform
        Whether all solutions were equally likely. Otherwise they were drawn by weight, or those
        near the beginning of a random search are more likely.
    why
        How they were drawn, and the reason if not uniformly.

    Examples
    --------
    >>> from exactcover import Problem
    >>> samples = Problem({"A": ["p"], "B": ["q"], "C": ["q"]}).sample(3, seed=2)
    >>> samples
    (('A', 'C'), ('A', 'C'), ('A', 'B'))
    >>> samples.uniform, samples.why
    (True, 'drawn from the diagram of all solutions')
    """

    uniform: bool
    why: str
    _repr_html_ = Method("exactcover.pictures.notebook", "samples_html")

    def __new__(cls, solutions: Iterable[Solution], uniform: bool, why: str) -> Samples:
        """Return a tuple of the solutions that knows how they were drawn."""
        self = super().__new__(cls, solutions)
        self.uniform = uniform
        self.why = why
        return self

    def __reduce__(self) -> tuple[type[Samples], tuple[tuple[Solution, ...], bool, str]]:
        return Samples, (tuple(self), self.uniform, self.why)


def sample(
    problem: Problem,
    n: int = 1,
    *,
    weights: WeightsLike | None = None,
    seed: Seed | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    max_bytes: int = MAX_BYTES,
) -> Samples:
    """Draw solutions at random, independently of each other.

    They are drawn uniformly, with exact probabilities, from a diagram of all solutions or from
    tables along an elimination order, if these can be made within `max_bytes`, and the diagram in
    `construction.DIAGRAM_NODES` search nodes. Otherwise each is the first solution that a search in
    random order finds, and `Samples.uniform` is False. The choice depends on the problem and the
    arguments, and not on the speed of the machine: a seed gives the same solutions anywhere.

    Parameters
    ----------
    problem
        The problem.
    n
        The number of solutions, at least 1.
    weights
        As for `exactcover.count`, but none may be negative: then the probability of a solution is
        in proportion to the product of the weights of its options.
    seed
        An int or a `numpy.random.Generator`; by default each call draws other solutions.
    time_limit
        The maximum number of seconds in all.
    max_nodes
        The maximum number of nodes of each search.
    cancel, progress, chosen
        As for `exactcover.solve`.
    max_bytes
        The maximum memory for the diagram or the tables. With 0 there are only random searches.

    Returns
    -------
    Samples
        The solutions, and whether they were drawn uniformly.

    Raises
    ------
    NoSolutionError
        If there is no solution, or none whose weight is above 0.
    UndecidedError
        If a limit or `cancel` stopped a search; with weights, also if `max_bytes` did.
    ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt` that holds the solutions that random searches had found.

    Notes
    -----
    Every call begins again: to draw repeatedly, draw many at once, or keep `problem.diagram()`.

    Examples
    --------
    >>> from exactcover import Problem
    >>> rooks = Problem([[("row", i), ("column", k)] for i in range(8) for k in range(8)])
    >>> rooks.sample(2, seed=1).uniform
    True
    """
    check_problem(problem)
    n = check_number("n", n)
    rng = generator(seed)
    checked = None
    if weights is not None:
        from exactcover.circuits.weights import check_weights_to_draw

        checked = check_weights_to_draw(weights, problem)
    # Engines whose order of solutions is the same on every machine.
    method = masks_and_plain(problem)[1]
    limits = Limits(1, time_limit, max_nodes, cancel)
    request = Request(Goal.FEW, limits, chosen=chosen, method=method)
    most_bytes = check_whole("max_bytes", max_bytes)
    watch = Work(time_limit, cancel, progress)
    with watch.reporting():
        return _sample(problem, n, rng, request, checked, most_bytes, watch)


def _sample(
    problem: Problem,
    n: int,
    rng: np.random.Generator,
    request: Request,
    weights: Weights | None,
    max_bytes: int,
    watch: Work,
) -> Samples:
    """Draw from all solutions if they can be held at once, else by random searches."""
    from exactcover.weighted.construction import DIAGRAM_NODES, solved

    why = "no diagram was asked for"
    if max_bytes > 0:
        try:
            found = solved(
                problem, replace(request, method="auto"), max_bytes, watch, DIAGRAM_NODES
            )
            return _draw(problem, found, n, rng, weights, watch)
        except HaltedError:
            raise _undecided(watch.stop or Stop.CANCELLED, watch.solutions, n) from None
        except UnfinishedError as error:
            if error.stopped in (Stop.TIME, Stop.CANCELLED):
                raise _undecided(error.stopped, 0, n) from None
            why = str(error)
    if weights is not None:
        raise UndecidedError(f"no solution can be drawn by weight: {why}")
    return _search(problem, n, rng, request, watch, f"found by {n} random searches: {why}")


def _draw(
    problem: Problem,
    solved: Solved,
    n: int,
    rng: np.random.Generator,
    weights: Weights | None,
    watch: Work,
) -> Samples:
    """Draw from all solutions, looking at the limits before each."""
    from exactcover.circuits.circuit import finish
    from exactcover.circuits.drawing import drawer

    if solved.circuit is None:
        raise NoSolutionError("there is no solution")
    source = finish(drawer(solved.circuit, weights))
    if source is None:
        raise NoSolutionError("there is no solution whose weight is above 0")
    options = Options(problem._option)
    found: list[Solution] = []
    while len(found) < n:
        stop_if_due()
        found.append(Solution([options[k] for k in source.draw(rng)]))
        watch.solutions, watch.part = len(found), len(found) / n
    how = "drawn" if weights is None else "drawn by weight"
    return Samples(found, weights is None, f"{how} from {solved.origin} of all solutions")


def _search(
    problem: Problem,
    n: int,
    rng: np.random.Generator,
    request: Request,
    watch: Work,
    why: str,
) -> Samples:
    """Find each solution by a random search."""
    found: list[Solution] = []
    try:
        for seed in rng.integers(1 << 63, size=n).tolist():
            result = find_cover(problem, replace(within(request, watch), seed=seed))
            if result.solution is None and result.stopped:
                raise _undecided(result.stopped, len(found), n)
            found.append(result.get())
            watch.nodes += result.statistics.nodes
            watch.solutions, watch.part = len(found), len(found) / n
    except KeyboardInterrupt:
        raise Interrupted(Samples(found, False, why)) from None
    return Samples(found, False, why)


def _undecided(stopped: Stop, n_found: int, n: int) -> UndecidedError:
    return UndecidedError(
        f"the search was stopped ({stopped.value}) after {n_found} of {n} solutions were drawn"
    )
