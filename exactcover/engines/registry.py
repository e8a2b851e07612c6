"""The engines, one folder each, and their registry.

An engine's module is imported when a search asks for it, because it imports Numba. Other packages
add engines by ``ENGINES.register`` or by entry points of the group ``exactcover.engines``.
"""

from collections.abc import Callable
from functools import cache, partial

from exactcover.errors import ProblemError
from exactcover.limits import loading
from exactcover.problem.problem import Problem
from exactcover.registry import Registry
from exactcover.search.goal import Goal
from exactcover.search.protocol import Engine, warm_up

ENGINES: Registry[type[Engine]] = Registry(
    "method",
    "exactcover.engines",
    {
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
    },
    ProblemError,
)
"""Name -> class, which is called with a problem's `Links`."""


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
    if method != "auto":
        method = ENGINES.find(method, others=["auto"])
    if method == "auto":
        from exactcover.portfolio.relay import Relay

        return partial(Relay, problem=problem, goal=goal)
    engine = _prepare(method)
    reason = engine.refuses(problem)
    if reason:
        raise ProblemError(f"the method {method} cannot take this problem: {reason}")
    if not problem.n_primary:
        from exactcover.engines.settled import settled

        return settled(method, engine)
    return engine


@cache
def _prepare(method: str) -> type[Engine]:
    """Import an engine and let Numba compile or load its kernels.

    Engines with kernels for different widths do it themselves, when they know the problem.
    """
    with loading():
        engine = ENGINES[method]
        if not getattr(engine, "compiles_itself", False):
            warm_up(engine(Problem([["p"]]).links))
    return engine
