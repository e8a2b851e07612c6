"""The verbs that find the best solution, with proof: `minimize` and `maximize`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, cast, overload

from csp.model.model import Model
from csp.model.objective import objective_of
from csp.request import ModelRequest
from csp.verbs.best import Best
from csp.verbs.lexicographic import least_in_order
from csp.verbs.model_search import least
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import (
    ExecutorLike,
    ProgressLike,
    Seed,
)
from exactcover.runtime.search.result import Interrupted

if TYPE_CHECKING:
    from csp.model.operator_types import Term

Several: TypeAlias = list[Any] | tuple[Any, ...]
"""Objectives in order."""


class Controls(TypedDict, total=False):
    """The keywords of `minimize` and `maximize`, for type checkers."""

    limit: int | None
    time_limit: float | None
    max_nodes: int | None
    cancel: Flag | None
    progress: ProgressLike | None
    seed: Seed | None
    decide: Iterable[Any] | None
    order: str | None
    values: str | Mapping[Any, int] | None
    near: Mapping[Any, int] | None
    restart: int | None
    sequence: str | tuple[str, float] | None
    method: str | None
    solver: str | None
    bound: str | None
    log: bool
    workers: int | None
    executor: ExecutorLike | None
    checkpoint: str | Path | None
    resume: str | Path | None


@overload
def minimize(model: Model, objective: Term, **controls: Unpack[Controls]) -> Best[int]: ...
@overload
def minimize(
    model: Model, objective: Several, **controls: Unpack[Controls]
) -> Best[tuple[int, ...]]: ...
def minimize(
    model: Model,
    objective: Any,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str | None = None,
    values: str | Mapping[Any, int] | None = None,
    near: Mapping[Any, int] | None = None,
    restart: int | None = None,
    sequence: str | tuple[str, float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    bound: str | None = None,
    log: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Best[Any]:
    """Find a solution where an expression is least, by branch and bound.

    Parameters
    ----------
    model
        The model.
    objective
        The expression; or a list of expressions, of which the first is made least, then the second
        among the solutions where the first is least, and so on.
    limit
        Stop after this many improvements.
    time_limit, max_nodes, cancel, progress, seed
        As for `solve`.
    decide, order, restart, sequence, solver, log
        As for `solve`.
    values
        As for `solve`. A mapping, such as an earlier solution, is a start. If it has a value for
        each variable and is a solution, the result is never worse, however early the search stops.
        It is also the first solution that is found, except by the methods "cores" and "linear" and
        by several workers, which may find others before. Other solvers take no start.
    near
        A plan, as for `changes`: of the best solutions, one with as few changes as possible is
        wanted. The search begins near the plan, unless `values` says where. After the best value a
        last search looks for the fewest changes, and `progress` and `log` report these.
    method
        As for `solve`; also "neighbourhoods", large-neighbourhood search: it finds good solutions
        of large models, and rarely proves that they are the best; "linear", branch and bound by
        linear relaxations with cuts: it proves the best rosters, covers, assignments and tours; and
        "cores", clause learning that assumes the least cost of each term of a sum, and raises the
        bound with each set of terms that cannot all have it: for sums of conditions.
    bound
        "linear": solve the linear relaxation of the model before the search, by HiGHS
        (`pip install scipy`). Its prices make a constraint that bounds the objective, and removes
        values by their reduced costs. It pays for knapsacks, assignments and round trips.
    workers, executor, checkpoint, resume
        As for `solve`: workers share the best value, so that each looks for better ones only.

    Returns
    -------
    Best
        The solution and its value, and whether it is proved that no other is better.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, whose `result` is the best found until then.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="x")
    >>> model.post(2 * x + 3 * y >= 13)
    >>> best = model.minimize(x + y)
    >>> best.value, best.complete
    (5, True)

    Of these solutions, that with the greatest y:

    >>> model.minimize([x + y, -y]).value
    (5, -5)

    And the one that is nearest to a plan:

    >>> model.minimize(x + y, near={x: 1, y: 2}).solution
    Assignment(x[0]=1, x[1]=4)
    """
    request = ModelRequest.of(Goal.LIST, locals())
    return _least(model, objective, request, near)


@overload
def maximize(model: Model, objective: Term, **controls: Unpack[Controls]) -> Best[int]: ...
@overload
def maximize(
    model: Model, objective: Several, **controls: Unpack[Controls]
) -> Best[tuple[int, ...]]: ...
def maximize(
    model: Model,
    objective: Any,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str | None = None,
    values: str | Mapping[Any, int] | None = None,
    near: Mapping[Any, int] | None = None,
    restart: int | None = None,
    sequence: str | tuple[str, float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    bound: str | None = None,
    log: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Best[Any]:
    """Find a solution where an expression is greatest, by branch and bound.

    Parameters
    ----------
    model
        The model.
    objective
        The expression, or a list of them, as for `minimize`.
    limit, time_limit, max_nodes, cancel, progress, seed
        As for `minimize`.
    decide, order, values, near, restart, sequence, method, solver, bound, log
        As for `minimize`.
    workers, executor, checkpoint, resume
        As for `minimize`.

    Returns
    -------
    Best
        The solution and its value, and whether it is proved that no other is better.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, whose `result` is the best found until then.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="x")
    >>> model.post(2 * x + 3 * y <= 13)
    >>> model.maximize(x + y).value
    6
    """
    request = ModelRequest.of(Goal.LIST, locals(), sign=-1)
    negated: Any = (
        [-objective_of(each) for each in objective]
        if isinstance(objective, list | tuple)
        else -objective_of(objective)
    )
    try:
        best = _least(model, negated, request, near)
    except Interrupted as interrupted:
        raise Interrupted(_negated(cast(Best[Any], interrupted.result))) from None
    return _negated(best)


def _least(
    model: Model, objective: Any, request: ModelRequest, near: Mapping[Any, int] | None
) -> Best[Any]:
    """Return the solution where one expression is least, or several in order; near a plan."""
    if isinstance(objective, list | tuple):
        return least_in_order(model, [*map(objective_of, objective)], request, near)
    if near is None:
        return least(model, replace(request, objective=objective_of(objective)))
    try:
        return _of_one(least_in_order(model, [objective_of(objective)], request, near))
    except Interrupted as interrupted:
        raise Interrupted(_of_one(cast(Best[Any], interrupted.result))) from None


def _of_one(best: Best[Any]) -> Best[Any]:
    """Return the result for a list of one expression as that for the expression."""
    return replace(best, value=None if best.value is None else best.value[0])


def _negated(best: Best[Any]) -> Best[Any]:
    """Return the result for the negative of what was to be greatest as that for itself."""
    value = tuple(-v for v in best.value) if isinstance(best.value, tuple) else _minus(best.value)
    return replace(best, value=value, bound=_minus(best.bound))


def _minus(value: int | None) -> int | None:
    return None if value is None else -value
