"""The choice of the engine that searches a model, by the method or solver of a request."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from csp.engines.registry import ENGINES, NEED_OBJECTIVE, TAKE_START
from csp.errors import ModelError
from csp.portfolio import schedules
from csp.portfolio.engines import Engines
from csp.request import Branching
from exactcover.runtime.registry import Registry
from exactcover.runtime.search.goal import Goal

if TYPE_CHECKING:
    from csp.engines.model_engine import ModelEngine
    from csp.model.model import Model
    from csp.request import ModelRequest

SOLVERS: Registry[Callable[..., Any]] = Registry(
    "solver",
    "csp.solvers",
    {"cpsat": "csp.solvers.cpsat:CpSat", "sat": "csp.solvers.sat:sat"},
    ModelError,
)
"""Name -> a function that returns a `csp.engines.model_engine.ModelEngine` for a model, an
objective, a seed, and whether only one solution is wanted."""

THRESHOLD = 1 << 15
"""The number of new objects between two collections of garbage while kernels are loaded."""


def engine_for(
    model: Model, request: ModelRequest, *, learns: bool = True
) -> tuple[ModelEngine, str]:
    """Return the engine that searches a model, and why it was chosen.

    By default propagation searches, and a portfolio of engines where one or two solutions, the best
    one or the number of all are wanted.

    Parameters
    ----------
    model, request
        The model and the request.
    learns
        Whether lazy clause generation has time slices where engines take turns.

    Raises
    ------
    ModelError
        If the solver is unknown, or the method cannot fulfil the request.
    """
    search, solver, objective = request.search, request.solver, request.objective
    method = search.method
    if request.assumptions is not None:
        from csp.engines.learning.assuming import assuming

        return assuming(model, request), "asked for"
    if solver is not None:
        _check_no_branching(request, solver)
        is_for_one = objective is None and search.limits.limit == 1
        return SOLVERS.load(solver)(model, objective, search.seed, is_for_one), "asked for"
    if method not in ("auto", "propagation"):
        return engine_of(method, model, request), "asked for"
    is_auto = method == "auto"
    given = request if request.is_free and request.branching.controls else None
    if given is not None:  # its engine may never be made
        from csp.engines.propagation.strategy import check_decide

        check_decide(model, request.branching)
    if is_auto and model.advised_phases and not request.branching.given:
        given = replace(request, branching=Branching(model.advised_phases))
    request = request.freed
    is_for_few = is_auto and search.is_for_few and objective is None
    if is_for_few and not request.branching.given:
        request = replace(request, is_for_one=True)
    with _rarely_collected():
        from csp.engines.propagation.engine import propagation

        first = propagation(model, request)
    why = first.description
    engines = Engines(model, request, first, learns=learns, given=given)
    if is_auto and objective is not None and not request.branching.controls:
        from csp.portfolio.portfolio import BestPortfolio

        return BestPortfolio(engines, schedules.FOR_BEST), why
    if not is_auto or request.branching.given or objective is not None:
        return first, why
    if search.engine_goal is Goal.COUNT:
        from csp.portfolio.counting import CountPortfolio

        return CountPortfolio(engines), why
    if is_for_few:
        from csp.portfolio.portfolio import PlannedPortfolio

        return PlannedPortfolio(engines, schedules.FOR_FEW), why
    return first, why


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Collect garbage less often while Numba loads, which makes few garbage objects.

    It saves a new process a tenth of its time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(THRESHOLD, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def engine_of(method: str, model: Model, request: ModelRequest) -> ModelEngine:
    """Return the engine of a method that searches alone.

    Raises
    ------
    ModelError
        If the method cannot fulfil the request.
    """
    _check_no_branching(request, method)
    if method in NEED_OBJECTIVE and request.objective is None:
        raise ModelError(f"{method} needs an objective: use minimize or maximize")
    engine: ModelEngine = ENGINES[method](model, request)
    return engine


def _check_no_branching(request: ModelRequest, method: str) -> None:
    """Raise ModelError if the request has a control that the method does not support."""
    takes_start = method in TAKE_START
    for name in request.branching.controls if takes_start else request.branching.given:
        raise ModelError(f"{name} is a control of propagation: {method} does not support it")
