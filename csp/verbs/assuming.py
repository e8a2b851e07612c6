"""The search for a solution under assumptions, and for a core of them where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from csp.engines.learning.assuming import Assuming, UndefinedError
from csp.errors import ModelError
from csp.model.arguments import flat
from csp.model.constraint import Constraint
from csp.model.expressions import listed
from csp.model.model import Model
from csp.request import ModelRequest
from csp.verbs.infeasibility import Tests, minimal_groups
from csp.verbs.model_result import ModelResult
from csp.verbs.model_search import ModelSearch, decode
from csp.verbs.one_solution import found_by, solve_one
from exactcover.runtime.search.limits import clock
from exactcover.runtime.search.request import Limits


def solve_assuming(model: Model, assumptions: Iterable[Any], request: ModelRequest) -> ModelResult:
    """Find a solution where assumptions hold, or a core of them.

    Clause learning searches where it can. Else the assumptions are posted, and a core is found by
    solving smaller models. So it is where a function in an assumption may have no value: that
    cannot hold in any solution under the assumption, but in others it can.

    Raises
    ------
    ModelError
        If an assumption is no condition.
    Interrupted
        On Ctrl-C.
    """
    given, began = listed(assumptions, "the assumptions"), clock()
    conditions = tuple(condition_of(each) for each in given)
    search = request.search
    is_auto = search.method == "auto" and request.solver is None
    learns = search.method == "learning" or (is_auto and not request.branching.controls)
    if learns and search.parallel is None:
        try:
            return _learned(model, given, replace(request, assumptions=conditions))
        except UndefinedError:
            pass
        except ModelError:  # a domain is too wide, or an assumption is wrong: raised again below
            if not is_auto:
                raise
    return solve_posted(model, given, conditions, request, began)


def solve_posted(
    model: Model,
    given: list[Any],
    conditions: Sequence[Constraint],
    request: ModelRequest,
    began: float,
) -> ModelResult:
    """Find a solution where assumptions hold, or a core of them, without learned clauses.

    The conditions are the assumptions that were given, as constraints. The time limit counts from
    when the call began, by the clock.
    """
    limits = request.search.limits
    left = max(0.0, limits.time_limit - (clock() - began))
    search = replace(request.search, limits=replace(limits, time_limit=left))
    result = solve_one(model.with_constraints(conditions), replace(request, search=search))
    if result.solution is not None or not result.complete:
        return result
    left = max(0.0, left - result.statistics.seconds)
    tests = Tests(model, model.constraints, Limits(1, left, None, limits.cancel))
    with tests.watch.reporting():
        groups = minimal_groups(tests, [], [(each,) for each in conditions], is_new=True)
    found = {id(each) for group in groups for each in group}
    core = [one for one, each in zip(given, conditions, strict=True) if id(each) in found]
    return replace(result, core=tuple(core))


def condition_of(assumption: Any) -> Constraint:
    """Return an assumption as a constraint.

    Raises
    ------
    ModelError
        If it is none, or an array or list of them.
    """
    if isinstance(assumption, Constraint):
        return assumption
    if isinstance(assumption, Iterable):
        raise ModelError(f"an assumption is {assumption!r}: give each condition by itself")
    [condition] = flat([assumption])
    return condition


def _learned(model: Model, given: list[Any], request: ModelRequest) -> ModelResult:
    """Return the result of clause learning under the assumptions of a request."""
    search = ModelSearch(model, request)
    result = found_by(search, lambda found: decode(model, search, found))
    if (
        result.solution is not None
        or not result.complete
        or not isinstance(search.engine, Assuming)
    ):
        return result
    assert search.engine.core is not None
    return replace(result, core=tuple(given[k] for k in search.engine.core))
