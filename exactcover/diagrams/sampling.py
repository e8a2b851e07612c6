"""`sample`: random solutions, uniform if the diagram of all solutions can be constructed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from exactcover.diagrams.base import MAX_BYTES
from exactcover.diagrams.construction import diagram_of, within
from exactcover.diagrams.diagram import Diagram
from exactcover.portfolio.masks_or_cells import masks_and_plain
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import check_number, check_whole, generator
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.methods import Method
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, stop_if_due
from exactcover.runtime.search.request import Limits, ProgressLike, Request, Seed
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import UnfinishedError, Work
from exactcover.verbs.solve import find_cover

DIAGRAM_NODES = 1 << 21
"""The maximum number of nodes in the search that constructs the diagram: 2 to 20 s."""

DRAWN_AT_ONCE = 64
"""The number of solutions that are drawn from a diagram between two checks of the time."""


class Samples(tuple[Solution, ...]):
    """Solutions drawn at random, independently of each other; a solution may occur more than once.

    Attributes
    ----------
    uniform
        Whether all solutions were equally likely. Otherwise those near the beginning of a random
        search are more likely.
    why
        How they were drawn, and the reason if not uniformly.

    Examples
    --------
    >>> from exactcover import Problem
    >>> samples = Problem({"A": ["p"], "B": ["q"], "C": ["q"]}).sample(3, seed=2)
    >>> samples
    (('A', 'B'), ('A', 'C'), ('A', 'C'))
    >>> samples.uniform, samples.why
    (True, 'drawn from the diagram of all 2 solutions')
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
    seed: Seed | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    max_bytes: int = MAX_BYTES,
) -> Samples:
    """Draw solutions at random, independently of each other.

    They are drawn uniformly from the diagram of all solutions, if it can be constructed in
    `max_bytes` and `DIAGRAM_NODES` search nodes. Otherwise each is the first solution that a search
    in random order finds, and `Samples.uniform` is False. The choice depends on the problem and
    the arguments, and not on the speed of the machine: a seed gives the same solutions anywhere.

    Parameters
    ----------
    problem
        The problem.
    n
        The number of solutions, at least 1.
    seed
        An int or a `numpy.random.Generator`; by default each call draws other solutions.
    time_limit
        The maximum number of seconds in all.
    max_nodes
        The maximum number of nodes of each search.
    cancel, progress, chosen
        As for `exactcover.solve`.
    max_bytes
        The maximum memory for constructing the diagram. With 0 no diagram is constructed.

    Returns
    -------
    Samples
        The solutions, and whether they were drawn uniformly.

    Raises
    ------
    NoSolutionError
        If there is no solution.
    UndecidedError
        If a limit or `cancel` stopped a search.
    ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt` that holds the solutions that random searches had found.

    Notes
    -----
    Every call constructs the diagram again: to draw repeatedly, keep `problem.diagram()`.

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
    # Engines whose order of solutions is the same on every machine.
    method = masks_and_plain(problem)[1]
    limits = Limits(1, time_limit, max_nodes, cancel)
    request = Request(Goal.FEW, limits, chosen=chosen, method=method)
    most_bytes = check_whole("max_bytes", max_bytes)
    watch = Work(time_limit, cancel, progress)
    with watch.reporting():
        return _sample(problem, n, rng, request, most_bytes, watch)


def _sample(
    problem: Problem,
    n: int,
    rng: np.random.Generator,
    request: Request,
    max_bytes: int,
    watch: Work,
) -> Samples:
    """Draw from the diagram if it can be constructed, else by random searches."""
    if max_bytes == 0:
        why = "no diagram was asked for"
    else:
        try:
            diagram = diagram_of(
                problem,
                time_limit=watch.left,
                max_nodes=min(request.limits.max_nodes, DIAGRAM_NODES),
                cancel=request.limits.cancel,
                chosen=request.chosen,
                max_bytes=max_bytes,
            )
        except UnfinishedError as error:
            if error.stopped in (Stop.TIME, Stop.CANCELLED):
                raise _undecided(error.stopped, 0, n) from None
            why = str(error)
        else:
            return _draw(diagram, n, rng, watch)
    return _search(problem, n, rng, request, watch, f"found by {n} random searches: {why}")


def _draw(diagram: Diagram, n: int, rng: np.random.Generator, watch: Work) -> Samples:
    """Draw from a diagram, a few solutions at a time."""
    found: list[Solution] = []
    try:
        while len(found) < n:
            stop_if_due()
            found += diagram.sample(min(n - len(found), DRAWN_AT_ONCE), rng)
            watch.solutions, watch.part = len(found), len(found) / n
    except HaltedError:
        raise _undecided(watch.stop or Stop.CANCELLED, len(found), n) from None
    n_all = format_whole(diagram.count())
    return Samples(found, True, f"drawn from the diagram of all {n_all} solutions")


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
