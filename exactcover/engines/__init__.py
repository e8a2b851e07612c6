"""The engines, one file each, and their one registry.

An engine's module is imported when a search asks for it, because it imports Numba.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module

import numpy as np

from exactcover.engine import Engine, Out
from exactcover.errors import ProblemError
from exactcover.links import Links
from exactcover.problem import Problem

ENGINES = {
    "dancing_cells": "exactcover.engines.dancing_cells:DancingCells",
    "masks": "exactcover.engines.masks:Masks",
    "multicover": "exactcover.engines.multicover:MultiCover",
}
"""Name -> module and class. The class is called with a problem's `Links`."""


def load(method: str, problem: Problem) -> Callable[[Links], Engine]:
    """Return the engine of a name, or for "auto" the one that suits, with its kernels compiled.

    Raises
    ------
    ProblemError
        If there is no such engine, or it cannot take the problem.

    Examples
    --------
    >>> load("auto", Problem([["p"]])).__name__
    'DancingCells'
    """
    if method == "auto":
        method = "multicover" if problem.has_bounds else "dancing_cells"
    if method not in ENGINES:
        raise ProblemError(f"unknown method {method!r}; the methods are auto, {', '.join(ENGINES)}")
    engine = _import(method)
    reason = engine.refuses(problem)
    if reason:
        raise ProblemError(f"the method {method} cannot take this problem: {reason}")
    return engine


@cache
def _import(method: str) -> type[Engine]:
    """Import an engine and let Numba compile or load its kernels.

    It does so on a problem of its own, so that no search is timed or interrupted meanwhile.
    """
    module, _, name = ENGINES[method].partition(":")
    engine: type[Engine] = getattr(import_module(module), name)
    first = engine(Problem([["p"]]).links)
    first.choose([0])
    first.advance(1, Out(np.empty((0, 0), dtype=np.uint32), np.empty(0, dtype=np.uint32), 1))
    return engine
