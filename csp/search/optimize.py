"""The verbs that find the best solution, with proof: `minimize` and `maximize`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from csp.model.expressions import expression
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.search.model_search import begin, decode
from csp.search.request import Branching, ModelRequest, method_name
from exactcover.errors import UndecidedError
from exactcover.limits import Flag, Stop
from exactcover.methods import Method
from exactcover.search.goal import Goal
from exactcover.search.request import (
    ExecutorLike,
    Limits,
    Parallel,
    ProgressLike,
    Request,
    Seed,
)
from exactcover.search.result import Interrupted, Statistics


@dataclass(frozen=True, slots=True)
class Best:
    """The best solution, or the best that was found until the search was stopped.

    Attributes
    ----------
    solution
        The solution, or None.
    value
        The value of the expression there, or None.
    complete
        Whether the whole search was done: then `solution` is optimal, or there is none.
    stopped
        Why the search ended before that, or None.
    """

    solution: Assignment | None
    value: int | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics

    _repr_html_ = Method("csp.notebook", "best_html")

    def __bool__(self) -> bool:
        """Return whether a solution exists.

        Raises
        ------
        UndecidedError
            If the search was stopped before this was known.
        """
        if self.solution is None and not self.complete:
            raise UndecidedError("the search was stopped before it found a solution, or none")
        return self.solution is not None


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
        The expression.
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
    """
    wanted = expression(objective)
    request = ModelRequest(
        Request(
            Goal.LIST,
            Limits(limit, time_limit, max_nodes, cancel, progress),
            seed,
            method=method_name(method, solver),
            parallel=Parallel.of(workers, executor, checkpoint, resume),
        ),
        Branching(decide, order, values, restart, sequence),
        solver,
        wanted,
    )
    search, engine = begin(model, request)
    solution: Assignment | None = None
    value: int | None = None
    while some := search.collect():
        for found in some:
            decoded = decode(model, engine, found)
            if value is None or decoded[wanted] < value:
                solution, value = decoded, int(decoded[wanted])
        if search.interrupted:
            break
    result = Best(solution, value, search.complete, search.stopped, search.statistics)
    if search.interrupted:
        raise Interrupted(result)
    return result


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
        The expression.
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
    try:
        best = minimize(
            model,
            -expression(objective),
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
    value = None if best.value is None else -best.value
    return Best(best.solution, value, best.complete, best.stopped, best.statistics)
