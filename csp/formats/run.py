"""The search of an instance as solvers' competitions want it: solutions one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from csp.formats.instance import Instance
from csp.model.expressions import Expression
from csp.model.solution import Assignment
from csp.request import ModelRequest
from csp.verbs.best import Best
from csp.verbs.model_search import ModelSearch, begin, best_bound, decode
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.result import Interrupted, Statistics

if TYPE_CHECKING:
    from exactcover.verbs.cover_search import Searching


@dataclass
class Run:
    """A search; iterating over it yields its solutions, of which the last is the best.

    Parameters
    ----------
    instance
        The instance.
    limit
        The most solutions where all are alike; None for all of them.
    improving
        Whether to yield every solution that is better than those before, where one is wanted that
        is best; else only the best one. Of several objectives only the best one is known.
    controls
        Keywords of the verbs.

    Attributes
    ----------
    complete
        Whether the search is complete, and proves what it has found: it does not where bounds of
        variables are assumed.
    stopped
        Why it ended before that, or None.
    value
        The value of the objective in the best solution so far; None if there is none.
    best
        That solution.
    """

    instance: Instance
    limit: int | None
    improving: bool
    controls: dict[str, Any]
    complete: bool = False
    stopped: Stop | None = None
    value: Any = None
    best: Assignment | None = None
    _search: Searching | None = field(default=None, repr=False)
    _statistics: Statistics | None = field(default=None, repr=False)

    def __iter__(self) -> Iterator[Assignment]:
        """Yield the solutions."""
        objective = self.instance.objective
        if isinstance(objective, list):
            return self._best_of_several()
        if objective is not None:
            return self._improvements(objective)
        return self._alike()

    @property
    def statistics(self) -> Statistics | None:
        """The statistics of the search so far; None before its begin."""
        return self._statistics if self._search is None else self._search.statistics

    @property
    def failures(self) -> int | None:
        """The failures of the engine that searches; None if they are not counted."""
        return self._search.failures if isinstance(self._search, ModelSearch) else None

    @property
    def bound(self) -> int | None:
        """The value that no solution is better than, as far as it is known."""
        if self._search is None or self.instance.assumed:
            return None
        value = None if self.value is None else self._sign * self.value
        found = best_bound(self._search, value)
        return None if found is None else self._sign * found

    @property
    def _sign(self) -> int:
        return -1 if self.instance.goal == "maximize" else 1

    def _proves(self, is_complete: bool) -> bool:
        return is_complete and not self.instance.assumed

    def _alike(self) -> Iterator[Assignment]:
        goal = Goal.FEW if self.limit == 1 else Goal.LIST
        given = self.controls | {"limit": self.limit}
        yield from self._found(ModelRequest.of(goal, given, is_for_one=self.limit == 1))

    def _improvements(self, objective: Expression) -> Iterator[Assignment]:
        """Yield solutions as they are found, each better than those before, or the last of them."""
        wanted = self._sign * objective
        request = ModelRequest.of(Goal.LIST, self.controls, objective=wanted, sign=self._sign)
        for solution in self._found(request):
            value = self._sign * solution[wanted]
            if self.value is None or self._sign * (value - self.value) < 0:
                self.value, self.best = value, solution
                if self.improving:
                    yield solution
        if self.best is not None and not self.improving:
            yield self.best

    def _found(self, request: ModelRequest) -> Iterator[Assignment]:
        """Yield the solutions of a search as they are found."""
        search, engine = begin(self.instance.model, request)
        self._search = search
        try:
            while some := search.collect():
                for found in some:
                    yield decode(self.instance.model, engine, found)
                if search.interrupted:
                    break
        finally:
            self.complete, self.stopped = self._proves(search.complete), search.stopped

    def _best_of_several(self) -> Iterator[Assignment]:
        """Yield the solution that is best by several objectives, in their order."""
        model, objective = self.instance.model, self.instance.objective
        verb = model.minimize if self._sign > 0 else model.maximize
        try:
            result: Best[Any] = verb(objective, **self.controls)
        except Interrupted as interrupted:
            result = interrupted.result  # type: ignore[assignment]
        self.complete, self.stopped = self._proves(result.complete), result.stopped
        self.value = result.value
        self._statistics = result.statistics
        if result.solution is not None:
            yield result.solution
