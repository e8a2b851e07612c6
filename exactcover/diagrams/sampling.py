"""Solutions at random: uniform where all of them fit in a diagram, else as a search finds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from exactcover.arguments import check_number, check_problem, check_whole, generator
from exactcover.diagrams.construction import diagram_of, within
from exactcover.diagrams.diagram import Diagram, UnfinishedError
from exactcover.errors import UndecidedError
from exactcover.limits import Flag, HaltedError, Stop, Watch, stop_if_due
from exactcover.problem.methods import MAX_BYTES
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.interval import whole
from exactcover.search.request import Limits, Request, Seed
from exactcover.search.result import Interrupted, Solution
from exactcover.verbs.solve import find_cover

DIAGRAM_NODES = 1 << 21
"""No diagram is waited for any longer than the search for it takes for so many nodes: 2 to 20 s."""

DRAWN_AT_ONCE = 64
"""So many solutions are drawn from a diagram before the time is looked at."""


class Samples(tuple[Solution, ...]):
    """Solutions drawn at random, independently of each other; the same one may come again.

    Attributes
    ----------
    uniform
        Whether all solutions were equally likely. Else those that a search meets soon are favoured.
    why
        How they were drawn, and if not uniformly, why.

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

    def __new__(cls, solutions: Iterable[Solution], uniform: bool, why: str) -> Samples:
        """Hold these solutions and how they were drawn."""
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
    chosen: Iterable[Any] = (),
    max_bytes: int = MAX_BYTES,
) -> Samples:
    """Draw solutions at random, independently of each other.

    They are drawn uniformly from the diagram of all solutions, if it can be made in `max_bytes` and
    within `DIAGRAM_NODES` nodes of a search. Otherwise each is the first that a search in random
    order finds, and `Samples.uniform` is False. Which of the two it is depends on the problem and
    on the arguments, and never on the machine's speed: a seed gives the same solutions anywhere.

    Parameters
    ----------
    problem
        What is to be solved. One with bounds has no diagram.
    n
        How many solutions; at least 1.
    seed
        An int or a `numpy.random.Generator`; by default the solutions are others each time.
    time_limit
        Stop after so many seconds in all.
    max_nodes
        Stop after so many nodes of any of the searches.
    cancel, chosen
        As for `exactcover.solve`.
    max_bytes
        How much memory the making of the diagram may take. With 0 there is none.

    Returns
    -------
    Samples
        The solutions, and whether they were drawn uniformly.

    Raises
    ------
    NoSolutionError
        If there is none.
    UndecidedError
        If a limit or `cancel` stopped a search.
    ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, with the solutions that random searches found until then.

    Notes
    -----
    The diagram is made anew by every call: to draw more later, keep `problem.diagram()`.

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
    method = "multicover" if problem.has_bounds else "dancing_cells"
    limits = Limits(1, time_limit, max_nodes, cancel)
    request = Request(Goal.FEW, limits, chosen=chosen, method=method)
    most_bytes = check_whole("max_bytes", max_bytes)
    watch = Watch(time_limit, cancel)
    with watch.running():
        return _sample(problem, n, rng, request, most_bytes, watch)


def _sample(
    problem: Problem,
    n: int,
    rng: np.random.Generator,
    request: Request,
    max_bytes: int,
    watch: Watch,
) -> Samples:
    """Draw from the diagram if it can be made, else by searches."""
    if problem.has_bounds:
        why = "a problem with bounds has no diagram"
    elif max_bytes == 0:
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


def _draw(diagram: Diagram, n: int, rng: np.random.Generator, watch: Watch) -> Samples:
    """Draw from a diagram, a few solutions at a time."""
    found: list[Solution] = []
    try:
        while len(found) < n:
            stop_if_due()
            found += diagram.sample(min(n - len(found), DRAWN_AT_ONCE), rng)
    except HaltedError:
        raise _undecided(watch.stop or Stop.CANCELLED, len(found), n) from None
    n_all = whole(diagram.count())
    return Samples(found, True, f"drawn from the diagram of all {n_all} solutions")


def _search(
    problem: Problem,
    n: int,
    rng: np.random.Generator,
    request: Request,
    watch: Watch,
    why: str,
) -> Samples:
    """Make a random search for every solution."""
    found: list[Solution] = []
    try:
        for seed in rng.integers(1 << 63, size=n).tolist():
            result = find_cover(problem, replace(within(request, watch), seed=seed))
            if result.solution is None and result.stopped:
                raise _undecided(result.stopped, len(found), n)
            found.append(result.get())
    except KeyboardInterrupt:
        raise Interrupted(Samples(found, False, why)) from None
    return Samples(found, False, why)


def _undecided(stopped: Stop, n_found: int, n: int) -> UndecidedError:
    return UndecidedError(
        f"the search was stopped ({stopped.value}) after {n_found} of {n} solutions were drawn"
    )
