"""What can be asked of a problem, as methods; each is a function of a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    import numpy as np

    from exactcover.analysis.components import Component
    from exactcover.analysis.infeasibility import InfeasibleSubset
    from exactcover.analysis.reduction import Reduction
    from exactcover.diagrams.diagram import Diagram
    from exactcover.diagrams.sampling import Samples
    from exactcover.estimation.estimate import Estimate
    from exactcover.limits import Flag
    from exactcover.problem.problem import Problem
    from exactcover.search.progress import Progress
    from exactcover.search.result import Count, Result, Solution
    from exactcover.verbs.cheapest import Cheapest
    from exactcover.verbs.cover_search import Controls
    from exactcover.verbs.solve import Solutions

MAX_BYTES = 1 << 29
"""How much memory the making of a diagram may take."""


class Verbs:
    """The verbs of `Problem`, which are imported when they are used."""

    __slots__ = ()

    def solve(self, **controls: Unpack[Controls]) -> Result[Solution]:
        """Find one solution, or prove that there is none: `exactcover.solve`."""
        from exactcover.verbs.solve import solve

        return solve(_problem(self), **controls)

    def solutions(self, **controls: Unpack[Controls]) -> Solutions[Solution]:
        """Iterate lazily over all solutions: `exactcover.solutions`."""
        from exactcover.verbs.solve import solutions

        return solutions(_problem(self), **controls)

    def count(self, **controls: Unpack[Controls]) -> Count:
        """Count the solutions without building them: `exactcover.count`."""
        from exactcover.verbs.solve import count

        return count(_problem(self), **controls)

    def cheapest(self, k: int = 1, **controls: Unpack[Controls]) -> Cheapest:
        """Find the k cheapest solutions, with proof: `exactcover.cheapest`.

        >>> from exactcover import Problem
        >>> Problem([["p"], ["p"]], costs=[3, 2]).cheapest().cost
        2
        """
        from exactcover.verbs.cheapest import cheapest

        return cheapest(_problem(self), k, **controls)

    def diagram(
        self,
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: bool | Callable[[Progress], object] | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
        max_bytes: int = MAX_BYTES,
    ) -> Diagram:
        """Find all solutions at once, as a decision diagram: `exactcover.diagram_of`.

        >>> from exactcover import Problem
        >>> Problem([[item] for item in range(100) for _ in range(2)]).diagram().count() == 2**100
        True
        """
        from exactcover.diagrams.construction import diagram_of

        return diagram_of(
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
        seed: int | np.random.Generator | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        chosen: Iterable[Any] = (),
        max_bytes: int = MAX_BYTES,
    ) -> Samples:
        """Draw n solutions at random, uniformly if that can be done: `exactcover.sample`.

        >>> from exactcover import Problem
        >>> Problem([["p"], ["q"], ["q"]]).sample(3, seed=1).uniform
        True
        """
        from exactcover.diagrams.sampling import sample

        return sample(
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
        """Make the problem smaller, without losing or gaining a solution: `exactcover.reduce`.

        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["p", "q"], ["q"], ["r", "q"]], ["p", "q", "r"]).reduce())
        4 options, 3 items -> nothing: 2 options forced, 2 clashing, 3 items covered
        """
        from exactcover.analysis.reduction import reduce

        return reduce(_problem(self), domain_consistency=domain_consistency)

    def components(self) -> list[Component]:
        """Split the problem into its independent parts: `exactcover.components`.

        >>> from exactcover import Problem
        >>> len(Problem([["p", "q"], ["r"]]).components())
        2
        """
        from exactcover.analysis.components import components

        return components(_problem(self))

    def estimate(
        self,
        *,
        n_probes: int = 1000,
        seed: int | np.random.Generator | None = None,
        time_limit: float | None = None,
        method: str = "dancing_cells",
    ) -> Estimate:
        """Estimate how long a search for all solutions will take: `exactcover.estimate`.

        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["p"]]).estimate().solutions)
        2
        """
        from exactcover.estimation.estimate import estimate

        return estimate(
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
        """Find a few items that cannot be covered together: `exactcover.explain_infeasible`.

        >>> from exactcover import Problem
        >>> Problem([["p", "r"], ["q", "r"], ["s"]]).explain_infeasible().items
        ('p', 'q')
        """
        from exactcover.analysis.infeasibility import explain_infeasible

        return explain_infeasible(
            _problem(self),
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            chosen=chosen,
            method=method,
        )

    def to_csp(self) -> Any:
        """Say it as a `csp.Model`: the options are variables, 1 where they are chosen, else 0.

        Examples
        --------
        >>> from exactcover import Problem
        >>> model = Problem([["p", "q"], ["p"], ["q"]]).to_csp()
        >>> [list(solution.values()) for solution in model.solutions()]
        [[0, 1, 1], [1, 0, 0]]
        """
        # Asked for by name: this package needs nothing of the one above it.
        return import_module("csp").Model.from_exact_cover(_problem(self))


def _problem(verbs: Verbs) -> Problem:
    """Return the same object as what it is: no other class has these verbs."""
    from exactcover.problem.problem import Problem

    assert isinstance(verbs, Problem)
    return verbs
