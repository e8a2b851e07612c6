"""The search for the least values of several expressions, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Variable
from csp.model.model import Model
from csp.request import ModelRequest
from csp.verbs.best import Best
from csp.verbs.model_search import least
from csp.verbs.plans import changes, start_near
from exactcover.runtime.search.protocol import UNLIMITED
from exactcover.runtime.search.request import Limits, Request
from exactcover.runtime.search.result import Interrupted, Statistics

if TYPE_CHECKING:
    from csp.model.builder import Builder


class _HasValue(Constraint):
    """The constraint that an expression has a value."""

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the expression."""
        return self.expression.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the expression has a value."""
        try:
            self.expression.value(value_of)
        except IndexError:
            return False
        return True

    def build(self, builder: Builder) -> None:
        """Build the expression."""
        builder.linear_bounds(self.expression.linear())

    def __repr__(self) -> str:
        return f"{self.expression!r} has a value"


def least_in_order(
    model: Model,
    objectives: Sequence[Expression],
    request: ModelRequest,
    near: Mapping[Any, int] | None = None,
) -> Best[Any]:
    """Return the solution where the first expression is least; among equals the second; and so on.

    All expressions have values there.
    Each search but the first begins with the values of the solution before, unless there are others
    to begin with, as those of a plan; none loses a better solution. The limits are for all searches
    together. With a plan, the last one is for the fewest changes, which are no part of the value.

    Raises
    ------
    ModelError
        If there are no expressions, or a checkpoint is wanted.
    Interrupted
        On Ctrl-C.
    """
    if not objectives:
        raise ModelError("there are no expressions to minimise")
    parallel = request.search.parallel
    if parallel is not None and parallel.kept is not None:
        raise ModelError(
            "a checkpoint stores the search for one objective: not for several, and not with near="
        )
    wanted = [*objectives]
    if near is not None:
        wanted.append(changes(model, near))
        if request.solver is None and request.branching.values is None:
            branching = replace(request.branching, values=start_near(model, near))
            request = replace(request, branching=branching)
    for objective in objectives[1:]:
        extended = model.with_constraints(_HasValue(objective))
        if extended.builder.n_undefined > model.builder.n_undefined:
            model = extended
    best: Best[Any] | None = None
    for k, objective in enumerate(wanted):
        is_plan = k == len(objectives)
        request = replace(request, objective=objective, sign=1 if is_plan else request.sign)
        try:
            found = least(model, request)
        except Interrupted as interrupted:
            stopped = _joined(best, cast(Best[Any], interrupted.result), objective, is_plan=is_plan)
            raise Interrupted(_valued(stopped, objectives)) from None
        best = _joined(best, found, objective, is_plan=is_plan)
        if found.solution is None or not found.complete:
            break
        model = model.with_constraints(objective == found.value)
        request = _after(request, best)
    assert best is not None
    return _valued(best, objectives)


def _joined(
    before: Best[Any] | None, found: Best[Any], objective: Expression, *, is_plan: bool
) -> Best[Any]:
    """Return the result after a further search: the better solution, and the sum of the work.

    The bound is that of the last search that is not for the fewest changes of a plan.
    """
    if before is None:
        return found
    one, other = before.statistics, found.statistics
    statistics = Statistics(
        one.nodes + other.nodes,
        one.updates + other.updates,
        one.solutions + other.solutions,
        one.seconds + other.seconds,
        other.engine,
        (*one.choice, *other.choice),
    )
    known = [each for each in (found.solution, before.solution) if each is not None]
    solution = min(known, key=lambda each: int(each[objective]), default=None)
    bound = before.bound if is_plan else found.bound
    return replace(found, solution=solution, bound=bound, statistics=statistics)


def _valued(best: Best[Any], objectives: Sequence[Expression]) -> Best[Any]:
    """Return the result of the last search with the values of all expressions as its value."""
    if best.solution is None:
        return best
    return replace(best, value=tuple(int(best.solution[each]) for each in objectives))


def _after(request: ModelRequest, best: Best[Any]) -> ModelRequest:
    """Return the next request: what is left of the limits, and the values to begin with."""
    limits, spent = request.search.limits, best.statistics
    left = Limits(
        None if limits.limit == UNLIMITED else max(0, limits.limit - spent.solutions),
        max(0.0, limits.time_limit - spent.seconds),
        None if limits.max_nodes == UNLIMITED else max(0, limits.max_nodes - spent.nodes),
        limits.cancel,
        limits.progress,
    )
    branching = request.branching
    if request.solver is None and branching.values is None and best.solution is not None:
        branching = replace(branching, values=dict(best.solution))
    search = request.search
    further = Request(
        search.goal, left, search.seed, method=search.method, parallel=search.parallel
    )
    return replace(request, search=further, branching=branching)
