"""The verbs that find the best solution, with proof: `minimize` and `maximize`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from csp.model.expressions import expression
from csp.model.model import Model
from csp.search.best import Best, least
from csp.search.lexical import least_in_order
from csp.search.request import Branching, ModelRequest, method_name
from exactcover.limits import Flag
from exactcover.search.goal import Goal
from exactcover.search.request import (
    ExecutorLike,
    Limits,
    Parallel,
    ProgressLike,
    Request,
    Seed,
)
from exactcover.search.result import Interrupted


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
    restart: int | None = None,
    sequence: str | None = None,
    method: str | None = None,
    solver: str | None = None,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Best:
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
    decide, order, values, restart, sequence, method, solver
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.

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
    """
    branching = Branching(decide, order, values, restart, sequence)
    limits = Limits(limit, time_limit, max_nodes, cancel, progress)
    parallel = Parallel.of(workers, executor, checkpoint, resume)
    search = Request(Goal.LIST, limits, seed, method=method_name(method, solver), parallel=parallel)
    request = ModelRequest(search, branching, solver)
    if isinstance(objective, list | tuple):
        return least_in_order(model, [expression(each) for each in objective], request)
    return least(model, replace(request, objective=expression(objective)))


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
    restart: int | None = None,
    sequence: str | None = None,
    method: str | None = None,
    solver: str | None = None,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Best:
    """Find a solution where an expression is greatest, by branch and bound.

    Parameters
    ----------
    model
        The model.
    objective
        The expression, or a list of them, as for `minimize`.
    limit, time_limit, max_nodes, cancel, progress, seed
        As for `minimize`.
    decide, order, values, restart, sequence, method, solver
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
    negated: Any = (
        [-expression(each) for each in objective]
        if isinstance(objective, list | tuple)
        else -expression(objective)
    )
    try:
        best = minimize(
            model,
            negated,
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            decide=decide,
            order=order,
            values=values,
            restart=restart,
            sequence=sequence,
            method=method,
            solver=solver,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )
    except Interrupted as interrupted:
        raise Interrupted(_negated(cast(Best, interrupted.result))) from None
    return _negated(best)


def _negated(best: Best) -> Best:
    value = tuple(-v for v in best.value) if isinstance(best.value, tuple) else _minus(best.value)
    return replace(best, value=value, bound=_minus(best.bound))


def _minus(value: int | None) -> int | None:
    return None if value is None else -value
