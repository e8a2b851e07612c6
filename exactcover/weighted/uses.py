"""`uses`: in how many solutions each option is, or how much these weigh."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from exactcover.diagrams.base import MAX_BYTES
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import check_whole
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import Limits, ProgressLike, Request
from exactcover.runtime.search.work import Work

if TYPE_CHECKING:
    from exactcover.circuits.weights import Number, WeightsLike


def uses(
    problem: Problem,
    *,
    weights: WeightsLike | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    max_bytes: int = MAX_BYTES,
) -> list[Number]:
    """Return for every option the number of solutions that contain it.

    Divided by the number of all solutions, it is the probability that a random solution has the
    option (its marginal).

    Parameters
    ----------
    problem
        The problem.
    weights
        As for `exactcover.count`: then it is the sum of the weights of these solutions.
    time_limit, max_nodes, cancel, progress, chosen
        As for `exactcover.solve`.
    method
        "decomposition" (tables), "diagram", or "auto", which tries them in turns.
    max_bytes
        The maximum memory for the tables or the diagram.

    Returns
    -------
    list
        Whole numbers, or fractions or floats as the weights are.

    Raises
    ------
    UnfinishedError
        If a limit, `cancel` or `max_bytes` stops it.
    ProblemError
        If an argument is wrong.

    Examples
    --------
    >>> from exactcover import Problem, uses
    >>> problem = Problem({"A": ["p", "q"], "B": ["p"], "C": ["q"], "D": ["q"]})
    >>> problem.count(), uses(problem)
    (3, [1, 2, 1, 1])
    >>> uses(problem, weights={"C": 5})
    [1, 6, 5, 1]
    """
    from exactcover.circuits.answers import weighted_shares
    from exactcover.circuits.circuit import finish
    from exactcover.circuits.weights import check_weights
    from exactcover.weighted.construction import solved

    check_problem(problem)
    checked = None if weights is None else check_weights(weights, problem)
    limits = Limits(None, time_limit, max_nodes, cancel)
    request = Request(Goal.COUNT, limits, chosen=chosen, method=method)
    most_bytes = check_whole("max_bytes", max_bytes)
    work = Work(time_limit, cancel, progress)
    with work.doing("the list of uses"):
        found = solved(problem, request, most_bytes, work)
        return finish(weighted_shares(found.circuit, checked, problem.n_options))
