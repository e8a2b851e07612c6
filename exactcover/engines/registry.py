"""The engines, one folder each, and their registry.

An engine's module is imported when a search asks for it, because it imports Numba. Other packages
add engines by ``ENGINES.register`` or by entry points of the group ``exactcover.engines``.
"""

from collections.abc import Callable
from functools import cache

from exactcover.engines.protocol import CoverEngine, warm_up
from exactcover.engines.trivial import trivial
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import Registry
from exactcover.runtime.search.limits import loading

ENGINES: Registry[type[CoverEngine]] = Registry(
    "method",
    "exactcover.engines",
    {
        "dancing_cells": "exactcover.engines.dancing_cells.engine:DancingCells",
        "dancing_links": "exactcover.engines.dancing_links.engine:DancingLinks",
        "steered": "exactcover.engines.steered.engine:SteeredCells",
        "masks": "exactcover.engines.masks.engine:Masks",
        "first_fit": "exactcover.engines.first_fit.engine:FirstFit",
        "frontier": "exactcover.engines.frontier.engine:Frontier",
        "decomposition": "exactcover.engines.decomposition.engine:Decomposition",
        "dancing_cells_memo": "exactcover.engines.dancing_cells.memo:DancingCellsMemo",
        "masks_memo": "exactcover.engines.masks.memo:MasksMemo",
        "learning": "exactcover.engines.learning.engine:Learning",
        "multicover": "exactcover.engines.multicover.engine:MultiCover",
        "multicover_memo": "exactcover.engines.multicover.memo:MultiCoverMemo",
        "multicover_masks": "exactcover.engines.multicover_masks.engine:MultiCoverMasks",
        "multicover_masks_memo": "exactcover.engines.multicover_masks.memo:MultiCoverMasksMemo",
        "multicover_units": "exactcover.engines.multicover_units.engine:MultiCoverUnits",
        "multicover_frontier": "exactcover.engines.multicover_frontier.engine:MultiCoverFrontier",
        "cheapest_cells": "exactcover.engines.cheapest.cells:CheapestCells",
        "cheapest_masks": "exactcover.engines.cheapest.masks:CheapestMasks",
        "cheapest_lagrangian": "exactcover.engines.lagrangian.engine:Lagrangian",
        "cheapest_linear": "exactcover.engines.linear.engine:Linear",
    },
    ProblemError,
)
"""Name -> class, which is called with a problem's `Links`."""

CHEAPEST = ("cheapest_masks", "cheapest_cells", "cheapest_lagrangian", "cheapest_linear")
"""The engines that find the solutions of least cost, the fastest first."""


def load(method: str, problem: Problem) -> Callable[..., CoverEngine]:
    """Return the factory of an engine, which is called with `Links`; its kernels are compiled.

    An engine that knows no bounds searches an equivalent problem
    (`exactcover.engines.equivalent_problem`).

    Raises
    ------
    ProblemError
        If there is no such engine, or it cannot search the problem.

    Examples
    --------
    >>> problem = Problem([["p"]])
    >>> load("masks", problem)(problem.links).name
    'masks'
    """
    name, engine = _prepare(method)
    if problem.has_bounds and engine.refuses(problem):
        from exactcover.engines.equivalent_problem import encoded

        return encoded(problem, load(method, problem.encoded))
    reason = engine.refuses(problem)
    if reason:
        raise ProblemError(f"the method {name} cannot take this problem: {reason}")
    return engine if problem.n_primary else trivial(name, engine)


@cache
def _prepare(method: str) -> tuple[str, type[CoverEngine]]:
    """Import an engine and let Numba compile or load its kernels; return its name and class.

    Engines with kernels for different widths do it themselves, when they know the problem.
    """
    name = ENGINES.find(method)
    with loading():
        engine = ENGINES[name]
        if not engine.compiles_itself:
            warm_up(engine(Problem([["p"]]).links))
    return name, engine
