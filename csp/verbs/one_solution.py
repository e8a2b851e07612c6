"""The search for one solution of a model, as a request says; `csp.verbs.solve` makes requests."""

from __future__ import annotations

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


def solve_one(model: Model, request: ModelRequest) -> ModelResult:
    """Find one solution as a request says, or prove that there is none.

    Raises
    ------
    Interrupted
        On Ctrl-C.
    """
    search, engine = begin(model, request)
    try:
        result = ModelResult.of(find_one(search, lambda found: decode(model, engine, found)))
    except Interrupted as interrupted:
        result = ModelResult.of(cast(Result[Assignment], interrupted.result))
        raise Interrupted(_or_start(result, model, request)) from None
    return _or_start(result, model, request)


def _or_start(result: ModelResult, model: Model, request: ModelRequest) -> ModelResult:
    """Return a result, with the values to begin with if nothing was found and they are one."""
    if result.solution is not None or result.complete or result.stopped is Stop.LIMIT:
        return result
    start = solution_to_begin_with(model, request)
    return result if start is None else replace(result, solution=start)
