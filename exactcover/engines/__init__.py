"""The engines, one folder each, and their one registry.

An engine's module is imported when a search asks for it, because it imports Numba.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from exactcover.engine import Engine, warm_up
from exactcover.errors import ProblemError
from exactcover.plan import Goal
from exactcover.problem import Problem
from exactcover.watch import loading

ENGINES = {
    "dancing_cells": "exactcover.engines.dancing_cells.engine:DancingCells",
    "masks": "exactcover.engines.masks.engine:Masks",
    "first_fit": "exactcover.engines.first_fit.engine:FirstFit",
    "frontier": "exactcover.engines.frontier.engine:Frontier",
    "memo": "exactcover.engines.dancing_cells.memo:MemoCells",
    "masks_memo": "exactcover.engines.masks.memo:MasksMemo",
    "learning": "exactcover.engines.learning.engine:Learning",
    "multicover": "exactcover.engines.multicover.engine:MultiCover",
    "cheapest": "exactcover.engines.cheapest.cells:CheapestCover",
    "cheapest_masks": "exactcover.engines.cheapest.masks:CheapestMasks",
}
"""Name -> module and class. The class is called with a problem's `Links`."""


def load(method: str, problem: Problem, goal: Goal = Goal.LIST) -> Callable[..., Engine]:
    """Return the engine of a name, or for "auto" engines that take turns, with kernels compiled.

    Raises
    ------
    ProblemError
        If there is no such engine, or it cannot take the problem.

    Examples
    --------
    >>> problem = Problem([["p"]])
    >>> load("auto", problem)(problem.links).name
    'dancing_cells'
    """
    if method == "auto":
        from exactcover.engines.composite.relay import Relay

        return partial(Relay, problem=problem, goal=goal)
    if not isinstance(method, str) or method not in ENGINES:
        raise ProblemError(f"unknown method {method!r}; the methods are auto, {', '.join(ENGINES)}")
    engine = _import(method)
    reason = engine.refuses(problem)
    if reason:
        raise ProblemError(f"the method {method} cannot take this problem: {reason}")
    return engine


@cache
def _import(method: str) -> type[Engine]:
    """Import an engine and let Numba compile or load its kernels.

    Engines with kernels for different widths do it themselves, when they know the problem.
    """
    module, _, name = ENGINES[method].partition(":")
    with loading():
        engine: type[Engine] = getattr(import_module(module), name)
        if not getattr(engine, "compiles_itself", False):
            warm_up(engine(Problem([["p"]]).links))
    return engine
