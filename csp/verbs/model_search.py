"""The search of one model: how the verbs begin it, and decode its solutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from csp.model.expressions import MOST_WHOLE, Expression, Variable, whole
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.model.sparse import values_of
from csp.request import ModelRequest
from csp.verbs.best import Best
from csp.verbs.log import logged
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.protocol import Engine
from exactcover.runtime.search.result import Interrupted

if TYPE_CHECKING:
    from csp.engines.model_engine import ModelEngine
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
        from csp.parallel.tasks import parallel_search

        return parallel_search(_stated(model), request)
    search = ModelSearch(model, request)
    return search, search


def _stated(model: Model | Callable[[], Model]) -> Model:
    return model if isinstance(model, Model) else model()


class ModelSearch(Search):
    """One search of one model, which is laid out first; see `begin`."""

    def __init__(self, model: Model | Callable[[], Model], request: ModelRequest) -> None:
        from csp.portfolio.choice import engine_for

        self._begun: ModelEngine | None = None
        self._request = request
        if request.log:
            model = _stated(model)
            request = logged(request, model, self._described)

        def made() -> Engine:
            if request.search.parallel is None:
                engine, self._why = engine_for(_stated(model), request)
            else:
                from csp.parallel.workers import raced

                engine, self._why = raced(_stated(model), request)
            self._begun = engine
            return engine

        super().__init__(made, request.search.limits)

    @property
    def failures(self) -> int | None:
        """The failures so far; None if they are not counted."""
        return None if self._begun is None else self._begun.failures

    def _described(self) -> tuple[str, int | None]:
        """Return the engine that searches, and its failures, if it counts them."""
        return self._engine.name, self.failures

    def _progress(self) -> Progress:
        """Return the progress, with the best value and its bound where there is an objective."""
        progress = super()._progress()
        if self._request.objective is None:
            return progress
        engine, value = self._begun, None
        if engine is not None and engine.solutions and engine.bound < MOST_WHOLE:
            value = engine.bound + 1
        bound = best_bound(self, value)
        sign = self._request.sign
        return progress._replace(
            cost=None if value is None else sign * value,
            bound=None if bound is None else sign * bound,
        )

    @property
    def origins(self) -> list[int]:
        """The least value of each variable; empty before the model is laid out."""
        return [] if self._begun is None else self._begun.origins

    def least_goal(self) -> int | None:
        """Return a value that the objective has at least in all better solutions, if known."""
        return None if self._begun is None else self._begun.least_goal()


def best_bound(search: Searching, value: int | None) -> int | None:
    """Return the lower bound that a search for the least value has found, if any.

    Parameters
    ----------
    search
        The search.
    value
        The least value found.
    """
    if search.complete:
        return value
    bound = search.least_goal() if isinstance(search, ModelSearch) else None
    return bound if value is None or bound is None else min(bound, value)


def decode(model: Model, engine: Solved, found: list[int]) -> Assignment:
    """Return the assignment of a solution that a search gave as numbers from 0 on."""
    numbers = [o + k for o, k in zip(engine.origins, found, strict=True)]
    if model.tables:
        numbers = values_of(model.tables, numbers)
    return Assignment(model, numbers)


def solution_to_begin_with(model: Model, request: ModelRequest) -> Assignment | None:
    """Return the values to begin with as a solution, if they are complete and satisfy the model.

    No search has to find it again, so it is not lost where a search stops early.

    Examples
    --------
    >>> from csp import Model
    >>> from csp.request import Branching
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="v")
    >>> model.post(x < y)
    >>> for start in {x: 1, y: 2}, {x: 2, y: 1}, {x: 1}:
    ...     print(solution_to_begin_with(model, ModelRequest(branching=Branching(values=start))))
    Assignment(v[0]=1, v[1]=2)
    None
    None
    """
    given = request.branching.values
    if not isinstance(given, Mapping):
        return None
    wanted = {
        key.name if isinstance(key, Variable) and model.owns(key) else key: value
        for key, value in given.items()
    }
    if any(variable.name not in wanted for variable in model.unknowns):
        return None
    numbers = [whole(wanted[each.name], f"the value for {each!r}") for each in model.unknowns]
    found = Assignment(model, numbers)
    try:
        truths = [each.holds(found.__getitem__) for each in model.constraints]
        if request.objective is not None:
            found[request.objective]
    except IndexError:  # an array has no such element
        return None
    is_within = all(variable.may_be(found[variable]) for variable in model.unknowns)
    return found if is_within and all(truths) else None


def least(model: Model, request: ModelRequest) -> Best[Any]:
    """Return the solution where the objective of a request is least.

    Raises
    ------
    Interrupted
        On Ctrl-C.
    """
    search, engine = begin(model, request)
    wanted = cast(Expression, request.objective)
    solution = solution_to_begin_with(model, request)
    value = None if solution is None else int(solution[wanted])
    while some := search.collect():
        for found in some:
            decoded = decode(model, engine, found)
            if value is None or decoded[wanted] < value:
                solution, value = decoded, int(decoded[wanted])
        if search.interrupted:
            break
    result = Best(
        solution,
        value,
        search.complete,
        search.stopped,
        search.statistics,
        best_bound(search, value),
    )
    if search.interrupted:
        raise Interrupted(result)
    return result
