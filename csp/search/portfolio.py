"""The portfolios for models: engines that search in turns, and share what they find.

When each engine has its turn is said in `csp.search.schedules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.model.expressions import MOST_WHOLE
from csp.search.breaking import Breaker, Broken
from csp.search.schedules import Variants, first_slice, for_best, other_slices
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.portfolio.portfolio import Key, Portfolio
from exactcover.runtime.portfolio.slices import Schedule
from exactcover.runtime.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.learning.engine import Learning
    from csp.search.engine import Propagation
    from csp.search.methods import Solver
    from csp.search.neighbourhoods import Neighbourhoods
    from csp.search.relaxed import Relaxed


class ModelPortfolio(Portfolio["Solver"]):
    """The portfolio as an engine (`exactcover.runtime.search.protocol.Engine`).

    Parameters
    ----------
    propagation
        The engine that searches first.
    schedule
        Makes the schedule, as for `Portfolio`.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    def __init__(
        self, propagation: Propagation, schedule: Callable[[Portfolio[Solver]], Schedule[Solver]]
    ) -> None:
        self.origins = propagation.origins
        super().__init__(propagation.depth, schedule)

    @property
    def failures(self) -> int:
        """The failures of all engines that count them."""
        return sum(getattr(each, "failures", 0) for each in self._engines.values())

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return min(getattr(each, "bound", MOST_WHOLE) for each in self._engines.values())

    def _part_of_last(self) -> float:
        """Return what the schedule depends on, which is then in the snapshot.

        For propagation it is the part that is closed, whenever others asked for it; for clause
        learning with assumptions how near the bound has come; for linear relaxations what further
        time slices are worth; else 0.
        """
        for name in ("closed", "worth"):
            if hasattr(self._engine, name):
                return float(getattr(self._engine, name)())
        return 0.0

    @staticmethod
    def key(row: U32, length: int) -> Key:
        """Return the numbers of a solution."""
        return tuple(row[:length].tolist())


class BestPortfolio(ModelPortfolio):
    """The portfolio as an engine, for the best solution; its engines share the best value.

    Parameters
    ----------
    propagation
        The engine that searches first.
    variants
        Engines of propagation that branch in other ways: name -> a function that returns one.
    generate
        Returns the engine of lazy clause generation.
    bound
        Returns the engine of branch and bound by linear relaxations.
    relax
        Returns the engine that searches neighbourhoods of the best solution.
    why
        The description of the propagation engine, for the statistics.
    is_early
        Returns whether the linear relaxation comes early, because it may well bound the objective.
    breaker
        Returns engines that search for one of symmetric solutions, if there are such.
    has_tasks
        Whether tasks share machines or resources.
    """

    def __init__(
        self,
        propagation: Propagation,
        variants: Variants,
        generate: Callable[[], Learning],
        bound: Callable[[], Relaxed],
        relax: Callable[[], Neighbourhoods],
        why: str,
        *,
        is_early: Callable[[], bool],
        breaker: Breaker,
        has_tasks: bool,
    ) -> None:
        self.preferred = propagation.preferred
        self._sharing: list[Propagation | Learning | Relaxed | Neighbourhoods] = [propagation]
        self._bounding: list[Propagation | Learning | Relaxed] = [propagation]
        self._relaxed: Neighbourhoods | None = None
        self._best: list[int] | None = None

        def generated(generate: Callable[[], Learning] = generate) -> Learning:
            learning = generate()
            learning.prefer(propagation.preferred())
            self._sharing.append(learning)
            self._bounding.append(learning)
            return learning

        def bounded() -> Relaxed:
            linear = bound()
            linear.gives_up = True
            self._sharing.append(linear)
            self._bounding.append(linear)
            return linear

        def varied(make: Callable[[], Propagation]) -> Propagation:
            self._sharing.append(made := make())
            return made

        def relaxed() -> Neighbourhoods:
            self._relaxed = relax()
            self._sharing.append(self._relaxed)
            self._tell_neighbourhoods()
            return self._relaxed

        def less_symmetric(patience: int) -> Broken | None:
            found = breaker(patience)
            if found is None:
                return None
            made: dict[str, Callable[[], Propagation]] = {
                name: partial(varied, make) for name, make in found.propagation.items()
            }
            return Broken(made, partial(generated, found.generate))

        others = {name: partial(varied, make) for name, make in variants.items()}
        first = [first_slice(propagation, why), *other_slices(others)]
        engines = first, generated, bounded, relaxed
        schedule = partial(for_best, *engines, is_early, less_symmetric, has_tasks)
        super().__init__(propagation, schedule)

    def least_goal(self) -> int | None:
        """Return the least value that the objective can have, as far as one engine knows it."""
        known = [each.least_goal() for each in self._bounding]
        return max((each for each in known if each is not None), default=None)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        before = self.solutions
        status = super().advance(node_budget, out)
        found = self.solutions - before
        if found and len(out.rows):
            row = out.rows[found - 1, : self.depth].tolist()
            self._best = [o + k for o, k in zip(self.origins, row, strict=True)]
        return status

    def _begin_slice(self) -> None:
        """Begin the next time slice, in which only better solutions than the best one count.

        Clause learning also needs to know the lower bound of relaxations: it tries low values of
        the objective.
        """
        super()._begin_slice()
        least = self.least_goal()
        best = min(each.bound for each in self._sharing)
        self._tell_neighbourhoods()
        for each in self._sharing:
            each.bound = best
            if least is not None and hasattr(each, "raise_goal"):
                each.raise_goal(least)

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Continue from a solution that another search found, if it is better than the best one.

        Parameters
        ----------
        values
            The values of the variables of the model.
        bound
            The greatest value of the objective that is accepted then.
        """
        if bound < self.bound:
            self._best = list(values)
            for each in self._sharing:
                each.bound = bound

    def _tell_neighbourhoods(self) -> None:
        """Let the neighbourhoods be those of the best solution."""
        if self._relaxed is not None and self._best is not None:
            self._relaxed.improve(self._best, min(each.bound for each in self._sharing))

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        best = np.array(self._best or [], dtype=np.int64)
        return super().snapshot() | {"best solution": best}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on from the position of another portfolio, made alike, when it made the snapshot."""
        super().restore(snapshot)
        self._best = snapshot["best solution"].tolist() or None
