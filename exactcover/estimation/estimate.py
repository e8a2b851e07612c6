"""How long will it take? Estimates of a search before it is begun.

A tour (see `exactcover.estimation.probes`) is a search in miniature whose result is right on
average. Ten tours into different branches differ, and so tell how far their mean may lie from the
truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from exactcover.arguments import check_number, check_problem, check_time, generator
from exactcover.errors import ProblemError, UndecidedError
from exactcover.limits import HaltedError, Watch, loading
from exactcover.portfolio.selection import load
from exactcover.problem.problem import Problem
from exactcover.search.interval import Figure, duration
from exactcover.search.protocol import Engine, Status, counting

N_TOURS = 10
PLAIN_NODES, PLAIN_UPDATES = 5, 20_000
"""So much plain search, for each dive asked for, shows the pace, and ends if the tree is small."""
SLICE_VISITS = 1 << 23
"""A node may go through all items: so many are gone through before the time is looked at."""
LEAST_SECONDS = 0.1
PACE_FACTOR = 2.0
"""Some parts of a tree take so much more or less time for a node than the part that was timed."""


@dataclass(frozen=True)
class Estimate:
    """What a search for all solutions is expected to do.

    Attributes
    ----------
    nodes, solutions, seconds
        Of a search by one engine that keeps no memo.
    n_dives
        How many dives were asked for; 0 where none was needed.
    complete
        Whether nodes and solutions are exact, because the tree is so small that it was searched.
    """

    nodes: Figure
    solutions: Figure
    seconds: Figure
    n_dives: int
    complete: bool

    def __str__(self) -> str:
        figures = f"{self.nodes} nodes, {self.solutions} solutions, {self.seconds.text(duration)}"
        return f"{'exactly' if self.complete else 'about'} {figures}"


def estimate(
    problem: Problem,
    *,
    n_dives: int = 1000,
    seed: int | np.random.Generator | None = None,
    time_limit: float | None = None,
    method: str = "dancing_cells",
) -> Estimate:
    """Estimate how many nodes a search for all solutions visits, how many it finds, how long.

    Parameters
    ----------
    problem
        The exact-cover problem, without bounds on items.
    n_dives
        About how many paths to follow, from the root of the search tree to an end. With fewer the
        intervals are wider; 50 will do to tell a second from an hour.
    seed
        For the random branches: with the same seed, nodes and solutions are the same again.
    time_limit
        Stop after so many seconds, with what is known by then; a tenth of a second is always taken.
    method
        The engine whose pace is measured. The tree is that of dancing cells; other engines which
        branch on an item with the fewest options have much the same.

    Returns
    -------
    Estimate
        The numbers of nodes and solutions and the time, each with an interval.

    Raises
    ------
    ProblemError
        If `n_dives` is not a whole number above 0, the method is unknown, or items have bounds.
    UndecidedError
        If the time did not suffice for a single dive.

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
    >>> print(estimate(rooks, n_dives=100, seed=1).solutions)  # the truth is 479,001,600
    479,000,000 (390,000,000 to 583,000,000)
    """
    check_problem(problem)
    if problem.has_bounds:
        raise ProblemError("estimate: a search with bounds cannot be estimated")
    n_dives, rng = check_number("n_dives", n_dives), generator(seed)
    watch = Watch(max(LEAST_SECONDS, check_time(time_limit)))
    make = load(method, problem)
    try:
        with watch.running():
            engine = make(problem.links)
            plain = _search_some(engine, n_dives, problem.n_items, watch)
            return (
                _exact(engine, plain)
                if plain.is_complete
                else _estimate(problem, engine, plain, n_dives, rng)
            )
    except HaltedError:
        raise UndecidedError(
            f"the time of {time_limit} seconds did not suffice for one path from the root of the "
            "search tree to an end"
        ) from None


def _exact(engine: Engine, plain: _Plain) -> Estimate:
    """Return what a search showed that came to its end."""
    return Estimate(
        Figure.exact(engine.nodes),
        Figure.exact(engine.solutions),
        Figure.exact(plain.seconds).times(1.0, PACE_FACTOR),
        0,
        True,
    )


def _estimate(
    problem: Problem, engine: Engine, plain: _Plain, n_dives: int, rng: np.random.Generator
) -> Estimate:
    """Estimate by tours."""
    with loading():
        from exactcover.estimation.probes import Sampler

    tours = Sampler(problem.links, rng).tours(N_TOURS, max(1, n_dives // N_TOURS))
    nodes = Figure.of(tours.nodes)
    solutions = Figure.of(tours.solutions).allowing_for(
        tours.n_solutions, tours.heaviest / len(tours.nodes)
    )
    seconds = nodes.times(plain.seconds_a_node, PACE_FACTOR)
    if engine.name == "dancing_cells":  # of the others it is not known which updates they make
        seconds = Figure.of(tours.updates).times(plain.seconds_an_update, PACE_FACTOR)
    return Estimate(nodes, solutions, seconds, n_dives, False)


class _Plain(NamedTuple):
    """What a short search without any sampling showed."""

    is_complete: bool
    seconds: float
    seconds_a_node: float
    seconds_an_update: float


def _search_some(engine: Engine, n_dives: int, n_items: int, watch: Watch) -> _Plain:
    """Search for a short while, in slices whose paces are compared: for half the time at most."""
    out = counting()
    slices = []
    status = Status.BUDGET_SPENT
    least_left = watch.left / 2
    budget = max(1, min(n_dives, SLICE_VISITS // (n_items + 1)))
    while status == Status.BUDGET_SPENT:
        nodes, updates, start = engine.nodes, engine.updates, watch.seconds
        status = engine.advance(budget, out)
        slices.append((watch.seconds - start, engine.nodes - nodes, engine.updates - updates))
        if (
            engine.nodes >= PLAIN_NODES * n_dives
            or engine.updates >= PLAIN_UPDATES * n_dives
            or watch.left < least_left
        ):
            break
    seconds, nodes_done, updates_done = np.array(slices).T
    # The median, for other processes may have held us up in one of them.
    return _Plain(
        status == Status.EXHAUSTED,
        float(seconds.sum()),
        float(np.median(seconds / np.maximum(1, nodes_done))),
        float(np.median(seconds / np.maximum(1, updates_done))),
    )
