"""`estimate`: the expected nodes, solutions and seconds of a search, before it starts.

A batch of random probes (see `exactcover.estimation.probes`) estimates the size of the search tree
without bias. The differences between ten batches give an interval for their mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from exactcover.portfolio.portfolio import load
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import check_number, check_time, generator
from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.formatting import format_duration
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, is_due, loading
from exactcover.runtime.search.protocol import Engine, Status, counting
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work

N_BATCHES = 10
PLAIN_NODES, PLAIN_UPDATES = 5, 20_000
"""The length of the ordinary search that measures the speed, for each probe; it completes small
trees."""
SLICE_VISITS = 1 << 23
"""A node may visit all items; this is the number of such visits between two checks of the time."""
PLAIN, PLAIN_WITH_BOUNDS = "dancing_cells", "multicover"
"""The engines whose trees the probes follow."""
LEAST_SECONDS = 0.1
PACE_FACTOR = 2.0
"""A node may take longer or shorter than in the timed part of the tree, by up to this factor."""


@dataclass(frozen=True)
class Estimate:
    """The expected nodes, solutions and seconds of a search for all solutions.

    Attributes
    ----------
    nodes, solutions, seconds
        Intervals for a search by one engine that does not memoise.
    n_probes
        The number of probes asked for; 0 if the whole tree was searched.
    complete
        Whether nodes and solutions are exact, because the tree was small enough to search it.
    """

    nodes: Interval
    solutions: Interval
    seconds: Interval
    n_probes: int
    complete: bool
    _repr_html_ = Method("exactcover.pictures.notebook", "estimate_html")

    def __str__(self) -> str:
        text = (
            f"{self.nodes} nodes, {self.solutions} solutions, {self.seconds.text(format_duration)}"
        )
        return f"{'exactly' if self.complete else 'about'} {text}"


def estimate(
    problem: Problem,
    *,
    n_probes: int = 1000,
    seed: int | np.random.Generator | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    method: str = "dancing_cells",
) -> Estimate:
    """Estimate the nodes, the solutions and the seconds of a search for all solutions.

    Parameters
    ----------
    problem
        The exact-cover problem.
    n_probes
        About how many random paths to follow, from the root of the search tree to a leaf. Fewer
        probes give wider intervals; 50 suffice to distinguish a second from an hour.
    seed
        The seed of the random branches: nodes and solutions are a function of it.
    time_limit
        The maximum number of seconds, but at least a tenth of a second. The estimate then uses the
        probes made so far.
    cancel, progress
        As for `exactcover.solve`; after `cancel`, too, the estimate uses the probes made so far.
    method
        The engine whose speed is measured. The tree is that of dancing cells (where items have
        bounds, that of "multicover", which is then also the default method); other engines that
        branch on an item with the fewest options have a similar one.

    Returns
    -------
    Estimate
        The numbers of nodes and solutions and the time, each with an interval.

    Raises
    ------
    ProblemError
        If `n_probes` is not a whole number above 0, or the method is unknown.
    UndecidedError
        If the time did not suffice for a single probe, or `cancel` was set before its end.

    Notes
    -----
    The means are unbiased (for trees of less than 1e300 nodes).

    References
    ----------
    D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
    (1975).

    Examples
    --------
    >>> from exactcover import Problem
    >>> rooks = Problem([[("row", i), ("column", k)] for i in range(12) for k in range(12)])
    >>> print(estimate(rooks, n_probes=100, seed=1).solutions)  # the truth is 479,001,600
    479,000,000 (390,000,000 to 583,000,000)
    """
    check_problem(problem)
    n_probes, rng = check_number("n_probes", n_probes), generator(seed)
    watch = Work(max(LEAST_SECONDS, check_time(time_limit)), cancel, progress)
    if problem.has_multiplicities:
        problem = problem.encoded  # whose solutions correspond one to one
    if problem.has_bounds and method == PLAIN:
        method = PLAIN_WITH_BOUNDS
    make = load(method, problem)
    try:
        with watch.reporting():
            engine = make(problem.links)
            plain = _search_some(engine, n_probes, problem.n_items, watch)
            return (
                _exact(engine, plain)
                if plain.is_complete
                else _estimate(problem, engine, plain, n_probes, rng)
            )
    except HaltedError:
        if watch.stop is None and is_due():
            raise  # a verb that called this one must stop
        raise UndecidedError(
            "the estimate was cancelled before one path from the root of the search tree ended"
            if watch.stop is not Stop.TIME
            else f"the time of {time_limit} seconds did not suffice for one path from the root of "
            "the search tree to an end"
        ) from None


def _exact(engine: Engine, plain: _Plain) -> Estimate:
    """Return the exact result of a search that is complete."""
    return Estimate(
        Interval.exact(engine.nodes),
        Interval.exact(engine.solutions),
        Interval.exact(plain.seconds).times(1.0, PACE_FACTOR),
        0,
        True,
    )


def _estimate(
    problem: Problem, engine: Engine, plain: _Plain, n_probes: int, rng: np.random.Generator
) -> Estimate:
    """Return the estimate of batches of random probes."""
    with loading():
        from exactcover.estimation.probes import Sampler

    batches = Sampler(problem.links, rng).batches(N_BATCHES, max(1, n_probes // N_BATCHES))
    nodes = Interval.of(batches.nodes)
    solutions = Interval.of(batches.solutions).widened(
        batches.n_solutions, batches.max_weight / len(batches.nodes)
    )
    seconds = nodes.times(plain.seconds_a_node, PACE_FACTOR)
    if engine.name == (
        PLAIN_WITH_BOUNDS if problem.has_bounds else PLAIN
    ):  # other engines make other updates
        seconds = Interval.of(batches.updates).times(plain.seconds_an_update, PACE_FACTOR)
    return Estimate(nodes, solutions, seconds, n_probes, False)


class _Plain(NamedTuple):
    """The result of a short search without sampling."""

    is_complete: bool
    seconds: float
    seconds_a_node: float
    seconds_an_update: float


def _search_some(engine: Engine, n_probes: int, n_items: int, watch: Work) -> _Plain:
    """Search for at most half the time, in slices; return the median speed of the slices.

    If the verb must stop, so does this; the first probe then says so.
    """
    out = counting()
    slices = []
    status = Status.BUDGET_SPENT
    least_left = watch.left / 2
    budget = max(1, min(n_probes, SLICE_VISITS // (n_items + 1)))
    while status == Status.BUDGET_SPENT:
        nodes, updates, start = engine.nodes, engine.updates, watch.seconds
        status = engine.advance(budget, out)
        slices.append((watch.seconds - start, engine.nodes - nodes, engine.updates - updates))
        if (
            engine.nodes >= PLAIN_NODES * n_probes
            or engine.updates >= PLAIN_UPDATES * n_probes
            or watch.left < least_left
            or is_due()
        ):
            break
    seconds, nodes_done, updates_done = np.array(slices).T
    # The median, because other processes may have delayed one of the slices.
    return _Plain(
        status == Status.EXHAUSTED,
        float(seconds.sum()),
        float(np.median(seconds / np.maximum(1, nodes_done))),
        float(np.median(seconds / np.maximum(1, updates_done))),
    )
