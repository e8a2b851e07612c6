"""The portfolios for models: engines that search in turns, and share what they find.

Which engine has a turn when is said in `csp.portfolio.schedules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.model_engine import ModelEngine
from csp.portfolio.plan import PROPAGATION, Plan
from csp.portfolio.turns import Following
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.portfolio.portfolio import Key, Portfolio
from exactcover.runtime.portfolio.schedule import Schedule
from exactcover.runtime.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.portfolio.engines import Engines


class ModelPortfolio(Portfolio[ModelEngine], ModelEngine):
    """The portfolio as an engine (`exactcover.runtime.search.protocol.Engine`).

    Parameters
    ----------
    engines
        Makes the engines.
    schedule
        Makes the schedule, as for `Portfolio`.
    """

    def __init__(
        self,
        engines: Engines,
        schedule: Callable[[Portfolio[ModelEngine]], Schedule[ModelEngine]],
    ) -> None:
        first = engines[PROPAGATION]
        self.origins = first.origins
        super().__init__(first.depth, schedule)

    @property
    def failures(self) -> int:
        """The failures of all engines that count them."""
        return sum(engine.failures or 0 for engine in self._engines.values())

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return min(engine.bound for engine in self._engines.values())

    def _part_of_last(self) -> float:
        """Return the outlook of the last engine, which the snapshot keeps for the schedule."""
        return self._engine.outlook()

    @staticmethod
    def key(row: U32, length: int) -> Key:
        """Return the numbers of a solution."""
        return tuple(row[:length].tolist())


class PlannedPortfolio(ModelPortfolio):
    """The portfolio as an engine, for few solutions, by a schedule that is a table.

    Parameters
    ----------
    engines
        Makes the engines.
    plan
        The schedule.

    Attributes
    ----------
    engines
        As above.
    """

    def __init__(self, engines: Engines, plan: Plan) -> None:
        self.engines = engines
        super().__init__(engines, lambda this: Following(plan, engines, this).schedule())


class BestPortfolio(PlannedPortfolio):
    """The portfolio as an engine, for the best solution; its engines share the best value.

    Parameters
    ----------
    engines, plan
        As above.
    """

    def __init__(self, engines: Engines, plan: Plan) -> None:
        self._made = engines.made
        self._best: list[int] | None = None
        super().__init__(engines, plan)

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return min(engine.bound for engine in self._made.values())

    def preferred(self) -> list[int]:
        """Return the values of the variables that propagation would try first."""
        return self._made[PROPAGATION].preferred()

    def least_goal(self) -> int | None:
        """Return the least value that the objective can have, as far as one engine knows it."""
        known = [engine.least_goal() for engine in self._made.values()]
        return max((least for least in known if least is not None), default=None)

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

        Engines also need to know the lower bound of others: clause learning tries low values of the
        objective, and neighbourhoods are those of the best solution.
        """
        super()._begin_slice()
        least, bound = self.least_goal(), self.bound
        for engine in self._made.values():
            if self._best is not None:
                engine.improve(self._best, bound)
            engine.restrict(bound)
            if least is not None:
                engine.raise_goal(least)

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Continue from a solution that another search found, if it is better than the best one."""
        if bound < self.bound:
            self._best = list(values)
            for engine in self._made.values():
                engine.restrict(bound)

    def raise_goal(self, least: int) -> None:
        """Use a lower bound of the objective that another search has proved."""
        for engine in self._made.values():
            engine.raise_goal(least)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        best = np.array(self._best or [], dtype=np.int64)
        return super().snapshot() | {"best solution": best}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on from the position of another portfolio, made alike, when it made the snapshot."""
        super().restore(snapshot)
        self._best = snapshot["best solution"].tolist() or None
