"""The search of an instance as solvers' competitions want it: solutions one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from csp.formats.instance import Instance
from csp.model.solution import Assignment
from csp.request import ModelRequest
from csp.verbs.model_search import begin, decode
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.result import Interrupted, Statistics


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
        Whether the search is complete.
    stopped
        Why it ended before that, or None.
    statistics
        The statistics, or None before the end.
    """

    instance: Instance
    limit: int | None
    improving: bool
    controls: dict[str, Any]
    complete: bool = False
    stopped: Stop | None = None
    statistics: Statistics | None = None

    def __iter__(self) -> Iterator[Assignment]:
        """Yield the solutions."""
        if self.instance.objective is not None:
            is_one = not isinstance(self.instance.objective, list)
            yield from self._improvements() if self.improving and is_one else self._best()
        elif self.limit == 1:
            yield from self._first()
        else:
            yield from self._all()

    def _note(self, result: Any) -> None:
        """Keep what is known about the search at its end."""
        self.complete, self.stopped = result.complete, result.stopped
        self.statistics = result.statistics

    def _first(self) -> Iterator[Assignment]:
        try:
            result = self.instance.model.solve(**self.controls)
        except Interrupted as interrupted:
            return self._note(interrupted.result)
        self._note(result)
        if result.solution is not None:
            yield result.solution

    def _all(self) -> Iterator[Assignment]:
        found = self.instance.model.solutions(limit=self.limit, **self.controls)
        try:
            yield from found
        except Interrupted:
            pass
        finally:
            self._note(found)

    def _best(self) -> Iterator[Assignment]:
        model, objective = self.instance.model, self.instance.objective
        verb = model.minimize if self.instance.goal == "minimize" else model.maximize
        try:
            result = verb(objective, **self.controls)
        except Interrupted as interrupted:
            result = interrupted.result  # type: ignore[assignment]
        self._note(result)
        if result.solution is not None:
            yield result.solution

    def _improvements(self) -> Iterator[Assignment]:
        """Yield solutions as they are found, each better than those before."""
        model, objective = self.instance.model, self.instance.objective
        assert objective is not None
        wanted = objective if self.instance.goal == "minimize" else -objective
        search, engine = begin(model, ModelRequest.of(Goal.LIST, self.controls, objective=wanted))
        best: int | None = None
        while some := search.collect():
            for found in some:
                solution = decode(model, engine, found)
                if best is None or solution[wanted] < best:
                    best = solution[wanted]
                    yield solution
            if search.interrupted:
                break
        self._note(search)
