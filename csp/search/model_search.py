"""The search of one model, which the verbs begin and whose solutions they decode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from csp.model.model import Model
from csp.model.solution import Assignment
from csp.model.sparse import values_of
from csp.search.gap import best_bound
from csp.search.log import logged
from csp.search.request import ModelRequest
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.protocol import Engine
from exactcover.verbs.cover_search import Searching


class Solved(Protocol):
    """A search whose solutions are numbers from 0 on, to which `origins` must be added."""

    @property
    def origins(self) -> list[int]:
        """The least value of each variable."""


def begin(model: Model | Callable[[], Model], request: ModelRequest) -> tuple[Searching, Solved]:
    """Begin a search, in this thread or in parallel, as the request says.

    Parameters
    ----------
    model
        The model, or a function that builds it, whose time counts for the time limit.
    request
        The request of the search.

    Returns
    -------
    The search, and the object with the origins of its solutions.
    """
    has_tasks = request.search.parallel is not None and not request.is_raced
    if request.log and (request.up_to is not None or has_tasks):
        model = _stated(model)
        request = logged(request, model)
    if request.up_to is not None:
        from csp.symmetry.search import ClassSearch

        search_of_classes = ClassSearch(_stated(model), request)
        return search_of_classes, search_of_classes
    if has_tasks:
        from csp.search.tasks import parallel_search

        return parallel_search(_stated(model), request)
    search = ModelSearch(model, request)
    return search, search


def _stated(model: Model | Callable[[], Model]) -> Model:
    return model if isinstance(model, Model) else model()


class ModelSearch(Search):
    """One search of one model, which is laid out first; see `begin`."""

    def __init__(self, model: Model | Callable[[], Model], request: ModelRequest) -> None:
        from csp.search.methods import engine_for

        self._origins: list[int] = []
        self._request = request
        if request.log:
            model = _stated(model)
            request = logged(request, model, self._described)

        def made() -> Engine:
            if request.search.parallel is None:
                engine, self._why = engine_for(_stated(model), request)
            else:
                from csp.search.workers import raced

                engine, self._why = raced(_stated(model), request)
            self._origins = engine.origins
            return engine

        super().__init__(made, request.search.limits)

    def _described(self) -> tuple[str, int | None]:
        """Return the engine that searches, and its failures, if it counts them."""
        engine = self._engine
        failures: int | None = getattr(engine, "failures", None)
        return engine.name, failures

    def _progress(self) -> Progress:
        """Return the progress, with the best value and its bound where there is an objective."""
        progress = super()._progress()
        if self._request.objective is None:
            return progress
        value = getattr(self._engine, "bound", None) if self._engine.solutions else None
        value = None if value is None else value + 1
        bound = best_bound(self, value)
        sign = self._request.sign
        return progress._replace(
            cost=None if value is None else sign * value,
            bound=None if bound is None else sign * bound,
        )

    @property
    def origins(self) -> list[int]:
        """The least value of each variable; empty before the model is laid out."""
        return self._origins


def decode(model: Model, engine: Solved, found: list[int]) -> Assignment:
    """Return the assignment of a solution that a search gave as numbers from 0 on."""
    numbers = [o + k for o, k in zip(engine.origins, found, strict=True)]
    return Assignment(model, values_of(model.tables, numbers))
