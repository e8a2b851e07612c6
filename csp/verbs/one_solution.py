"""The search for one solution of a model, as a request says; `csp.verbs.solve` makes requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from csp.model.solution import Assignment
from csp.request import ModelRequest
from csp.verbs.model_result import ModelResult
from csp.verbs.model_search import begin, decode, solution_to_begin_with
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.result import Interrupted, Result
from exactcover.verbs.solve import find_one

if TYPE_CHECKING:
    from csp.model.model import Model
    from exactcover.verbs.cover_search import Searching


def solve_one(model: Model, request: ModelRequest) -> ModelResult:
    """Find one solution as a request says, or prove that there is none.

    Raises
    ------
    Interrupted
        On Ctrl-C.
    """
    search, engine = begin(model, request)
    try:
        result = found_by(search, lambda found: decode(model, engine, found))
    except Interrupted as interrupted:
        stopped = cast(ModelResult, interrupted.result)
        raise Interrupted(_or_start(stopped, model, request)) from None
    return _or_start(result, model, request)


def found_by(search: Searching, assignment: Callable[[list[int]], Assignment]) -> ModelResult:
    """Return the result of a search for one solution.

    Parameters
    ----------
    search
        The search.
    assignment
        Returns a solution for the numbers that the search has found.

    Raises
    ------
    Interrupted
        On Ctrl-C; with such a result.
    """
    try:
        return ModelResult.of(find_one(search, assignment))
    except Interrupted as interrupted:
        raise Interrupted(ModelResult.of(cast(Result[Assignment], interrupted.result))) from None


def _or_start(result: ModelResult, model: Model, request: ModelRequest) -> ModelResult:
    """Return a result, with the values to begin with if nothing was found and they are one."""
    if result.solution is not None or result.complete or result.stopped is Stop.LIMIT:
        return result
    start = solution_to_begin_with(model, request)
    return result if start is None else replace(result, solution=start)
