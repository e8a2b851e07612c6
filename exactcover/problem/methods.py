"""The verbs as methods of a problem; each calls the function that `exactcover` exports."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from pathlib import Path

    import exactcover as package
    from exactcover.analysis.components import Component
    from exactcover.analysis.infeasibility import InfeasibleSubset
    from exactcover.analysis.reduction import Reduction
    from exactcover.diagrams.diagram import Diagram
    from exactcover.diagrams.sampling import Samples
    from exactcover.estimation.estimate import Estimate
    from exactcover.limits import Flag
    from exactcover.problem.problem import Problem
    from exactcover.search.request import ExecutorLike, ProgressLike, Seed
    from exactcover.search.result import Count, Result, Solution
    from exactcover.verbs.cheapest import Cheapest
    from exactcover.verbs.solve import Solutions

MAX_BYTES = 1 << 29
"""How much memory the making of a diagram may take."""


class Verbs:
    """The verbs of `Problem`: each calls the function of its name in the package."""

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
        chosen: Iterable[Any] = (),
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Result[Solution]:
        """Find one solution, or prove that there is none. See `exactcover.solve`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, chosen, method
            See `exactcover.solve`.
        workers, executor, checkpoint, resume
            See `exactcover.solve`.

        Returns
        -------
        Result[Solution]
            The solution or None, whether the search is complete, and its statistics.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["r"]}).solve().solution
        ('A', 'C')
        """
        return package.solve(
            _problem(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            chosen=chosen,
            method=method,
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
        chosen: Iterable[Any] = (),
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Solutions[Solution]:
        """Return an iterator over all solutions. See `exactcover.solutions`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, chosen, method
            See `exactcover.solutions`.
        workers, executor, checkpoint, resume
            See `exactcover.solutions`.

        Returns
        -------
        Solutions[Solution]
            The iterator, which searches no further than asked.

        Examples
        --------
        >>> from exactcover import Problem
        >>> [cover.indices for cover in Problem([["p"], ["q"], ["p", "q"]]).solutions()]
        [(0, 1), (2,)]
        """
        return package.solutions(
            _problem(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            chosen=chosen,
            method=method,
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
        chosen: Iterable[Any] = (),
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Count:
        """Count the solutions without building them. See `exactcover.count`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, chosen, method
            See `exactcover.count`.
        workers, executor, checkpoint, resume
            See `exactcover.count`.

        Returns
        -------
        Count
            An int, which also says whether the search is complete, and its statistics.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem([["p"], ["q"], ["p", "q"]]).count()
        2
        """
        return package.count(
            _problem(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            chosen=chosen,
            method=method,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )

    def cheapest(
        self,
        k: int = 1,
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        seed: Seed | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Cheapest:
        """Find the k cheapest solutions, with proof. See `exactcover.cheapest`.

        Parameters
        ----------
        k, time_limit, max_nodes, cancel, progress, seed, chosen, method
            See `exactcover.cheapest`.
        workers, executor, checkpoint, resume
            See `exactcover.cheapest`.

        Returns
        -------
        Cheapest
            The solutions and their costs, and whether it is proved that no others are cheaper.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem([["p"], ["p"]], costs=[3, 2]).cheapest().cost
        2
        """
        return package.cheapest(
            _problem(self),
            k,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            chosen=chosen,
            method=method,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )

    def diagram(
        self,
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
        max_bytes: int = MAX_BYTES,
    ) -> Diagram:
        """Find all solutions at once, as a decision diagram. See `exactcover.diagram_of`.

        Parameters
        ----------
        time_limit, max_nodes, cancel, progress, chosen, method, max_bytes
            See `exactcover.diagram_of`.

        Returns
        -------
        Diagram
            The diagram, which answers questions without any search.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem([[item] for item in range(100) for _ in range(2)]).diagram().count() == 2**100
        True
        """
        return package.diagram_of(
            _problem(self),
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            chosen=chosen,
            method=method,
            max_bytes=max_bytes,
        )

    def sample(
        self,
        n: int = 1,
        *,
        seed: Seed | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        chosen: Iterable[Any] = (),
        max_bytes: int = MAX_BYTES,
    ) -> Samples:
        """Draw n solutions at random, uniformly if that can be done. See `exactcover.sample`.

        Parameters
        ----------
        n, seed, time_limit, max_nodes, cancel, chosen, max_bytes
            See `exactcover.sample`.

        Returns
        -------
        Samples
            The solutions, and whether they were drawn uniformly.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem([["p"], ["q"], ["q"]]).sample(3, seed=1).uniform
        True
        """
        return package.sample(
            _problem(self),
            n,
            seed=seed,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            chosen=chosen,
            max_bytes=max_bytes,
        )

    def reduce(self, *, domain_consistency: bool = False) -> Reduction:
        """Make the problem smaller, without losing or gaining a solution. See `exactcover.reduce`.

        Parameters
        ----------
        domain_consistency
            See `exactcover.reduce`.

        Returns
        -------
        Reduction
            The smaller problem, and how its solutions become those of this one.

        Examples
        --------
        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["p", "q"], ["q"], ["r", "q"]], ["p", "q", "r"]).reduce())
        4 options, 3 items -> nothing: 2 options forced, 2 clashing, 3 items covered
        """
        return package.reduce(_problem(self), domain_consistency=domain_consistency)

    def components(self) -> list[Component]:
        """Split the problem into its independent parts. See `exactcover.components`.

        Returns
        -------
        list[Component]
            The parts.

        Examples
        --------
        >>> from exactcover import Problem
        >>> len(Problem([["p", "q"], ["r"]]).components())
        2
        """
        return package.components(_problem(self))

    def estimate(
        self,
        *,
        n_probes: int = 1000,
        seed: Seed | None = None,
        time_limit: float | None = None,
        method: str = "dancing_cells",
    ) -> Estimate:
        """Estimate how long a search for all solutions will take. See `exactcover.estimate`.

        Parameters
        ----------
        n_probes, seed, time_limit, method
            See `exactcover.estimate`.

        Returns
        -------
        Estimate
            The numbers of nodes and solutions and the time, each with an interval.

        Examples
        --------
        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["p"]]).estimate().solutions)
        2
        """
        return package.estimate(
            _problem(self), n_probes=n_probes, seed=seed, time_limit=time_limit, method=method
        )

    def explain_infeasible(
        self,
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
    ) -> InfeasibleSubset:
        """Find a few items that cannot be covered together. See `exactcover.explain_infeasible`.

        Parameters
        ----------
        time_limit, max_nodes, cancel, chosen, method
            See `exactcover.explain_infeasible`.

        Returns
        -------
        Explanation
            The items, and which of them may not be needed.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Problem([["p", "r"], ["q", "r"], ["s"]]).explain_infeasible().items
        ('p', 'q')
        """
        return package.explain_infeasible(
            _problem(self),
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            chosen=chosen,
            method=method,
        )


def _problem(verbs: Verbs) -> Problem:
    """Return the same object, typed as a problem: no other class has these methods."""
    return cast("Problem", verbs)


def attach(facade: ModuleType) -> None:
    """Call the public functions of a package, which attaches itself when it is imported.

    So this module, and all that use a problem, import nothing of the verbs above them.
    """
    globals()["package"] = facade
