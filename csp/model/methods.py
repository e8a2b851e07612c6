"""The verbs as methods of a model; each calls the function that `csp` exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from pathlib import Path

    import csp as package
    from csp.model.model import Model
    from csp.model.solution import Assignment
    from csp.search.optimize import Best
    from csp.search.solve import Solutions
    from exactcover.limits import Flag
    from exactcover.search.request import ExecutorLike, ProgressLike, Seed
    from exactcover.search.result import Count, Result


class Verbs:
    """The verbs of `Model`: each calls the function of its name in the package."""

    __slots__ = ()

    def solve(
        self,
        *,
        limit: int | None = 1,
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
    ) -> Result[Assignment]:
        """Find one solution, or prove that there is none. See `csp.solve`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed
            See `csp.solve`.
        decide, order, values, restart, sequence, method, solver
            See `csp.solve`.
        workers, executor, checkpoint, resume
            See `csp.solve`.

        Returns
        -------
        Result[Assignment]
            The solution or None, whether the search is complete, and its statistics.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x = model.variable(range(10), name="x")
        >>> model.post(3 * x == 12)
        >>> model.solve().solution
        Assignment(x=4)
        """
        return package.solve(
            _model(self),
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

    def solutions(
        self,
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
    ) -> Solutions:
        """Return an iterator over all solutions. See `csp.solutions`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed
            See `csp.solutions`.
        decide, order, values, restart, sequence, method, solver
            See `csp.solutions`.
        workers, executor, checkpoint, resume
            See `csp.solutions`.

        Returns
        -------
        Solutions
            The iterator, which searches no further than asked.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x = model.variable(range(10), name="x")
        >>> model.post(x * x <= 1)
        >>> list(model.solutions())
        [Assignment(x=0), Assignment(x=1)]
        """
        return package.solutions(
            _model(self),
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

    def count(
        self,
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
    ) -> Count:
        """Count the solutions without building them. See `csp.count`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed
            See `csp.count`.
        decide, order, values, restart, sequence, method, solver
            See `csp.count`.
        workers, executor, checkpoint, resume
            See `csp.count`.

        Returns
        -------
        Count
            An int, which also says whether the search is complete, and its statistics.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x = model.variable(range(10), name="x")
        >>> model.post(x > 6)
        >>> model.count()
        3
        """
        return package.count(
            _model(self),
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

    def minimize(
        self,
        expression: Any,
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
        """Find a solution where an expression is least, with proof. See `csp.minimize`.

        Parameters
        ----------
        expression, limit, time_limit, max_nodes, cancel, progress, seed
            See `csp.minimize`.
        decide, order, values, restart, sequence, method, solver
            See `csp.minimize`.
        workers, executor, checkpoint, resume
            See `csp.minimize`.

        Returns
        -------
        Best
            The solution and its value, and whether it is proved that no other is better.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x = model.variable(range(10), name="x")
        >>> model.post(x > 6)
        >>> model.minimize(2 * x).value
        14
        """
        return package.minimize(
            _model(self),
            expression,
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

    def maximize(
        self,
        expression: Any,
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
        """Find a solution where an expression is greatest, with proof. See `csp.maximize`.

        Parameters
        ----------
        expression, limit, time_limit, max_nodes, cancel, progress, seed
            See `csp.maximize`.
        decide, order, values, restart, sequence, method, solver
            See `csp.maximize`.
        workers, executor, checkpoint, resume
            See `csp.maximize`.

        Returns
        -------
        Best
            The solution and its value, and whether it is proved that no other is better.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x = model.variable(range(10), name="x")
        >>> model.post(x < 6)
        >>> model.maximize(2 * x).value
        10
        """
        return package.maximize(
            _model(self),
            expression,
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


def _model(verbs: Verbs) -> Model:
    """Return the same object, typed as a model: no other class has these methods."""
    return cast("Model", verbs)


def attach(facade: ModuleType) -> None:
    """Call the public functions of a package, which attaches itself when it is imported.

    So this module, and all that use a model, import nothing of the verbs above them.
    """
    globals()["package"] = facade
