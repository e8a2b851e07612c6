"""The weighted count of solutions, which `exactcover.count` returns if it is given weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactcover.diagrams.base import MAX_BYTES
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.request import Request
from exactcover.runtime.search.work import Work

if TYPE_CHECKING:
    from exactcover.circuits.weights import Number, WeightsLike


def weighted_count(problem: Problem, weights: WeightsLike, request: Request) -> Number:
    """Return the sum, over all solutions, of the products of the weights of their options.

    Raises
    ------
    ProblemError
        If the weights are wrong, or the request asks for what a weighted count cannot do.
    UnfinishedError
        If a limit, `cancel` or the memory stops it. A part of the sum would tell nothing.
    """
    from exactcover.circuits.answers import weighted_sum
    from exactcover.circuits.circuit import finish
    from exactcover.circuits.weights import check_weights
    from exactcover.weighted.construction import solved

    check_problem(problem)
    check_plain(request)
    checked = check_weights(weights, problem)
    layering, limits = request.layering, request.limits
    most = MAX_BYTES if layering is None or layering.max_bytes is None else layering.max_bytes
    work = Work(limits.time_limit, limits.cancel, limits.progress)
    with work.doing("the weighted count"):
        found = solved(problem, request, most, work)
        return finish(weighted_sum(found.circuit, checked))


def check_plain(request: Request) -> None:
    """Raise ProblemError if a request of a count asks for what no weighted count can do."""
    layering, steering = request.layering, request.steering
    given = {
        "limit": request.limits.limit != UNLIMITED,
        "seed": request.seed is not None,
        "workers, executor, checkpoint and resume": request.parallel is not None,
        "up_to": request.up_to is not None,
        "order": layering is not None and layering.order is not None,
        "symmetries": layering is not None and layering.symmetries is not None,
        "max_cost": request.max_cost is not None,
        ", ".join(() if steering is None else steering.given): steering is not None,
    }
    for name, is_given in given.items():
        if is_given:
            raise ProblemError(
                f"weights and {name} cannot go together: a weighted count is made of all solutions "
                "at once"
            )
